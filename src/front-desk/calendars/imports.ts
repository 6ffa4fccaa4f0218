import { takeUnits } from '#stays/availability/unit-nights.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Context } from '#platform/context.ts'
import { inTransaction, type Database, type Transaction, type WholeDatabase } from '#platform/database/database.ts'
import { publish } from '#platform/database/publish.ts'
import { invalid, notFound, assertValid } from '#platform/errors.ts'
import { openText, sealText } from '#platform/files/sealed-text.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { isAskable } from '#platform/outside/ask.ts'
import { recordChange } from '#platform/work/audit.ts'
import { feedPath } from '#routes/office.ts'
import { addFeed } from './feeds.ts'
import { openWithout } from './fitting.ts'
import { pollImport, POLL_EVERY_MS } from './polling.ts'

const MAX_OF_UNIT = 10
const MAX_IN_ALL = 500

export interface ImportForm {
  unit: number
  name: string
  address: string
}

/**
 * From now on the calendar of somebody else who sells a unit is read, at once for the first time; and it is given an address
 * of its own at which it reads what is sold here, without what came from it.
 */
export async function addImport(db: WholeDatabase, ctx: RequestContext, form: ImportForm): Promise<void> {
  assertValid(validateImport(db, ctx, form).fieldErrors)
  const { now, context } = ctx
  const url = askableUrl(form.address)!
  const id = await inTransaction(db, async (transaction) => {
    const unit = await transaction.selectFrom('unit').selectAll().where('id', '=', form.unit).executeTakeFirst()
    if (!unit) throw notFound()
    await takeUnits(transaction, [unit.id])
    await refuseTooMany(transaction, context, unit.id, url.href)
    const added = await transaction
      .insertInto('calendar_import')
      .values({
        unit_id: unit.id,
        name: form.name,
        host: url.host,
        ...sealText(context, url.href),
        added_at: now,
        added_by: ctx.account!.id,
        // Read below; another process has no need to.
        next_at: now + POLL_EVERY_MS,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addFeed(transaction, ctx, { room_id: null, unit_id: unit.id, import_id: added.id })
    await recordChange(transaction, ctx, 'calendar added', `room ${unit.room_id}`, {
      after: { [`calendar ${unit.name}`]: `${form.name} (${url.host})` },
    })
    return added.id
  })
  await pollImport(db, context, id)
}

async function refuseTooMany(db: Transaction, context: Context, unitId: number, address: string): Promise<void> {
  const own = await db.selectFrom('calendar_import').selectAll().where('unit_id', '=', unitId).execute()
  if (own.some((each) => openText(context, each) === address)) throw invalid({ address: 'error.calendar_known' })
  const { all } = await db
    .selectFrom('calendar_import')
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow()
  if (own.length >= MAX_OF_UNIT || Number(all) >= MAX_IN_ALL)
    throw invalid({ address: { key: 'error.calendars_most', values: { most: MAX_OF_UNIT } } })
}

/** An address of the web that is none of our own: what is sold here cannot be sold elsewhere because of it. */
export function validateImport(
  _: Database,
  { context }: RequestContext,
  { address }: Partial<ImportForm>,
): ValidationResult {
  if (address === undefined) return { fieldErrors: {} }
  const url = askableUrl(address)
  if (!url) return { fieldErrors: { address: [{ key: 'error.calendar_address' }] } }
  const isOwn = url.host === new URL(context.publicUrl).host && url.pathname.startsWith(feedPath.replace(':feed', ''))
  return { fieldErrors: isOwn ? { address: [{ key: 'error.calendar_own' }] } : {} }
}

/** Programs write webcal: for what is asked by https. */
function askableUrl(address: string): URL | null {
  const url = URL.parse(address.replace(/^webcals?:\/\//i, 'https://'))
  return url && isAskable(url) ? url : null
}

/** Reads it now, whenever its time would have come. */
export async function tryImport(db: WholeDatabase, { context }: RequestContext, { id }: { id: number }): Promise<void> {
  const source = await db.selectFrom('calendar_import').select('id').where('id', '=', id).executeTakeFirst()
  if (!source) throw notFound()
  await pollImport(db, context, id)
}

/** It is read no more: what it closed can be had again, and its own address leads nowhere. */
export async function removeImport(db: WholeDatabase, ctx: RequestContext, { id }: { id: number }): Promise<void> {
  await publish(db, async (tx) => {
    const source = await tx
      .selectFrom('calendar_import')
      .innerJoin('unit', 'unit.id', 'calendar_import.unit_id')
      .select(['calendar_import.name', 'host', 'unit_id', 'room_id', 'unit.name as unit'])
      .where('calendar_import.id', '=', id)
      .executeTakeFirst()
    if (!source) throw notFound()
    await openWithout(tx, source.unit_id, id, ctx.now)
    await tx.deleteFrom('calendar_import').where('id', '=', id).execute()
    await recordChange(tx, ctx, 'calendar removed', `room ${source.room_id}`, {
      before: { [`calendar ${source.unit}`]: `${source.name} (${source.host})` },
    })
  })
}
