import type { Insertable, Selectable } from 'kysely'
import { toBookedColumns } from '#front-desk/desk/desk-bookings.ts'
import { loadDatedRates } from '#stays/availability/free-rooms.ts'
import { adjustSoldNights, type SoldNightChange } from '#stays/availability/inventory.ts'
import { loadTaxRates } from '#stays/availability/vat.ts'
import { postNewStay } from '#stays/bookings/balance.ts'
import { scheduleExpiry } from '#stays/bookings/hold.ts'
import { insertBooking, type BookedRow } from '#stays/bookings/store.ts'
import { insertStayCustomer } from '#stays/customers/stay-customer.ts'
import { createGuest } from '#stays/guests/guest.ts'
import { loadPolicies } from '#stays/policies/policy-lookup.ts'
import { columnNames } from '#content/register-columns.ts'
import { dayIn } from '#platform/clock.ts'
import { createReadableCode } from '#platform/codes.ts'
import { isoDay, listDays } from '#platform/day.ts'
import type { BookingStatus } from '#schema/bookings.ts'
import type { Tables } from '#schema/tables.ts'
import { getEmail, getPhone } from './guest-details.ts'
import { HISTORY_DAYS, planStays, type PlannedStay, type PlannedUnit } from './plan-stays.ts'
import type { SeedGuest } from './seed-file.ts'
import type { World } from './world.ts'
import { DAY_MS, HOUR_MS } from '#platform/durations.ts'

/** A stay of the history. The times may be in the future. */
export interface PastStay {
  plan: PlannedStay
  row: BookedRow
  arrivesAt: number
  leavesAt: number
}

export interface DemoCustomer {
  id: number
  paymentDays: number
  /** The agreed price per night, by room. */
  rates: ReadonlyMap<number, number>
}

/**
 * Books all planned stays, in the order in which they were booked, and brings them to their state of today. Leaves out
 * requests if there is a mail server.
 */
export async function addStays(world: World, customers: ReadonlyMap<string, DemoCustomer>): Promise<PastStay[]> {
  const { db, seed, today, random } = world
  const rooms = new Map((await db.selectFrom('room').selectAll().execute()).map((room) => [room.id, room]))
  const units = await listUnits(world, rooms)
  const plans = planStays({
    units,
    taken: await assignExistingStays(world, units),
    today,
    guests: seed.guests.map(({ name }) => name),
    customers: [...customers.keys()],
    random,
  })
  const drafts = plans
    .filter(({ fate }) => fate !== 'request' || !world.hasMailServer)
    .map((plan) => createDraft(world, plan))
    .toSorted((a, b) => a.createdAt - b.createdAt)
  await adjustSoldNights(
    db,
    countSoldNights(drafts.filter(({ status }) => !isReleased(status)).map(({ plan }) => plan)),
  )
  const prices = await loadPrices(world, [...rooms.keys()])
  const accountIds = await addGuests(world, drafts)
  const stays: PastStay[] = []
  for (const draft of drafts) {
    const { plan, createdAt } = draft
    const guest = findGuest(world, plan.guest)
    const customer = plan.customer === null ? undefined : customers.get(plan.customer)!
    const room = rooms.get(plan.unit.roomId)!
    const agreedPoisha = customer?.rates.get(room.id)
    const nights = listNights(plan).map((night) => ({
      night,
      pricePoisha: agreedPoisha ?? prices.rates.get(`${room.id} ${night}`) ?? room.price_poisha,
    }))
    const { taxRates, policies } = prices
    const accountId = accountIds.get(plan.guest)!
    const isRequest = plan.fate === 'request'
    const row = await insertBooking(
      db,
      {
        code: createReadableCode(10),
        stay_code: null,
        booker_id: accountId,
        guest_id: accountId,
        room_id: room.id,
        check_in: plan.from,
        check_out: plan.to,
        adults: plan.adults,
        children: plan.children,
        status: isRequest ? 'pending_approval' : 'confirmed',
        payment_status: 'unpaid',
        payment: 'offline',
        ...toBookedColumns(room, nights, {
          taxRates,
          rules: policies.get(room.id)!.rules,
          company: world.company,
          now: createdAt,
        }),
        name: guest.name,
        email: hasEmail(plan) ? getEmail(guest) : '',
        phone: getPhone(guest),
        message: plan.message,
        language: guest.language ?? 'en',
        created_at: createdAt,
        expires_at: isRequest ? createdAt + world.company.answerHours * HOUR_MS : null,
        email_verified_at: createdAt,
        source: plan.source,
        country: guest.country,
      },
      nights,
    )
    if (customer) await insertStayCustomer(db, row.code, customer.id)
    if (isRequest) await scheduleExpiry(db, createdAt, row)
    else await postNewStay(db, { at: createdAt, day: dayIn(world.company.timeZone, createdAt) }, [row])
    stays.push({ plan, row: { ...row, status: draft.status }, arrivesAt: draft.arrivesAt, leavesAt: draft.leavesAt })
  }
  await writeStates(world, stays)
  return stays
}

