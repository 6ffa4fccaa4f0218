import { lockUnits } from '#stays/availability/unit-nights.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Context } from '#platform/context.ts'
import { inTransaction, type Database, type Transaction, type WholeDatabase } from '#platform/database/database.ts'
import { publish } from '#platform/database/publish.ts'
import { invalid, notFound, assertValid } from '#platform/errors.ts'
import { decryptText, sealText } from '#platform/files/sealed-text.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { isHttpUrl } from '#platform/external/fetch.ts'
import { recordChange } from '#platform/audit.ts'
import { feedPath } from '#routes/office.ts'
import { insertFeed } from './feeds.ts'
import { reopenWithoutImport } from './apply-events.ts'
import { pollImport, POLL_EVERY_MS } from './polling.ts'

const MAX_IMPORTS_PER_UNIT = 10
const MAX_IMPORTS = 500

export interface ImportForm {
  unit: number
  name: string
  address: string
}

/**
 * Imports the external calendar of a unit and reads it at once. Also creates a feed for the other site. The feed
 * contains the nights sold here, without the events imported from that site.
 */
export async function addImport(db: WholeDatabase, ctx: RequestContext, form: ImportForm): Promise<void> {
  assertValid(validateImport(db, ctx, form).fieldErrors)
  const { now, context } = ctx
  const url = parseCalendarUrl(form.address)!
  const id = await inTransaction(db, async (transaction) => {
    const unit = await transaction.selectFrom('unit').selectAll().where('id', '=', form.unit).executeTakeFirst()
    if (!unit) throw notFound()
    await lockUnits(transaction, [unit.id])
    await rejectTooMany(transaction, context, unit.id, url.href)
    const addedImport = await transaction
      .insertInto('calendar_import')
      .values({
        unit_id: unit.id,
        name: form.name,
        host: url.host,
        ...sealText(context, url.href),
        added_at: now,
        added_by: ctx.account!.id,
        // The calendar is read below, so the worker does not have to poll it now.
        next_at: now + POLL_EVERY_MS,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertFeed(transaction, ctx, { room_id: null, unit_id: unit.id, import_id: addedImport.id })
    await recordChange(transaction, ctx, 'calendar added', `room ${unit.room_id}`, {
      after: { [`calendar ${unit.name}`]: `${form.name} (${url.host})` },
    })
    return addedImport.id
  })
  await pollImport(db, context, id)
}

async function rejectTooMany(db: Transaction, context: Context, unitId: number, address: string): Promise<void> {
  const unitImports = await db.selectFrom('calendar_import').selectAll().where('unit_id', '=', unitId).execute()
  if (unitImports.some((item) => decryptText(context, item) === address))
    throw invalid({ address: 'error.calendar_known' })
  const { all: total } = await db
    .selectFrom('calendar_import')
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow()
  if (unitImports.length >= MAX_IMPORTS_PER_UNIT || Number(total) >= MAX_IMPORTS)
    throw invalid({ address: { key: 'error.too_many_calendars', values: { most: MAX_IMPORTS_PER_UNIT } } })
}

/**
 * Rejects invalid addresses, and those of our own feeds, through which a night that is sold here would block itself.
 */
export function validateImport(
  _: Database,
  { context }: RequestContext,
  { address }: Partial<ImportForm>,
): ValidationResult {
  if (address === undefined) return { fieldErrors: {} }
  const url = parseCalendarUrl(address)
  if (!url) return { fieldErrors: { address: [{ key: 'error.calendar_address' }] } }
  const isOwn = url.host === new URL(context.publicUrl).host && url.pathname.startsWith(feedPath.replace(':feed', ''))
  return { fieldErrors: isOwn ? { address: [{ key: 'error.calendar_own' }] } : {} }
}

/** Parses the address of a calendar. Calendar programs write webcal: for addresses that are read over https. */
function parseCalendarUrl(address: string): URL | null {
  const url = URL.parse(address.replace(/^webcals?:\/\//i, 'https://'))
  return url && isHttpUrl(url) ? url : null
}

/** Reads a calendar now, regardless of its schedule. */
export async function importCalendarNow(
  db: WholeDatabase,
  { context }: RequestContext,
  { id }: { id: number },
): Promise<void> {
  const source = await db.selectFrom('calendar_import').select('id').where('id', '=', id).executeTakeFirst()
  if (!source) throw notFound()
  await pollImport(db, context, id)
}

/** Removes an import, opens the nights it closed, and withdraws its feed address. */
export async function removeImport(db: WholeDatabase, ctx: RequestContext, { id }: { id: number }): Promise<void> {
  await publish(db, async (tx) => {
    const source = await tx
      .selectFrom('calendar_import')
      .innerJoin('unit', 'unit.id', 'calendar_import.unit_id')
      .select(['calendar_import.name', 'host', 'unit_id', 'room_id', 'unit.name as unit'])
      .where('calendar_import.id', '=', id)
      .executeTakeFirst()
    if (!source) throw notFound()
    await reopenWithoutImport(tx, source.unit_id, id, ctx.now)
    await tx.deleteFrom('calendar_import').where('id', '=', id).execute()
    await recordChange(tx, ctx, 'calendar removed', `room ${source.room_id}`, {
      before: { [`calendar ${source.unit}`]: `${source.name} (${source.host})` },
    })
  })
}
