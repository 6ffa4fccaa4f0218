import type { Selectable } from 'kysely'
import { loadDatedRates } from '#stays/availability/free-rooms.ts'
import { adjustSoldNights } from '#stays/availability/inventory.ts'
import { validateParty, type Party } from '#stays/availability/party.ts'
import { calculateIncludedVat, indexByDay, priceNights, sumNightPrices } from '#stays/availability/price.ts'
import { getLastSellableDay, computeToday, type Stay } from '#stays/availability/stay.ts'
import { loadTaxRates, type TaxRates } from '#stays/availability/vat.ts'
import { lockUnits, requireActiveUnits } from '#stays/availability/unit-nights.ts'
import { expireHolds } from '#stays/bookings/hold.ts'
import { getAmounts } from '#stays/bookings/emails/amounts.ts'
import { composeBookingEmail } from '#stays/bookings/emails/guest-emails.ts'
import { createInitialBalance, postNewStay } from '#stays/bookings/balance.ts'
import { createRecipient } from '#stays/bookings/stay-link.ts'
import { createGuest } from '#stays/guests/guest.ts'
import { guestFieldNames, pickFields, type GuestField } from '#stays/bookings/guest-fields.ts'
import { selectBookingByCode, insertBooking, type BookedRow } from '#stays/bookings/store.ts'
import { emitStayEvent } from '#stays/bookings/stay-views.ts'
import { mergeRooms, loadStay, type StayWithRooms } from '#stays/bookings/stay-with-rooms.ts'
import { insertStayCustomer, requireActiveCustomer } from '#stays/customers/stay-customer.ts'
import { readAgreedRates } from '#people/customers/customers.ts'
import { loadCompany, type Company } from '#content/company.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import { createReadableCode } from '#platform/codes.ts'
import type { RequestContext } from '#platform/contract.ts'
import { claimRequest } from '#platform/database/idempotency-key.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { isoDay, listDays } from '#platform/day.ts'
import { loadPolicies } from '#stays/policies/policy-lookup.ts'
import type { Rules } from '#stays/policies/policy.ts'
import { createStoredTerms } from '#stays/policies/terms.ts'
import { conflict, invalidFields, UserError, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { poishaToBdt } from '#platform/money.ts'
import { recordChange } from '#platform/audit.ts'
import type { BookingSource } from '#schema/bookings.ts'
import type { Tables } from '#schema/tables.ts'
import type { Language } from '#routes/public.ts'
import { buildArrival } from './check-in.ts'
import { MAX_NIGHTS, readStays } from './stays.ts'
import { applyStayChanges, runDeskTransaction, type Change, type DeskOperation } from './stay-changes.ts'
import { readLastClosedDayOrDefault } from './days.ts'
import { findFreeUnits } from './free-units.ts'

/**
 * A stay booked by staff, for a guest at the desk, on the phone or by email. `email` is empty if the guest has none.
 */
export interface DeskBooking extends Record<GuestField, string> {
  stay: Stay
  rooms: readonly RequestedRoom[]
  source: BookingSource
  language: Language
  /** The reference of another stay of the same guest. Empty for a new guest. */
  guestOf: string
  /** The customer for whom the guest travels. Its agreed rates apply. Null: none. */
  customerId: number | null
  /** Whether to email a confirmation. */
  notifiesGuest: boolean
  /** Whether to check the guests in at once. */
  checksIn: boolean
}

export interface RequestedRoom {
  roomId: number
  /** Null: no unit is assigned yet. */
  unitId: number | null
  party: Party
  /** The agreed price per night. Null: the agreed rate of the customer, or today's price. */
  nightPoisha: number | null
}

/**
 * Books one or several rooms for a guest, on one bill. The stay is confirmed at once and ignores the rate rules. It
 * uses the same night counters as a booking on the site.
 */
export async function createDeskBooking(
  db: Database,
  ctx: RequestContext,
  form: DeskBooking,
): Promise<{ booking: StayWithRooms; checkInOperation: DeskOperation | null }> {
  const { now, account, idempotencyKey: key } = ctx
  const { fieldErrors } = await validateDeskBooking(db, ctx, form)
  await expireHolds(db, now, ctx.context)
  const code = createReadableCode(10)
  return runDeskTransaction(db, async (transaction) => {
    const keyedRequest = { scope: `desk:${account!.id}`, key, request: form, answer: code }
    const previousReference = await claimRequest(transaction, keyedRequest, now)
    const load = async (reference: string) => loadStay(transaction, await selectBookingByCode(transaction, reference))
    if (previousReference !== undefined) return { booking: await load(previousReference), checkInOperation: null }
    if (Object.keys(fieldErrors).length > 0) throw invalidFields(fieldErrors)
    const company = await loadCompany(transaction, ctx)
    const accounts = await ensureAccounts(transaction, ctx, form)
    const agreedRates = await loadAgreedRates(transaction, form.customerId)
    const taxRates = await loadTaxRates(transaction, computeToday(company, now))
    const unitIds = form.rooms.flatMap(({ unitId }) => unitId ?? [])
    await lockUnits(transaction, unitIds)
    await requireActiveUnits(transaction, unitIds)
    await reserveUnits(transaction, form)
    const policies = await loadPolicies(
      transaction,
      form.rooms.map(({ roomId }) => roomId),
      form.stay.checkIn,
    )
    const rows: BookedRow[] = []
    for (const requestedRoom of form.rooms) {
      const nightPoisha = requestedRoom.nightPoisha ?? agreedRates.get(requestedRoom.roomId) ?? null
      const { room, nights } = await priceRoom(transaction, form.stay, { roomId: requestedRoom.roomId, nightPoisha })
      const row = await insertBooking(
        transaction,
        {
          code: rows.length === 0 ? code : createReadableCode(10),
          stay_code: form.rooms.length > 1 ? code : null,
          ...accounts,
          room_id: room.id,
          check_in: form.stay.checkIn,
          check_out: form.stay.checkOut,
          ...requestedRoom.party,
          status: 'confirmed',
          payment_status: 'unpaid',
          payment: 'offline',
          ...toBookedColumns(room, nights, { taxRates, rules: policies.get(room.id)!.rules, company, now }),
          ...pickFields(guestFieldNames, form),
          language: form.language,
          created_at: now,
          expires_at: null,
          email_verified_at: now,
          source: form.source,
        },
        nights,
      )
      if (requestedRoom.unitId !== null) await insertUnitNights(transaction, row, requestedRoom.unitId)
      rows.push(row)
    }
    if (form.customerId !== null) await insertStayCustomer(transaction, code, form.customerId)
    await postNewStay(transaction, { at: now, day: computeToday(company, now) }, rows)
    const booking = mergeRooms(rows)
    await recordChange(transaction, ctx, 'stay booked by staff', `booking ${code}`, { after: toLogFields(booking) })
    await emitStayEvent(transaction, { now, company }, 'stay.confirmed', code, () => booking)
    if (form.notifiesGuest) {
      const recipient = await createRecipient(transaction, ctx, booking)
      const amounts = getAmounts(createInitialBalance(booking.rooms), booking, now)
      const email = composeBookingEmail(booking, company, recipient, { now, amounts })
      await enqueueEmail(transaction, now, form.email, form.language, email, company)
    }
    if (!form.checksIn) return { booking, checkInOperation: null }
    const checkInOperation = await checkInBookedRooms(transaction, ctx, rows)
    return { booking: await load(code), checkInOperation }
  })
}

/** Checks in the rooms of a new booking. An error belongs to the unit of its room in the form. */
async function checkInBookedRooms(
  db: Transaction,
  ctx: RequestContext,
  rows: readonly BookedRow[],
): Promise<DeskOperation> {
  const stays = await readStays(
    db,
    rows.map(({ id }) => id),
  )
  const changes: Change[] = []
  for (const [index, stay] of stays.entries())
    try {
      changes.push(await buildArrival(db, ctx, stay, { unitId: null, allowsUnreadyUnit: false }))
    } catch (error) {
      const [message] = error instanceof UserError ? Object.values(error.fields ?? {}).flat() : []
      throw message ? invalidFields({ [`rooms.${index}.unit`]: [message] }) : error
    }
  return applyStayChanges(db, ctx, 'guest checked in', changes)
}

/** The agreed rates of an active customer, by room type. */
async function loadAgreedRates(db: Database, customerId: number | null): Promise<Map<number, number>> {
  if (customerId === null) return new Map()
  return readAgreedRates(db, (await requireActiveCustomer(db, customerId)).id)
}

/**
 * Validates all that can be checked before nights are locked. Errors are keyed by field, with the index of the room.
 */
export async function validateDeskBooking(
  db: Database,
  ctx: RequestContext,
  { stay, rooms = [], email, notifiesGuest, guestOf: code }: Partial<DeskBooking>,
): Promise<ValidationResult> {
  const company = await loadCompany(db, ctx)
  const fieldErrors: FieldMessages = {}
  const [day, lastSellableDay] = [computeToday(company, ctx.now), getLastSellableDay(company, ctx.now)]
  if (stay) {
    // After midnight, the previous night can be booked until that day is closed. Tonight can always be booked.
    if (stay.checkIn < Math.min(day, Math.max(day - 1, (await readLastClosedDayOrDefault(db, day)) + 1)))
      fieldErrors['from'] = [{ key: 'error.check_in_past' }]
    if (stay.checkOut <= Math.max(stay.checkIn, day - 1)) fieldErrors['to'] = [{ key: 'error.check_out_order' }]
    else if (stay.checkOut > lastSellableDay)
      fieldErrors['to'] = [{ key: 'error.stay_too_far_ahead', values: { day: isoDay(lastSellableDay) } }]
    else if (stay.checkOut - stay.checkIn > MAX_NIGHTS) fieldErrors['to'] = [{ key: 'desk.too_long' }]
  }
  if (notifiesGuest && email === '') fieldErrors['email'] = [{ key: 'desk.no_email' }]
  if (code && !(await db.selectFrom('booking').select('id').where('code', '=', code).executeTakeFirst()))
    fieldErrors['guest_of'] = [{ key: 'desk.not_found' }]
  if (stay && Object.keys(fieldErrors).length === 0)
    Object.assign(fieldErrors, await validateRooms(db, ctx, stay, rooms))
  return { fieldErrors }
}

async function validateRooms(
  db: Database,
  ctx: RequestContext,
  stay: Stay,
  rooms: readonly Partial<RequestedRoom>[],
): Promise<FieldMessages> {
  const fieldErrors: FieldMessages = {}
  const freeUnits = await findFreeUnits(db, ctx, stay)
  const assignedUnits: number[] = []
  for (const [index, { roomId, unitId, party }] of rooms.entries()) {
    const roomType = freeUnits.find(({ room }) => room.id === roomId)
    const addError = (name: string, message: FieldMessages[string][number]) => {
      fieldErrors[`rooms.${index}.${name}`] = [message]
    }
    if (!roomType) addError('room', { key: 'desk.not_found' })
    else if (roomType.freeCount < rooms.filter((r) => r.roomId === roomId).length)
      addError('room', { key: 'desk.sold_out' })
    else if (unitId && (assignedUnits.includes(unitId) || !roomType.units.some(({ id }) => id === unitId)))
      addError('unit', { key: 'desk.unit_not_free' })
    if (unitId) assignedUnits.push(unitId)
    if (roomType && party)
      for (const [name, [partyError]] of Object.entries(validateParty(party, roomType.room)))
        addError(name, partyError!)
  }
  return fieldErrors
}

/**
 * Returns the guest of the given stay, or a new guest, and the account of the booker. Members can open the stay in
 * their account. Other guests get a new account as booker, because a browser that opened an earlier stay may belong to
 * another person.
 */
async function ensureAccounts(
  db: Transaction,
  { now }: RequestContext,
  { guestOf, name, email, phone, language }: DeskBooking,
): Promise<Pick<BookedRow, 'booker_id' | 'guest_id'>> {
  const existingGuestId = guestOf === '' ? undefined : await loadGuestOfStay(db, guestOf)
  if (existingGuestId?.role === 'member') return { booker_id: existingGuestId.id, guest_id: existingGuestId.id }
  const bookerId = await createGuest(db, { name, email, phone, language, now })
  return { booker_id: bookerId, guest_id: existingGuestId?.id ?? bookerId }
}

const loadGuestOfStay = (db: Transaction, code: string) =>
  db
    .selectFrom('booking')
    .innerJoin('account', 'account.id', 'booking.guest_id')
    .select(['account.id', 'account.role'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow()

const reserveUnits = (db: Transaction, { rooms, stay }: DeskBooking) =>
  adjustSoldNights(
    db,
    [...Map.groupBy(rooms, ({ roomId }) => roomId)].flatMap(([roomId, roomsOfType]) =>
      listDays(stay.checkIn, stay.checkOut).map((night) => ({ roomId, night, delta: roomsOfType.length })),
    ),
  )

/** Returns a room type and the prices of its nights: the agreed price, or today's. */
export async function priceRoom(
  db: Transaction,
  stay: Stay,
  { roomId, nightPoisha }: Pick<RequestedRoom, 'roomId' | 'nightPoisha'>,
) {
  const room = await db.selectFrom('room').selectAll().where('id', '=', roomId).executeTakeFirst()
  if (!room) throw conflict('desk.not_found')
  const nights = priceNights(listDays(stay.checkIn, stay.checkOut), {
    basePricePoisha: room.price_poisha,
    ratesByDay: indexByDay((await loadDatedRates(db, [roomId], stay)).get(roomId)),
    getAgreedPrice: () => nightPoisha ?? undefined,
  })
  return { room: room as Selectable<Tables['room']>, nights }
}

/** The fields that a booking copies from its room type and price. */
export function toBookedColumns(
  room: Selectable<Tables['room']>,
  nights: readonly { night: number; pricePoisha: number }[],
  { taxRates, rules, company, now }: { taxRates: TaxRates; rules: Rules; company: Company; now: number },
) {
  const totalPoisha = sumNightPrices(nights)
  return {
    room_name_en: room.name_en,
    room_name_bn: room.name_bn,
    bed_en: room.bed_en,
    bed_bn: room.bed_bn,
    total_poisha: totalPoisha,
    ...taxRates,
    vat_poisha: calculateIncludedVat(totalPoisha, taxRates.vat_basis_points),
    ...createStoredTerms(rules, nights, company, now),
  }
}

async function insertUnitNights(
  db: Transaction,
  { id, check_in, check_out }: BookedRow,
  unitId: number,
): Promise<void> {
  const rows = listDays(check_in, check_out).map((night) => ({
    unit_id: unitId,
    night,
    booking_id: id,
    closure_id: null,
  }))
  await db.insertInto('unit_night').values(rows).execute()
}

const toLogFields = (stay: StayWithRooms) => ({
  checkin: isoDay(stay.check_in),
  checkout: isoDay(stay.check_out),
  room: stay.room_name_en,
  total: poishaToBdt(stay.total_poisha),
  adults: stay.adults,
  children: stay.children,
  source: stay.source,
})
