import { storeTextPictures } from './media/text-pictures.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { assertContainsEveryId } from '#platform/database/positions.ts'
import { publish, type PublishTransaction } from '#platform/database/publish.ts'
import { conflict, invalid, assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { toSlug } from '#platform/slug.ts'
import { recordChange } from '#platform/audit.ts'
import { illustrations } from './illustrations.ts'
import { hasFixedPlace, isIllustrated, MAX_PASSAGES, type PassagePage } from './fixed-passages.ts'
import {
  validatePassagePicture,
  getPassageId,
  storePassagePictures,
  toPassageForm,
  getPassage,
  toPassageRow,
  type PassageRow,
  type PassageForm,
} from './texts.ts'

export type NewPassage = PassageForm & { page: PassagePage }

/** Adds a passage at the end of its page and returns its ID. */
export async function addPassage(
  db: WholeDatabase,
  ctx: RequestContext,
  { page, ...form }: NewPassage,
): Promise<string> {
  assertValid((await validateNewPassage(db, ctx, { page, ...form })).fieldErrors)
  return publish(db, async (tx) => {
    await incrementOrderVersion(tx, page)
    const existingPassages = await listPassagesOfPage(tx, page)
    if (existingPassages.length >= MAX_PASSAGES) throw createPassageLimitError()
    const key = createKey(page, form.title_en, existingPassages)
    const position = Math.max(0, ...existingPassages.map((passage) => passage.position)) + 1
    await tx
      .insertInto('passage')
      .values({ page, key, position, ...toPassageRow(form) })
      .execute()
    const id = getPassageId({ page, key })
    await storePassagePictures(tx, id, form)
    await recordChange(tx, ctx, 'passage added', `passage ${id}`, { after: form })
    return id
  })
}

/**
 * Requires an English text, because the page omits passages without one. Also checks the picture and the number of
 * passages.
 */
export async function validateNewPassage(
  db: Database,
  _: RequestContext,
  { page, text_en, picture }: Partial<NewPassage>,
): Promise<ValidationResult> {
  const fieldErrors: FieldMessages = await validatePassagePicture(
    db,
    page !== undefined && isIllustrated(page),
    picture,
  )
  if (text_en === '') fieldErrors['text_en'] = [{ key: 'error.required' }]
  if (page !== undefined && (await listPassagesOfPage(db, page)).length >= MAX_PASSAGES)
    fieldErrors['form'] = [limitMessage]
  return { fieldErrors }
}

export async function removePassage(
  db: WholeDatabase,
  ctx: RequestContext,
  { id, version }: { id: string; version: number },
): Promise<void> {
  await publish(db, async (tx) => {
    const { page, key } = await getPassage(tx, id)
    if (hasFixedPlace(id)) throw invalid({ form: 'error.passage_fixed' })
    await incrementOrderVersion(tx, page)
    // Another request may have removed the passage while this one waited for the lock.
    const previousPassage = await getPassage(tx, id)
    const { numDeletedRows } = await tx
      .deleteFrom('passage')
      .where('page', '=', page)
      .where('key', '=', key)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw conflict('error.conflict')
    await storeTextPictures(tx, 'passage', id, [])
    await recordChange(tx, ctx, 'passage removed', `passage ${id}`, { before: toPassageForm(previousPassage) })
  })
}

/**
 * Reorders the movable passages of a page. The list must contain exactly the current ones. Rejects an outdated version.
 */
export async function orderPassages(
  db: WholeDatabase,
  ctx: RequestContext,
  { page, ids, version }: { page: PassagePage; ids: readonly string[]; version: number },
): Promise<void> {
  await publish(db, async (tx) => {
    const newVersion = await incrementOrderVersion(tx, page)
    if (newVersion !== version + 1) throw conflict('error.order_changed')
    const before = (await listPassagesOfPage(tx, page))
      .map((passage) => ({ id: getPassageId(passage), ...passage }))
      .filter(({ id }) => !hasFixedPlace(id))
    assertContainsEveryId(before, ids, 'error.order_changed')
    const passagesById = new Map(before.map((passage) => [passage.id, passage]))
    for (const [index, id] of ids.entries())
      await tx
        .updateTable('passage')
        .set({ position: before[index]!.position })
        .where('page', '=', page)
        .where('key', '=', passagesById.get(id)!.key)
        .execute()
    const joinTitles = (order: readonly string[]) => order.map((id) => passagesById.get(id)!.title_en).join(' · ')
    await recordChange(tx, ctx, 'passages reordered', `passages ${page}`, {
      before: { order: joinTitles([...passagesById.keys()]) },
      after: { order: joinTitles(ids) },
    })
  })
}

/** Increments the order version of a page. The row lock serializes all changes to the passages of that page. */
async function incrementOrderVersion(tx: PublishTransaction, page: string): Promise<number> {
  const { version } = await tx
    .updateTable('settings_section')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('name', '=', page)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/**
 * Derives a unique key from the English title. Avoids keys that the code uses, which would give the passage a place or
 * a picture.
 */
function createKey(page: PassagePage, title: string, existingPassages: readonly PassageRow[]): string {
  const stem = toSlug(title) || 'passage'
  const usedKeys = new Set([...existingPassages.map(({ key }) => key), ...Object.keys(illustrations[page] ?? {})])
  for (let count = 1; ; count++) {
    const key = count === 1 ? stem : `${stem}-${count}`
    if (!usedKeys.has(key)) return key
  }
}

const limitMessage = { key: 'error.too_many_passages', values: { max: MAX_PASSAGES } } as const
const createPassageLimitError = () => invalid({ form: limitMessage })

const listPassagesOfPage = (db: Database, page: string): Promise<PassageRow[]> =>
  db.selectFrom('passage').selectAll().where('page', '=', page).orderBy('position').orderBy('key').execute()
