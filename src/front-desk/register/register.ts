import { getBookingReference } from '#stays/bookings/store.ts'
import { getStatus } from '#stays/bookings/status.ts'
import { computeToday } from '#stays/availability/stay.ts'
import { loadCompany } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { claimOperation } from '#platform/database/idempotency-key.ts'
import { parseDay } from '#platform/day.ts'
import { conflict, invalid, notFound, assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { recordChange } from '#platform/audit.ts'
import type { Action } from '#schema/actions.ts'
import { columnNames, type RequestedColumn } from '#content/register-columns.ts'
import { listColumns } from './requested-columns.ts'
import { filterColumnsByNationality, mustBePast, type PersonDetails } from './columns.ts'
import { holdsNights, lockStays, type DeskStay } from '../desk/stays.ts'

export interface Registration extends PersonDetails {
  /** The booking of the room in which the guest sleeps. */
  bookingId: number
  name: string
  nationality: string
}

/** The maximum number of guests registered in one room. */
const MAX_PERSONS_IN_ROOM = 20

/**
 * Registers a guest in a room of a stay. The first guest sets the country of the stay, unless it is known. Values that
 * are not requested are not stored.
 */
export async function register(db: Database, ctx: RequestContext, form: Registration): Promise<string> {
  assertValid((await validateRegistration(db, ctx, form)).fieldErrors)
  return inTransaction(db, async (transaction) => {
    const isRepeated = !(await claimOperation(transaction, ctx, 'register', form))
    const stay = await lockStayToRegister(transaction, ctx, form.bookingId)
    if (isRepeated) return getBookingReference(stay)
    await addPerson(transaction, ctx, stay, form)
    await recordAuditEntry(transaction, ctx, 'guest registered', stay)
    return getBookingReference(stay)
  })
}

/** Updates the register entry of a guest. */
export async function changeRegistration(
  db: Database,
  ctx: RequestContext,
  { id, version, ...form }: Registration & { id: number; version: number },
): Promise<string> {
  assertValid((await validateRegistration(db, ctx, form)).fieldErrors)
  return inTransaction(db, async (transaction) => {
    const stay = await lockStayToRegister(transaction, ctx, form.bookingId)
    const personBefore = await transaction.selectFrom('stay_person').selectAll().where('id', '=', id).executeTakeFirst()
    const { numUpdatedRows } = await transaction
      .updateTable('stay_person')
      .set({ ...toRow(form, await loadRequestedColumns(transaction, ctx)), version: version + 1 })
      .where('id', '=', id)
      .where('booking_id', '=', stay.id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    await correctCountry(transaction, stay, personBefore!)
    await recordAuditEntry(transaction, ctx, 'registration changed', stay)
    return getBookingReference(stay)
  })
}

/** Removes a guest who did not arrive or was registered by mistake. */
export async function removeRegistration(
  db: Database,
  ctx: RequestContext,
  { id, version }: { id: number; version: number },
): Promise<string> {
  return inTransaction(db, async (transaction) => {
    const person = await transaction.selectFrom('stay_person').selectAll().where('id', '=', id).executeTakeFirst()
    const [stay] = person ? await lockStays(transaction, [person.booking_id]) : []
    if (!stay) throw notFound()
    const { numDeletedRows } = await transaction
      .deleteFrom('stay_person')
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw conflict('error.conflict')
    await correctCountry(transaction, stay, person!)
    await recordAuditEntry(transaction, ctx, 'registration removed', stay)
    return getBookingReference(stay)
  })
}

/**
 * Registers a guest again with the data from an earlier stay of the same guest. Data about that one visit is left
 * empty.
 */
export async function copyRegistration(
  db: Database,
  ctx: RequestContext,
  { bookingId, personId }: { bookingId: number; personId: number },
): Promise<string> {
  return inTransaction(db, async (transaction) => {
    const stay = await lockStayToRegister(transaction, ctx, bookingId)
    const sourcePerson = await transaction
      .selectFrom('stay_person')
      .innerJoin('booking', 'booking.id', 'stay_person.booking_id')
      .selectAll('stay_person')
      .where('stay_person.id', '=', personId)
      .where('guest_id', '=', stay.guest_id)
      .executeTakeFirst()
    if (!sourcePerson) throw notFound()
    const existingPersons = await listPersons(transaction, [stay.id])
    const isRegistered = existingPersons.some(
      ({ name, nationality }) => name === sourcePerson.name && nationality === sourcePerson.nationality,
    )
    if (isRegistered) throw conflict('error.registered_already', { name: sourcePerson.name })
    const details = { ...readDetails(sourcePerson.details), ...EMPTY_VISIT }
    const { name, nationality } = sourcePerson
    await addPerson(transaction, ctx, stay, { ...details, bookingId, name, nationality })
    await recordAuditEntry(transaction, ctx, 'guest registered', stay)
    return getBookingReference(stay)
  })
}

const EMPTY_VISIT = { entered: '', entry_port: '', coming_from: '', going_to: '' }

async function addPerson(
  db: Transaction,
  ctx: RequestContext,
  stay: Pick<DeskStay, 'id'>,
  form: Registration,
): Promise<void> {
  const existingPersons = await listPersons(db, [stay.id])
  if (existingPersons.length >= MAX_PERSONS_IN_ROOM) throw invalid({ name: 'error.room_register_full' })
  await db
    .insertInto('stay_person')
    .values({ booking_id: stay.id, ...toRow(form, await loadRequestedColumns(db, ctx)), created_at: ctx.now })
    .execute()
  await db
    .updateTable('booking')
    .set({ country: form.nationality })
    .where('id', '=', stay.id)
    .where('country', 'is', null)
    .execute()
}

/** Sets the country of a stay to that of its first guest, if it came from an entry that has changed since. */
async function correctCountry(
  db: Transaction,
  { id }: Pick<DeskStay, 'id'>,
  personBefore: { nationality: string },
): Promise<void> {
  const [firstPerson] = await listPersons(db, [id])
  await db
    .updateTable('booking')
    .set({ country: firstPerson?.nationality ?? null })
    .where('id', '=', id)
    .where('country', '=', personBefore.nationality)
    .execute()
}

/** Locks a stay until the end of the transaction. Rejects a stay that no longer holds its nights. */
async function lockStayToRegister(db: Transaction, ctx: RequestContext, bookingId: number): Promise<DeskStay> {
  const [stay] = await lockStays(db, [bookingId])
  if (!stay) throw notFound()
  const status = getStatus(stay, ctx.now)
  if (!holdsNights({ status })) throw conflict(`booking.now_${status}`)
  return stay
}

/** Rejects future dates for birth, issue of documents and entry into the country. */
export async function validateRegistration(
  db: Database,
  ctx: RequestContext,
  form: Partial<Registration>,
): Promise<ValidationResult> {
  const fieldErrors: FieldMessages = {}
  const company = await loadCompany(db, ctx)
  const day = computeToday(company, ctx.now)
  for (const column of filterColumnsByNationality(listColumns(company, ctx.language), form.nationality ?? '')) {
    const typedValue = form[column.name]
    if (typedValue && mustBePast(column) && parseDay(typedValue)! > day)
      fieldErrors[column.name] = [{ key: 'error.day_in_future' }]
  }
  return { fieldErrors }
}

const loadRequestedColumns = async (db: Database, ctx: RequestContext) =>
  listColumns(await loadCompany(db, ctx), ctx.language)

function toRow({ name, nationality, ...form }: Registration, columns: readonly RequestedColumn[]) {
  const details = Object.fromEntries(
    filterColumnsByNationality(columns, nationality).map((column) => [column.name, form[column.name]]),
  )
  return { name, nationality, details: JSON.stringify(details) }
}

export const readDetails = (json: string): PersonDetails => {
  const details = JSON.parse(json) as Partial<PersonDetails>
  return Object.fromEntries(columnNames.map((name) => [name, details[name] ?? ''])) as PersonDetails
}

/** Lists the guests of these rooms in the order of registration. */
export const listPersons = (db: Database, bookingIds: readonly number[]) =>
  db
    .selectFrom('stay_person')
    .selectAll()
    .where('booking_id', 'in', bookingIds.length > 0 ? bookingIds : [-1])
    .orderBy('id')
    .execute()

/** Logs the change without the register data, because the log is stored longer. */
const recordAuditEntry = (db: Transaction, ctx: RequestContext, action: Action, stay: DeskStay): Promise<void> =>
  recordChange(db, ctx, action, `booking ${getBookingReference(stay)}`, {})
