import { useEffect, useRef } from 'react'
import { slugOf } from '../../platform/slug.ts'

/** The address of something new goes with its name, until somebody writes it otherwise. */
export function useProposedSlug(
  isNew: boolean,
  { name_en: name, slug }: { name_en: string; slug: string },
  set: (patch: { slug: string }) => void,
): void {
  const before = useRef(name)
  useEffect(() => {
    if (isNew && name !== before.current && slug === slugOf(before.current)) set({ slug: slugOf(name) })
    before.current = name
  }, [isNew, name, slug, set])
}
