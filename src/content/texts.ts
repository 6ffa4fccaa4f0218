import type { Selectable } from 'kysely'
import { isKnownPicture } from './media/store.ts'
import { storeTextPictures } from './media/text-pictures.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { publish } from '#platform/database/publish.ts'
import { conflict, notFound, assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { recordChange } from '#platform/audit.ts'
import type { Tables } from '#schema/tables.ts'
import { canHavePicture, hasFixedPlace } from './fixed-passages.ts'

/** The form of a passage. An untranslated text is empty. */
export interface PassageForm {
  title_en: string
  title_bn: string
  text_en: string
  text_bn: string
  /** The picture name. Empty for the default picture, if there is one. */
  picture: string
}
export interface CategoryTextForm {
  title_en: string
  title_bn: string
  intro_en: string
  intro_bn: string
}

export type PassageRow = Selectable<Tables['passage']>
export type CategoryRow = Selectable<Tables['category']>

/** Saves a passage. Rejects an outdated version. `id` consists of page and key, for example `home.quality`. */
export async function savePassage(
  db: WholeDatabase,
  ctx: RequestContext,
  { id, version, ...form }: PassageForm & { id: string; version: number },
): Promise<void> {
  assertValid((await validatePassage(db, ctx, { id, ...form })).fieldErrors)
  await publish(db, async (tx) => {
    const previousPassage = await getPassage(tx, id)
    const { numUpdatedRows } = await tx
      .updateTable('passage')
      .set({ ...toPassageRow(form), version: version + 1 })
      .where('page', '=', previousPassage.page)
      .where('key', '=', previousPassage.key)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    await storePassagePictures(tx, id, form)
    await recordChange(tx, ctx, 'passage changed', `passage ${id}`, {
      before: toPassageForm(previousPassage),
      after: form,
    })
  })
}

/**
 * Requires an English text, because pages omit passages without one. Only passages with a fixed place, which cannot be
 * removed, may be empty.
 */
export async function validatePassage(
  db: Database,
  _: RequestContext,
  { id, text_en, text_bn, picture }: Partial<PassageForm & { id: string }>,
): Promise<ValidationResult> {
  if (id === undefined) return { fieldErrors: {} }
  await getPassage(db, id)
  const fieldErrors = await validatePassagePicture(db, canHavePicture(id), picture)
  if (text_en === '' && (!hasFixedPlace(id) || text_bn)) fieldErrors['text_en'] = [{ key: 'error.needs_english' }]
  return { fieldErrors }
}

export async function validatePassagePicture(
  db: Database,
  allowsPicture: boolean,
  picture = '',
): Promise<FieldMessages> {
  const isValid = picture === '' || (allowsPicture && (await isKnownPicture(db, picture)))
  return isValid ? {} : { picture: [{ key: 'error.picture_unknown' }] }
}

export const storePassagePictures = (
  db: Database,
  id: string,
  { text_en, text_bn, picture }: PassageForm,
): Promise<void> => storeTextPictures(db, 'passage', id, [text_en, text_bn], [picture || null])

export const toPassageRow = ({ title_bn, text_bn, picture, ...form }: PassageForm) => ({
  ...form,
  title_bn: title_bn || null,
  text_bn: text_bn || null,
  picture: picture || null,
})

/** Saves the title and the introduction of a category. Rejects an outdated version. The slug stays. */
export async function saveCategoryText(
  db: WholeDatabase,
  ctx: RequestContext,
  { id, version, ...form }: CategoryTextForm & { id: number; version: number },
): Promise<void> {
  await publish(db, async (tx) => {
    const previousCategory = await getCategoryRow(tx, id)
    const { numUpdatedRows } = await tx
      .updateTable('category')
      .set({ ...form, title_bn: form.title_bn || null, intro_bn: form.intro_bn || null, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    await recordChange(tx, ctx, 'category changed', `category ${id}`, {
      before: toCategoryForm(previousCategory),
      after: form,
    })
  })
}

export const listAllPassages = (db: Database): Promise<PassageRow[]> =>
  db.selectFrom('passage').selectAll().orderBy('page').orderBy('position').orderBy('key').execute()

export const listCategoryRows = (db: Database): Promise<CategoryRow[]> =>
  db.selectFrom('category').selectAll().orderBy('id').execute()

export async function getPassage(db: Database, id: string): Promise<PassageRow> {
  const [page = '', key = ''] = id.split('.')
  const row = await db
    .selectFrom('passage')
    .selectAll()
    .where('page', '=', page)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export async function getCategoryRow(db: Database, id: number): Promise<CategoryRow> {
  const row = await db.selectFrom('category').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export const getPassageId = ({ page, key }: Pick<PassageRow, 'page' | 'key'>): string => `${page}.${key}`

export const toPassageForm = ({ title_en, title_bn, text_en, text_bn, picture }: PassageRow): PassageForm => ({
  title_en,
  title_bn: title_bn ?? '',
  text_en,
  text_bn: text_bn ?? '',
  picture: picture ?? '',
})

export const toCategoryForm = ({ title_en, title_bn, intro_en, intro_bn }: CategoryRow): CategoryTextForm => ({
  title_en,
  title_bn: title_bn ?? '',
  intro_en,
  intro_bn: intro_bn ?? '',
})
