import { keepTextPictures } from './media/text-pictures.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { mustNameAll } from '#platform/database/order.ts'
import { publish, type PublishTransaction } from '#platform/database/publish.ts'
import { conflict, invalid, assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { slugOf } from '#platform/slug.ts'
import { recordChange } from '#platform/work/audit.ts'
import { illustrations } from './illustrations.ts'
import { isInPlace, MAX_PASSAGES, type PageOfPassages } from './passage-places.ts'
import {
  errorsOfPicture,
  idOfPassage,
  keepPicturesOf,
  passageForm,
  passageWith,
  rowOfPassage,
  type PassageRow,
  type WrittenPassage,
} from './texts.ts'

export type NewPassage = WrittenPassage & { page: PageOfPassages }

/** Adds a passage at the end of its page and returns its ID. */
export async function addPassage(
  db: WholeDatabase,
  ctx: RequestContext,
  { page, ...form }: NewPassage,
): Promise<string> {
  assertValid((await validateNewPassage(db, ctx, { page, ...form })).fieldErrors)
  return publish(db, async (tx) => {
    await raiseOrder(tx, page)
    const there = await passagesOn(tx, page)
    if (there.length >= MAX_PASSAGES) throw tooManyPassages()
    const key = newKey(page, form.title_en, there)
    const position = Math.max(0, ...there.map((passage) => passage.position)) + 1
    await tx
      .insertInto('passage')
      .values({ page, key, position, ...rowOfPassage(form) })
      .execute()
    const id = idOfPassage({ page, key })
    await keepPicturesOf(tx, id, form)
    await recordChange(tx, ctx, 'passage added', `passage ${id}`, { after: form })
    return id
  })
}

/** Requires a text, because the page omits passages without one. */
export async function validateNewPassage(
  db: Database,
  _: RequestContext,
  { page, text_en, picture }: Partial<NewPassage>,
): Promise<ValidationResult> {
  const fieldErrors: FieldMessages = await errorsOfPicture(db, page === 'home', picture)
  if (text_en === '') fieldErrors['text_en'] = [{ key: 'error.required' }]
  if (page !== undefined && (await passagesOn(db, page)).length >= MAX_PASSAGES) fieldErrors['form'] = [maxPassages]
  return { fieldErrors }
}

export async function removePassage(
  db: WholeDatabase,
  ctx: RequestContext,
  { id, version }: { id: string; version: number },
): Promise<void> {
  await publish(db, async (tx) => {
    const { page, key } = await passageWith(tx, id)
    if (isInPlace(id)) throw invalid({ form: 'error.passage_in_place' })
    await raiseOrder(tx, page)
    // Another request may have removed the passage while this one waited for the lock.
    const was = await passageWith(tx, id)
    const { numDeletedRows } = await tx
      .deleteFrom('passage')
      .where('page', '=', page)
      .where('key', '=', key)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw conflict('error.conflict')
    await keepTextPictures(tx, 'passage', id, [])
    await recordChange(tx, ctx, 'passage removed', `passage ${id}`, { before: passageForm(was) })
  })
}

/** Reorders the movable passages of a page. The list must contain exactly the current ones. */
export async function orderPassages(
  db: WholeDatabase,
  ctx: RequestContext,
  { page, ids, version }: { page: PageOfPassages; ids: readonly string[]; version: number },
): Promise<void> {
  await publish(db, async (tx) => {
    const next = await raiseOrder(tx, page)
    if (next !== version + 1) throw conflict('error.order_changed')
    const before = (await passagesOn(tx, page))
      .map((passage) => ({ id: idOfPassage(passage), ...passage }))
      .filter(({ id }) => !isInPlace(id))
    mustNameAll(before, ids, 'error.order_changed')
    const known = new Map(before.map((passage) => [passage.id, passage]))
    for (const [at, id] of ids.entries())
      await tx
        .updateTable('passage')
        .set({ position: before[at]!.position })
        .where('page', '=', page)
        .where('key', '=', known.get(id)!.key)
        .execute()
    const named = (order: readonly string[]) => order.map((id) => known.get(id)!.title_en).join(' · ')
    await recordChange(tx, ctx, 'passages ordered', `passages ${page}`, {
      before: { order: named([...known.keys()]) },
      after: { order: named(ids) },
    })
  })
}

/** Increments the order version of a page. The row lock serializes all changes to the passages of that page. */
async function raiseOrder(tx: PublishTransaction, page: string): Promise<number> {
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
function newKey(page: PageOfPassages, title: string, there: readonly PassageRow[]): string {
  const stem = slugOf(title) || 'passage'
  const taken = new Set([...there.map(({ key }) => key), ...Object.keys(illustrations[page] ?? {})])
  for (let count = 1; ; count++) {
    const key = count === 1 ? stem : `${stem}-${count}`
    if (!taken.has(key)) return key
  }
}

const maxPassages = { key: 'error.passages_most', values: { max: MAX_PASSAGES } } as const
const tooManyPassages = () => invalid({ form: maxPassages })

const passagesOn = (db: Database, page: string): Promise<PassageRow[]> =>
  db.selectFrom('passage').selectAll().where('page', '=', page).orderBy('position').orderBy('key').execute()