/** Guests who book on the website or by email have an email address, and so do guests of a customer. */
const hasEmail = ({ source, customer }: PlannedStay) => source === 'website' || source === 'mail' || customer !== null

export const isReleased = (status: BookingStatus): boolean => status === 'cancelled' || status === 'no_show'

const listNights = ({ from, to }: PlannedStay) => listDays(from, to)

/** Counts the sold units of each room and night. */
function countSoldNights(plans: readonly PlannedStay[]): SoldNightChange[] {
  const changes = new Map<string, SoldNightChange>()
  for (const plan of plans)
    for (const night of listNights(plan)) {
      const { roomId } = plan.unit
      const key = `${roomId} ${night}`
      changes.set(key, { roomId, night, delta: (changes.get(key)?.delta ?? 0) + 1 })
    }
  return [...changes.values()]
}

const findGuest = ({ seed }: World, guestName: string): SeedGuest =>
  seed.guests.find(({ name }) => name === guestName) ?? { name: guestName, country: 'BD' }

async function listUnits(
  { db }: World,
  rooms: ReadonlyMap<number, Selectable<Tables['room']>>,
): Promise<PlannedUnit[]> {
  const rows = await db.selectFrom('unit').select(['id', 'name', 'room_id']).orderBy('id').execute()
  return rows.map(({ room_id, ...unit }) => {
    const { max_adults, max_children } = rooms.get(room_id)!
    return { ...unit, roomId: room_id, maxAdults: max_adults, maxChildren: max_children }
  })
}

/** Gives the stays of the demo accounts a unit, so that the planned stays do not get it. */
async function assignExistingStays({ db }: World, units: readonly PlannedUnit[]) {
  const rows = await db.selectFrom('booking').select(['id', 'room_id', 'check_in', 'check_out']).execute()
  const takenSpans = rows.map((row) => ({
    bookingId: row.id,
    unitId: units.findLast(({ roomId }) => roomId === row.room_id)!.id,
    from: row.check_in,
    to: row.check_out,
  }))
  await insertUnitNights(db, takenSpans)
  return takenSpans
}

interface Draft {
  plan: PlannedStay
  createdAt: number
  arrivesAt: number
  leavesAt: number
  status: BookingStatus
}

/** Chooses the times of a stay: when it was booked, and when the guest arrives and leaves. */
function createDraft({ timeAt, now, today, random, company }: World, plan: PlannedStay): Draft {
  const isOpen = plan.fate === 'open'
  const arrivesAt = isOpen && plan.from >= today ? Infinity : timeAt(plan.from, 14 * 60 + random.below(8 * 60))
  const leavesAt = isOpen && plan.to <= today ? Infinity : timeAt(plan.to, 8 * 60 + random.below(225))
  const leadDays = plan.source === 'walk_in' ? 0 : 1 + random.below(plan.source === 'phone' ? 8 : 35)
  const bookedOn = Math.min(plan.from, today) - leadDays
  const latestTime = plan.fate === 'request' ? now - 2 * HOUR_MS : Math.min(now, timeAt(plan.from, 14 * 60))
  const createdAt =
    plan.fate === 'request' ? latestTime : Math.min(timeAt(bookedOn, 540 + random.below(700)), latestTime)
  const status = getStatus()
  return { plan, createdAt, arrivesAt, leavesAt, status }

  function getStatus(): BookingStatus {
    if (plan.fate === 'request') return 'pending_approval'
    if (plan.fate === 'cancelled') return 'cancelled'
    if (plan.fate === 'no show') return dayIn(company.timeZone, now) > plan.from ? 'no_show' : 'cancelled'
    if (now < arrivesAt) return 'confirmed'
    return now < leavesAt ? 'checked_in' : 'checked_out'
  }
}

async function loadPrices({ db, today }: World, roomIds: readonly number[]) {
  const span = { checkIn: today - HISTORY_DAYS - 3, checkOut: today + HISTORY_DAYS + 10 }
  const datedRates = [...(await loadDatedRates(db, roomIds, span)).entries()]
  return {
    taxRates: await loadTaxRates(db, today),
    policies: await loadPolicies(db, roomIds),
    rates: new Map(
      datedRates.flatMap(([roomId, rates]) =>
        rates.map((rate) => [`${roomId} ${rate.day}`, rate.price_poisha] as const),
      ),
    ),
  }
}

