import { codeOf } from '#stays/bookings/store.ts'
import { statusOf } from '#stays/bookings/status.ts'
import { today } from '#stays/availability/stay.ts'
import { companyOf } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { answeredBefore } from '#platform/database/idempotency-key.ts'
import { parseDay } from '#platform/day.ts'
import { conflict, invalid, notFound, assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { recordChange } from '#platform/work/audit.ts'
import type { Action } from '#schema/actions.ts'
import { columnNames, type AskedColumn } from '#content/register-asking.ts'
import { columnsOf } from './asked.ts'
import { askedOf, isPast, type Details } from './columns.ts'
import { holdsNights, takeStays, type DeskStay } from '../desk/stays.ts'

export interface Registration extends Details {
  /** The room of the stay in which they sleep. */
  bookingId: number
  name: string
  nationality: string
}

/** More than that sleep in no room. */
const MAX_IN_ROOM = 20

/**
 * Puts somebody into the register of guests, in a room of a stay. The first of them says from which country the stay comes,
 * where nobody has said so. What is not asked of them is not kept.
 */
export async function register(db: Database, ctx: RequestContext, form: Registration): Promise<string> {
  assertValid((await validateRegistration(db, ctx, form)).fieldErrors)
  const { now, account, idempotencyKey: key } = ctx
  return inTransaction(db, async (transaction) => {
    const asked = { scope: `register:${account!.id}`, key, request: form, answer: '' }
    const isKnown = (await answeredBefore(transaction, asked, now)) !== undefined
    const stay = await stayToRegister(transaction, ctx, form.bookingId)
    if (isKnown) return codeOf(stay)
    await addPerson(transaction, ctx, stay, form)
    await tell(transaction, ctx, 'guest registered', stay)
    return codeOf(stay)
  })
}

/** Mends what the register says of somebody. */
export async function changeRegistration(
  db: Database,
  ctx: RequestContext,
  { id, version, ...form }: Registration & { id: number; version: number },
): Promise<string> {
  assertValid((await validateRegistration(db, ctx, form)).fieldErrors)
  return inTransaction(db, async (transaction) => {
    const stay = await stayToRegister(transaction, ctx, form.bookingId)
    const { numUpdatedRows } = await transaction
      .updateTable('stay_person')
      .set({ ...rowOf(form, await columnsFor(transaction, ctx)), version: version + 1 })
      .where('id', '=', id)
      .where('booking_id', '=', stay.id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    await tell(transaction, ctx, 'registration changed', stay)
    return codeOf(stay)
  })
}

/** Takes somebody out of the register who never came, or was put in by mistake. */
export async function removeRegistration(
  db: Database,
  ctx: RequestContext,
  { id, version }: { id: number; version: number },
): Promise<string> {
  return inTransaction(db, async (transaction) => {
    const person = await transaction.selectFrom('stay_person').selectAll().where('id', '=', id).executeTakeFirst()
    const [stay] = person ? await takeStays(transaction, [person.booking_id]) : []
    if (!stay) throw notFound()
    const { numDeletedRows } = await transaction
      .deleteFrom('stay_person')
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw conflict('error.conflict')
    await tell(transaction, ctx, 'registration removed', stay)
    return codeOf(stay)
  })
}

/**
 * Registers somebody again who was here with the same guest before, as they were registered then. What was true of that
 * visit alone is asked anew.
 */
export async function takeOver(
  db: Database,
  ctx: RequestContext,
  { bookingId, personId }: { bookingId: number; personId: number },
): Promise<string> {
  return inTransaction(db, async (transaction) => {
    const stay = await stayToRegister(transaction, ctx, bookingId)
    const before = await transaction
      .selectFrom('stay_person')
      .innerJoin('booking', 'booking.id', 'stay_person.booking_id')
      .selectAll('stay_person')
      .where('stay_person.id', '=', personId)
      .where('account_id', '=', stay.account_id)
      .executeTakeFirst()
    if (!before) throw notFound()
    const there = await personsOf(transaction, [stay.id])
    const isThere = there.some(({ name, nationality }) => name === before.name && nationality === before.nationality)
    if (isThere) throw conflict('error.registered_already', { name: before.name })
    const details = { ...readDetails(before.details), ...ofOneVisit }
    const { name, nationality } = before
    await addPerson(transaction, ctx, stay, { ...details, bookingId, name, nationality })
    await tell(transaction, ctx, 'guest registered', stay)
    return codeOf(stay)
  })
}

const ofOneVisit = { entered: '', entry_port: '', coming_from: '', going_to: '' }

async function addPerson(
  db: Transaction,
  ctx: RequestContext,
  stay: Pick<DeskStay, 'id'>,
  form: Registration,
): Promise<void> {
  const there = await personsOf(db, [stay.id])
  if (there.length >= MAX_IN_ROOM) throw invalid({ name: 'error.room_register_full' })
  await db
    .insertInto('stay_person')
    .values({ booking_id: stay.id, ...rowOf(form, await columnsFor(db, ctx)), created_at: ctx.now })
    .execute()
  await db
    .updateTable('booking')
    .set({ country: form.nationality })
    .where('id', '=', stay.id)
    .where('country', 'is', null)
    .execute()
}

/** Nobody else changes it before the transaction is over. Of a stay that came to nothing nobody is registered. */
async function stayToRegister(db: Transaction, ctx: RequestContext, bookingId: number): Promise<DeskStay> {
  const [stay] = await takeStays(db, [bookingId])
  if (!stay) throw notFound()
  const status = statusOf(stay, ctx.now)
  if (!holdsNights({ status })) throw conflict(`booking.now_${status}`)
  return stay
}

/** Nobody was born, had a paper made or came into the country on a day that is to come. */
export async function validateRegistration(
  db: Database,
  ctx: RequestContext,
  form: Partial<Registration>,
): Promise<ValidationResult> {
  const fieldErrors: FieldMessages = {}
  const company = await companyOf(db, ctx)
  const day = today(company, ctx.now)
  for (const column of askedOf(columnsOf(company, ctx.language), form.nationality ?? '')) {
    const typed = form[column.name]
    if (typed && isPast(column) && parseDay(typed)! > day) fieldErrors[column.name] = [{ key: 'error.day_to_come' }]
  }
  return { fieldErrors }
}

const columnsFor = async (db: Database, ctx: RequestContext) => columnsOf(await companyOf(db, ctx), ctx.language)

function rowOf({ name, nationality, ...form }: Registration, columns: readonly AskedColumn[]) {
  const details = Object.fromEntries(askedOf(columns, nationality).map((column) => [column.name, form[column.name]]))
  return { name, nationality, details: JSON.stringify(details) }
}

export const readDetails = (kept: string): Details => {
  const details = JSON.parse(kept) as Partial<Details>
  return Object.fromEntries(columnNames.map((name) => [name, details[name] ?? ''])) as Details
}

/** Of some rooms, in the order in which they were registered. */
export const personsOf = (db: Database, bookingIds: readonly number[]) =>
  db
    .selectFrom('stay_person')
    .selectAll()
    .where('booking_id', 'in', bookingIds.length > 0 ? bookingIds : [-1])
    .orderBy('id')
    .execute()

/** Of what stands in the register the log tells nothing, for it is kept longer. */
const tell = (db: Transaction, ctx: RequestContext, action: Action, stay: DeskStay): Promise<void> =>
  recordChange(db, ctx, action, `booking ${codeOf(stay)}`, {})
