import { keepTextPictures } from './media/text-pictures.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { mustNameAll } from '#platform/database/order.ts'
import { publish, type Press } from '#platform/database/publish.ts'
import { conflict, invalid, refuseFaults, type FieldSentences } from '#platform/errors.ts'
import type { Judgement } from '#platform/http/handlers.ts'
import { slugOf } from '#platform/slug.ts'
import { recordChange } from '#platform/work/audit.ts'
import { illustrations } from './illustrations.ts'
import { isInPlace, MOST_PASSAGES, type PageOfPassages } from './passage-places.ts'
import {
  faultsOfPicture,
  idOfPassage,
  keepPicturesOf,
  passageForm,
  passageWith,
  rowOfPassage,
  type PassageRow,
  type WrittenPassage,
} from './texts.ts'

export type NewPassage = WrittenPassage & { page: PageOfPassages }

/** Puts a new passage behind the others of its page. Returns its page and its key. */
export async function addPassage(db: WholeDatabase, ctx: RequestContext, { page, ...form }: NewPassage): Promise<string> {
  refuseFaults((await judgeNewPassage(db, ctx, { page, ...form })).fieldErrors)
  return publish(db, async (press) => {
    await raiseOrder(press, page)
    const there = await passagesOn(press, page)
    if (there.length >= MOST_PASSAGES) throw tooManyPassages()
    const key = newKey(page, form.title_en, there)
    const position = Math.max(0, ...there.map((passage) => passage.position)) + 1
    await press
      .insertInto('passage')
      .values({ page, key, position, ...rowOfPassage(form) })
      .execute()
    const id = idOfPassage({ page, key })
    await keepPicturesOf(press, id, form)
    await recordChange(press, ctx, 'passage added', `passage ${id}`, { after: form })
    return id
  })
}

/** Without a text its page would leave it out. */
export async function judgeNewPassage(
  db: Database,
  _: RequestContext,
  { page, text_en, picture }: Partial<NewPassage>,
): Promise<Judgement> {
  const fieldErrors: FieldSentences = await faultsOfPicture(db, page === 'home', picture)
  if (text_en === '') fieldErrors['text_en'] = [{ key: 'error.required' }]
  if (page !== undefined && (await passagesOn(db, page)).length >= MOST_PASSAGES) fieldErrors['form'] = [mostPassages]
  return { fieldErrors }
}

export async function removePassage(
  db: WholeDatabase,
  ctx: RequestContext,
  { id, version }: { id: string; version: number },
): Promise<void> {
  await publish(db, async (press) => {
    const { page, key } = await passageWith(press, id)
    if (isInPlace(id)) throw invalid({ form: 'error.passage_in_place' })
    await raiseOrder(press, page)
    // Somebody else may have removed it while this waited.
    const was = await passageWith(press, id)
    const { numDeletedRows } = await press
      .deleteFrom('passage')
      .where('page', '=', page)
      .where('key', '=', key)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw conflict('error.conflict')
    await keepTextPictures(press, 'passage', id, [])
    await recordChange(press, ctx, 'passage removed', `passage ${id}`, { before: passageForm(was) })
  })
}

/** Puts the passages of a page that have no place of their own into another order, if there are those that were seen. */
export async function orderPassages(
  db: WholeDatabase,
  ctx: RequestContext,
  { page, ids, version }: { page: PageOfPassages; ids: readonly string[]; version: number },
): Promise<void> {
  await publish(db, async (press) => {
    const next = await raiseOrder(press, page)
    if (next !== version + 1) throw conflict('error.order_changed')
    const before = (await passagesOn(press, page))
      .map((passage) => ({ id: idOfPassage(passage), ...passage }))
      .filter(({ id }) => !isInPlace(id))
    mustNameAll(before, ids, 'error.order_changed')
    const known = new Map(before.map((passage) => [passage.id, passage]))
    for (const [at, id] of ids.entries())
      await press
        .updateTable('passage')
        .set({ position: before[at]!.position })
        .where('page', '=', page)
        .where('key', '=', known.get(id)!.key)
        .execute()
    const named = (order: readonly string[]) => order.map((id) => known.get(id)!.title_en).join(' · ')
    await recordChange(press, ctx, 'passages ordered', `passages ${page}`, {
      before: { order: named([...known.keys()]) },
      after: { order: named(ids) },
    })
  })
}

/** Whoever changes which passages a page has, or their order, waits here for whoever does so already. */
async function raiseOrder(press: Press, page: string): Promise<number> {
  const { version } = await press
    .updateTable('settings_section')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('name', '=', page)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Made from the English title; never one that the code names, for a place or a picture would come with it unasked. */
function newKey(page: PageOfPassages, title: string, there: readonly PassageRow[]): string {
  const stem = slugOf(title) || 'passage'
  const taken = new Set([...there.map(({ key }) => key), ...Object.keys(illustrations[page] ?? {})])
  for (let count = 1; ; count++) {
    const key = count === 1 ? stem : `${stem}-${count}`
    if (!taken.has(key)) return key
  }
}

const mostPassages = { key: 'error.passages_most', values: { max: MOST_PASSAGES } } as const
const tooManyPassages = () => invalid({ form: mostPassages })

const passagesOn = (db: Database, page: string): Promise<PassageRow[]> =>
  db.selectFrom('passage').selectAll().where('page', '=', page).orderBy('position').orderBy('key').execute()
