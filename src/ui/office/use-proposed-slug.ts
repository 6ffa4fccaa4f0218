import { useEffect, useRef } from 'react'
import { proposedSlug } from '#platform/slug.ts'

/** Derives the slug of a new item from its name, until the user edits the slug. */
export function useProposedSlug(
  isNew: boolean,
  { name_en: name, slug }: { name_en: string; slug: string },
  set: (patch: { slug: string }) => void,
): void {
  const before = useRef(name)
  useEffect(() => {
    const proposed = proposedSlug(slug, before.current, name)
    if (isNew && name !== before.current && proposed !== slug) set({ slug: proposed })
    before.current = name
  }, [isNew, name, slug, set])
}
