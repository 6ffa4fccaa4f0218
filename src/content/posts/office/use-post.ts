import { useCallback, useState } from 'react'
import { useApi } from '#platform/pages/page.tsx'
import { asNumber, type Typed } from '#ui/office/typed-number.ts'
import { useEdit } from '#ui/office/use-edit.ts'
import type { Language } from '#routes/public.ts'
import { proposedSlug } from '#platform/slug.ts'
import type { PostDetails, PostFile, PostsOfficeApi, PostText } from './contract.ts'

/** Tells this tab from others: nobody is in conflict with themselves. */
const tab = crypto.getRandomValues(new Uint8Array(8)).join('-')

/** A number while it is typed may be none yet. */
type DetailsRow = Omit<PostDetails, 'position' | 'stay_nights'> & Record<'position' | 'stay_nights', Typed>
export type PostEdit = ReturnType<typeof usePost>

/** A post while it is written: each language and what both share is saved by itself, and has a version of its own. */
export function usePost(data: PostFile) {
  const api = useApi<PostsOfficeApi>()
  const [file, setFile] = useState(data)
  const { id } = data
  /** What is told of the post as a whole is the newest that any answer said. */
  const told = useCallback(<Part>(next: PostFile, part: (file: PostFile) => Part): Part => {
    setFile(next)
    return part(next)
  }, [])
  const textOf = (language: Language) => ({
    save: async (row: PostText, byItself: boolean) =>
      told(await api.savePostText({ id, language, tab, by_hand: !byItself, ...row }), (next) => next[language]),
    load: async () => told(await api.getPost({ id }), (next) => next[language]),
    draft: `office post ${id} ${language}`,
    savesItself: true,
  })
  const en = useEdit<PostText>(data.en, textOf('en'))
  const bn = useEdit<PostText>(data.bn, textOf('bn'))
  const details = useEdit<DetailsRow>(data.details, {
    save: async ({ shown: _, ...row }, byItself) =>
      told(
        await api.savePostDetails({
          id,
          tab,
          by_hand: !byItself,
          ...row,
          position: asNumber(row.position) as number,
          stay_nights: asNumber(row.stay_nights ?? 0) as number,
        }),
        (next) => next.details,
      ),
    load: async () => told(await api.getPost({ id }), (next) => next.details),
    draft: `office post ${id}`,
    savesItself: true,
  })

  const parts = [en, bn, details] as const
  const isSaving = parts.some(({ state }) => state.kind === 'saving')
  const isClean = !isSaving && parts.every(({ isDirty }) => !isDirty)

  return {
    file,
    /** Another one after each thing that was done to it. */
    revision: JSON.stringify([
      file.details.version,
      file.en.version,
      file.bn.version,
      file.published,
      file.scheduled,
      file.changed,
    ]),
    en,
    bn,
    details,
    parts,
    isSaving,
    isClean,
    /** Whoever publishes says which versions they have read. */
    read: {
      id,
      version: details.row.version,
      version_en: en.row.version,
      version_bn: bn.row.version,
    },
    setText(language: Language, patch: Partial<PostText>) {
      const edit = language === 'en' ? en : bn
      // Before anybody can have read it, the address goes with the title.
      if (language === 'en' && patch.title !== undefined && !file.was_published) {
        const slug = proposedSlug(details.row.slug, en.row.title, patch.title)
        if (slug && slug !== details.row.slug) details.set({ slug })
      }
      edit.set(patch)
    },
    /** Everything that is not saved yet, and by hand: a version is kept. */
    async saveAll(): Promise<void> {
      const dirty = parts.filter(({ isDirty, theirs }) => isDirty && !theirs)
      for (const { save } of dirty.length > 0 ? dirty : [en]) await save()
    },
    /** What was done to the post as a whole, in the place of what was known of it. */
    show(next: PostFile) {
      setFile(next)
      for (const [edit, row] of [
        [en, next.en],
        [bn, next.bn],
        [details, next.details],
      ] as const)
        if (!edit.isDirty) (edit.take as (row: unknown) => void)(row)
    },
    refresh: () => api.getPost({ id }),
  }
}
