import { useEffect, useRef } from 'react'
import { proposeSlug } from '#platform/slug.ts'

/** Derives the slug of a new item from its name, until the user edits the slug. */
export function useProposedSlug(
  isNew: boolean,
  { name_en: name, slug }: { name_en: string; slug: string },
  set: (patch: { slug: string }) => void,
): void {
  const previousName = useRef(name)
  useEffect(() => {
    const proposal = proposeSlug(slug, previousName.current, name)
    if (isNew && name !== previousName.current && proposal !== slug) set({ slug: proposal })
    previousName.current = name
  }, [isNew, name, slug, set])
}
