import { useCallback, useState } from 'react'
import { useApi } from '#platform/pages/page.tsx'
import { toNumberOrText, type InputValue } from '#ui/form/number-input.ts'
import { useEdit } from '#ui/office/edit/use-edit.ts'
import type { Language } from '#routes/public.ts'
import { proposeSlug } from '#platform/slug.ts'
import type { PostDetails, PostRecord, PostsOfficeApi, PostText } from './contract.ts'

/** Identifies this tab, so that its own saves cause no conflict. */
const tabId = crypto.getRandomValues(new Uint8Array(8)).join('-')

/** The fields with a number, which may be invalid while the user types. */
type TypedField = 'position' | 'stay_nights' | 'stay_price'
type DetailsRow = Omit<PostDetails, TypedField | 'stay_extras'> &
  Record<TypedField, InputValue> & { stay_extras: { id: number; quantity: InputValue }[] }
export type PostEdit = ReturnType<typeof usePostEdit>

/** The editing state of a post. Each language and the shared details are saved separately, with separate versions. */
export function usePostEdit(data: PostRecord) {
  const api = useApi<PostsOfficeApi>()
  const [record, setFile] = useState(data)
  const { id } = data
  /** Stores the newest response as the state of the whole post. */
  const storeResponse = useCallback(
    <PartData>(updatedRecord: PostRecord, part: (file: PostRecord) => PartData): PartData => {
      setFile(updatedRecord)
      return part(updatedRecord)
    },
    [],
  )
  const getTextOptions = (language: Language) => ({
    save: async (row: PostText, isAutosave: boolean) =>
      storeResponse(
        await api.savePostText({ id, language, tab: tabId, by_hand: !isAutosave, ...row }),
        (updated) => updated[language],
      ),
    load: async () => storeResponse(await api.getPost({ id }), (updated) => updated[language]),
    draft: `office post ${id} ${language}`,
    autosaves: true,
  })
  const en = useEdit<PostText>(data.en, getTextOptions('en'))
  const bn = useEdit<PostText>(data.bn, getTextOptions('bn'))
  const details = useEdit<DetailsRow>(data.details, {
    save: async ({ shown: _, ...row }, isAutosave) =>
      storeResponse(
        await api.savePostDetails({
          id,
          tab: tabId,
          by_hand: !isAutosave,
          ...row,
          position: toNumberOrText(row.position) as number,
          stay_nights: toNumberOrText(row.stay_nights ?? 0) as number,
          stay_price: toNumberOrText(row.stay_price ?? 0) as number,
          stay_extras: row.stay_extras.map(({ id: extra, quantity }) => ({
            id: extra,
            quantity: toNumberOrText(quantity) as number,
          })),
        }),
        (updated) => updated.details,
      ),
    load: async () => storeResponse(await api.getPost({ id }), (updated) => updated.details),
    draft: `office post ${id}`,
    autosaves: true,
  })

  const parts = [en, bn, details] as const
  const isSaving = parts.some(({ state }) => state.kind === 'saving')
  const isClean = !isSaving && parts.every(({ isDirty }) => !isDirty)

  return {
    file: record,
    /** A value that changes with the versions of the post, its publication and its schedule. */
    revision: JSON.stringify([
      record.details.version,
      record.en.version,
      record.bn.version,
      record.published,
      record.scheduled,
      record.changed,
    ]),
    en,
    bn,
    details,
    parts,
    isSaving,
    isClean,
    /** The versions that the user has read, for publishing. */
    loadedVersions: {
      id,
      version: details.row.version,
      version_en: en.row.version,
      version_bn: bn.row.version,
    },
    setText(language: Language, patch: Partial<PostText>) {
      const edit = language === 'en' ? en : bn
      // Before the first publication the address follows the title.
      if (language === 'en' && patch.title !== undefined && !record.was_published) {
        const slug = proposeSlug(details.row.slug, en.row.title, patch.title)
        if (slug && slug !== details.row.slug) details.set({ slug })
      }
      edit.set(patch)
    },
    /**
     * Saves all unsaved parts as a manual save, or the English text if none is unsaved. Skips the parts that another
     * user has changed.
     */
    async saveAll(): Promise<void> {
      const unsavedParts = parts.filter(({ isDirty, otherVersion }) => isDirty && !otherVersion)
      for (const { save } of unsavedParts.length > 0 ? unsavedParts : [en]) await save()
    },
    /** Replaces the state of the post after an operation on it. */
    show(updatedRecord: PostRecord) {
      setFile(updatedRecord)
      for (const [edit, row] of [
        [en, updatedRecord.en],
        [bn, updatedRecord.bn],
        [details, updatedRecord.details],
      ] as const)
        if (!edit.isDirty) (edit.take as (row: unknown) => void)(row)
    },
    refresh: () => api.getPost({ id }),
  }
}
