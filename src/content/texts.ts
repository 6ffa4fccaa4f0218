import type { Selectable } from 'kysely'
import { isPicture } from './media/store.ts'
import { keepTextPictures } from './media/text-pictures.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { publish } from '#platform/database/publish.ts'
import { conflict, notFound, assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { recordChange } from '#platform/work/audit.ts'
import type { Tables } from '#schema/tables.ts'
import { hasPicture, isInPlace } from './passage-places.ts'

/** The form of a passage. An untranslated text is empty. */
export interface WrittenPassage {
  title_en: string
  title_bn: string
  text_en: string
  text_bn: string
  /** The picture name. Empty for the default picture, if there is one. */
  picture: string
}
export interface WrittenCategory {
  title_en: string
  title_bn: string
  intro_en: string
  intro_bn: string
}

export type PassageRow = Selectable<Tables['passage']>
export type CategoryRow = Selectable<Tables['category']>

/** Saves a passage. `id` consists of page and key, for example `home.quality`. */
export async function savePassage(
  db: WholeDatabase,
  ctx: RequestContext,
  { id, version, ...form }: WrittenPassage & { id: string; version: number },
): Promise<void> {
  assertValid((await validatePassage(db, ctx, { id, ...form })).fieldErrors)
  await publish(db, async (tx) => {
    const was = await passageWith(tx, id)
    const { numUpdatedRows } = await tx
      .updateTable('passage')
      .set({ ...rowOfPassage(form), version: version + 1 })
      .where('page', '=', was.page)
      .where('key', '=', was.key)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    await keepPicturesOf(tx, id, form)
    await recordChange(tx, ctx, 'passage changed', `passage ${id}`, { before: passageForm(was), after: form })
  })
}

/**
 * Requires a text, because pages omit passages without one. Only passages with a fixed place, which cannot be removed,
 * may be empty.
 */
export async function validatePassage(
  db: Database,
  _: RequestContext,
  { id, text_en, text_bn, picture }: Partial<WrittenPassage & { id: string }>,
): Promise<ValidationResult> {
  if (id === undefined) return { fieldErrors: {} }
  await passageWith(db, id)
  const fieldErrors = await errorsOfPicture(db, hasPicture(id), picture)
  if (text_en === '' && (!isInPlace(id) || text_bn)) fieldErrors['text_en'] = [{ key: 'error.needs_english' }]
  return { fieldErrors }
}

export async function errorsOfPicture(db: Database, hasRoom: boolean, picture = ''): Promise<FieldMessages> {
  const isThere = picture === '' || (hasRoom && (await isPicture(db, picture)))
  return isThere ? {} : { picture: [{ key: 'error.picture_unknown' }] }
}

export const keepPicturesOf = (
  db: Database,
  id: string,
  { text_en, text_bn, picture }: WrittenPassage,
): Promise<void> => keepTextPictures(db, 'passage', id, [text_en, text_bn], [picture || null])

export const rowOfPassage = ({ title_bn, text_bn, picture, ...form }: WrittenPassage) => ({
  ...form,
  title_bn: title_bn || null,
  text_bn: text_bn || null,
  picture: picture || null,
})

/** Saves the title and the introduction of a category. Its slug stays. */
export async function saveCategoryText(
  db: WholeDatabase,
  ctx: RequestContext,
  { id, version, ...form }: WrittenCategory & { id: number; version: number },
): Promise<void> {
  await publish(db, async (tx) => {
    const was = await categoryRow(tx, id)
    const { numUpdatedRows } = await tx
      .updateTable('category')
      .set({ ...form, title_bn: form.title_bn || null, intro_bn: form.intro_bn || null, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    await recordChange(tx, ctx, 'category changed', `category ${id}`, { before: categoryForm(was), after: form })
  })
}

export const allPassages = (db: Database): Promise<PassageRow[]> =>
  db.selectFrom('passage').selectAll().orderBy('page').orderBy('position').orderBy('key').execute()

export const allCategoryRows = (db: Database): Promise<CategoryRow[]> =>
  db.selectFrom('category').selectAll().orderBy('id').execute()

export async function passageWith(db: Database, id: string): Promise<PassageRow> {
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

export async function categoryRow(db: Database, id: number): Promise<CategoryRow> {
  const row = await db.selectFrom('category').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export const idOfPassage = ({ page, key }: Pick<PassageRow, 'page' | 'key'>): string => `${page}.${key}`

export const passageForm = ({ title_en, title_bn, text_en, text_bn, picture }: PassageRow): WrittenPassage => ({
  title_en,
  title_bn: title_bn ?? '',
  text_en,
  text_bn: text_bn ?? '',
  picture: picture ?? '',
})

export const categoryForm = ({ title_en, title_bn, intro_en, intro_bn }: CategoryRow): WrittenCategory => ({
  title_en,
  title_bn: title_bn ?? '',
  intro_en,
  intro_bn: intro_bn ?? '',
})