/** Adds an account for each guest without one, at the time of the first booking. */
async function addGuests(world: World, drafts: readonly Draft[]): Promise<Map<string, number>> {
  const existingGuests = await world.db
    .selectFrom('account')
    .select(['id', 'name'])
    .where('role', '=', 'guest')
    .execute()
  const accountIds = new Map(existingGuests.map(({ id, name }) => [name, id]))
  for (const { plan, createdAt } of drafts) {
    if (accountIds.has(plan.guest)) continue
    const guest = findGuest(world, plan.guest)
    const details = { name: guest.name, email: getEmail(guest), phone: getPhone(guest) }
    accountIds.set(
      plan.guest,
      await createGuest(world.db, { ...details, language: guest.language ?? 'en', now: createdAt }),
    )
  }
  return accountIds
}

/** Writes arrivals, departures, units and registered guests. money.ts writes cancellations with their fees. */
async function writeStates({ db, company, today, random }: World, stays: readonly PastStay[]): Promise<void> {
  const occupyingStays = stays.filter(({ row }) => !isReleased(row.status) && row.status !== 'pending_approval')
  await insertUnitNights(
    db,
    occupyingStays
      // One of the guests who arrive today has no unit yet.
      .filter(({ plan }) => !(plan.from === today && plan.unit.name === '301'))
      .map(({ plan, row }) => ({ bookingId: row.id, unitId: plan.unit.id, from: plan.from, to: plan.to })),
  )
  const arrivedStays = occupyingStays.filter(({ row }) => row.status !== 'confirmed')
  for (const { row, arrivesAt, leavesAt } of arrivedStays)
    await db
      .updateTable('booking')
      .set({
        status: row.status,
        arrived_at: arrivesAt,
        left_at: row.status === 'checked_out' ? leavesAt : null,
        version: row.status === 'checked_out' ? 3 : 2,
      })
      .where('id', '=', row.id)
      .execute()
  // One guest in house is not registered yet.
  const unregisteredStay = arrivedStays.findLast(({ row }) => row.status === 'checked_in')
  const persons = arrivedStays
    .filter((stay) => stay !== unregisteredStay)
    .map(({ row, arrivesAt }): Insertable<Tables['stay_person']> => ({
      booking_id: row.id,
      name: row.name,
      nationality: row.country!,
      details: JSON.stringify(createDetails(dayIn(company.timeZone, arrivesAt), 100_000 + random.below(900_000))),
      created_at: arrivesAt,
    }))
  await insertInBatches(persons, (rows) => db.insertInto('stay_person').values(rows).execute())
  // Prevents the scheduled emails to guests of the history. A reminder counts only from its due time on.
  const emailedStays = stays.filter(({ row }) => row.email !== '')
  const stayEmails = emailedStays.flatMap(({ row }) =>
    (['reminder', 'thanks', 'unanswered'] as const).map((kind) => ({
      booking_id: row.id,
      kind,
      at: (row.check_in + 1) * DAY_MS,
    })),
  )
  await insertInBatches(stayEmails, (rows) => db.insertInto('stay_email').values(rows).execute())
}

async function insertUnitNights(
  db: World['db'],
  stays: readonly { bookingId: number; unitId: number; from: number; to: number }[],
): Promise<void> {
  const nights = stays.flatMap(({ bookingId, unitId, from, to }) =>
    listDays(from, to).map((night) => ({ unit_id: unitId, night, booking_id: bookingId, closure_id: null })),
  )
  await insertInBatches(nights, (rows) => db.insertInto('unit_night').values(rows).execute())
}

/** The fields of the guest register. The numbers are made up. */
function createDetails(arrivalDay: number, number: number) {
  return {
    ...Object.fromEntries(columnNames.map((name) => [name, ''])),
    id_kind: 'passport',
    id_number: `X${number}`,
    passport_expires: isoDay(arrivalDay + 900),
    visa_number: `V${number}`,
    entered: isoDay(arrivalDay),
    coming_from: 'Home',
    purpose: 'Business',
  }
}

async function insertInBatches<Row>(rows: readonly Row[], insert: (batch: Row[]) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < rows.length; index += ROWS_PER_STATEMENT)
    await insert(rows.slice(index, index + ROWS_PER_STATEMENT))
}
const ROWS_PER_STATEMENT = 200
