import { sql } from 'kysely'
import { addNote } from '#front-desk/desk/notes.ts'
import { composeBookingEmail } from '#stays/bookings/emails/guest-emails.ts'
import { getAmounts } from '#stays/bookings/emails/amounts.ts'
import { createInitialBalance } from '#stays/bookings/balance.ts'
import { createRecipient } from '#stays/bookings/stay-link.ts'
import { mergeRooms } from '#stays/bookings/stay-with-rooms.ts'
import { listStatusesWith } from '#stays/bookings/status.ts'
import { addCustomer } from '#people/customers/customers.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import type { Context } from '#platform/context.ts'
import { inTransaction, isPostgres, removeTimeLimits } from '#platform/database/database.ts'
import type { WholeDatabase } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { bdtToPoisha } from '#platform/money.ts'
import type { Language } from '#routes/public.ts'
import { readSeed } from '../read-seed.ts'
import { addMoney } from './money.ts'
import { HISTORY_DAYS } from './plan-stays.ts'
import type { HistorySeed } from './seed-file.ts'
import { addStays, type DemoCustomer, type PastStay } from './stays.ts'
import { addTrade } from './trade.ts'
import { addPageViews } from './visits.ts'
import { openWorld, type World } from './world.ts'

/**
 * Gives the new demo company a past and a future: stays, payments, invoices, customers, enquiries, quotations, orders,
 * emails and visits around today. Runs in one transaction. Its emails count as sent.
 */
export const seedHistory = (db: WholeDatabase, context: Context, folder: string): Promise<void> =>
  inTransaction(db, async (transaction) => {
    if (isPostgres(transaction)) await removeTimeLimits(transaction)
    const seed = readSeed<HistorySeed>(folder, 'history')
    const world = await openWorld(transaction, { context, seed, now: context.clock() })
    const customers = await addCustomers(world)
    const stays = await addStays(world, customers)
    await addMoney(world, stays, customers)
    await addTrade(world)
    await addConfirmations(world, stays)
    await settleEmails(world)
    await addDeskDay(world, stays)
    await addSnapshots(world)
    await addPageViews(world)
    await sortByTime(world)
  })

async function addCustomers(world: World): Promise<Map<string, DemoCustomer>> {
  const { db, seed, today, timeAt } = world
  const rooms = await db.selectFrom('room').select(['id', 'slug']).execute()
  const customers = new Map<string, DemoCustomer>()
  for (const { contacts, rates, ...customer } of seed.customers) {
    const agreedRates = Object.entries(rates).map(([slug, bdt]) => ({
      roomId: rooms.find((room) => room.slug === slug)!.id,
      nightPoisha: bdtToPoisha(bdt),
    }))
    const id = await addCustomer(db, world.asStaff(timeAt(today - HISTORY_DAYS - 40, 600)), {
      ...customer,
      active: true,
      contacts: contacts.map(([name, job, email, phone]) => ({ name, job, email, phone })),
      rates: agreedRates,
    })
    const { paymentDays } = customer
    const ratesByRoom = new Map(agreedRates.map(({ roomId, nightPoisha }) => [roomId, nightPoisha]))
    customers.set(customer.name, { id, paymentDays, rates: ratesByRoom })
  }
  return customers
}

/** Adds the confirmation emails of the latest bookings on the website. */
async function addConfirmations(world: World, stays: readonly PastStay[]): Promise<void> {
  const { db, company } = world
  const websiteStays = stays.filter(({ plan, row }) => plan.source === 'website' && row.status !== 'pending_approval')
  for (const { row } of websiteStays.slice(-MAX_CONFIRMATIONS)) {
    const booking = mergeRooms([row])
    const now = row.created_at
    const recipient = await createRecipient(db, world.asVisitor(now, 'en'), row)
    const amounts = getAmounts(createInitialBalance([row]), booking, now)
    const email = composeBookingEmail(booking, company, recipient, { now, amounts })
    await enqueueEmail(db, now, row.email, row.language as Language, email, company)
  }
}
const MAX_CONFIRMATIONS = 12

/**
 * Marks all emails of the history as sent and removes their jobs, so that nothing leaves this machine. Also deletes the
 * texts of secret emails and all attached files.
 */
async function settleEmails({ db }: World): Promise<void> {
  await db.deleteFrom('job').where('kind', '=', 'send-mail').execute()
  await db
    .updateTable('mail')
    .set(({ ref, eb }) => ({ allowed_at: ref('created_at'), sent_at: eb('created_at', '+', 2_000) }))
    .execute()
  await db.updateTable('mail').set({ content: '' }).where('secret', '=', 1).execute()
  await db.deleteFrom('mail_file').execute()
}

/** Stores the emails and the log again in the order of their times, because the lists of the office sort them by ID. */
async function sortByTime({ db }: World): Promise<void> {
  const entries = await db.deleteFrom('audit').returningAll().execute()
  entries.sort((a, b) => a.at - b.at || a.id - b.id)
  await db
    .insertInto('audit')
    .values(entries.map(({ id: _, ...entry }) => entry))
    .execute()
  const emails = await db.selectFrom('mail').selectAll().orderBy('created_at').orderBy('id').execute()
  await db.updateTable('mail').set({ decline_token: null }).execute()
  for (const { id: oldId, ...email } of emails) {
    const { id } = await db.insertInto('mail').values(email).returning('id').executeTakeFirstOrThrow()
    await db.updateTable('conversation_entry').set({ mail_id: id }).where('mail_id', '=', oldId).execute()
    await db.deleteFrom('mail').where('id', '=', oldId).execute()
  }
}

/** Adds the notes of the desk and the work of housekeeping on this day. */
async function addDeskDay(world: World, stays: readonly PastStay[]): Promise<void> {
  const { db, now, today, timeAt, staff } = world
  const findStayCode = (name: string) =>
    stays.find(({ plan, row }) => row.name === name && plan.from >= today - 5)!.row.code
  const noteForm = { isTask: false, code: '', showAt: null, dueDay: '', dueTime: '' }
  const notes = [
    { ...noteForm, text: 'The airport car for Mina Akter comes at 23:30.', isTask: true, dueDay: isoDay(today) },
    { ...noteForm, text: 'Breakfast at six: early flight.', code: findStayCode('Tomas Novak') },
    { ...noteForm, text: 'The lift is serviced on Sunday from ten to twelve.' },
  ]
  for (const note of notes) await addNote(db, world.asStaff(now), note)
  const setCondition = (ids: number[], condition: 'clean' | 'inspected' | 'dirty', seenAt: number) =>
    ids.length === 0
      ? null
      : db
          .updateTable('unit_state')
          .set({ condition, seen_at: Math.min(seenAt, now), seen_by: staff.id })
          .where('unit_id', 'in', ids)
          .execute()
  const unitIds = (await db.selectFrom('unit').select('id').orderBy('id').execute()).map(({ id }) => id)
  await setCondition(unitIds, 'clean', timeAt(today - 1, 15 * 60))
  await setCondition(unitIds.slice(0, 3), 'inspected', timeAt(today - 1, 16 * 60))
  const staysInHouse = stays.filter(
    ({ row, plan }) => row.status === 'checked_in' && plan.from < today && plan.to > today,
  )
  // The cleaners have done half of the rooms in use by eleven.
  const halfOfUnitIds = staysInHouse.slice(0, staysInHouse.length / 2).map(({ plan }) => plan.unit.id)
  if (now >= timeAt(today, 11 * 60)) await setCondition(halfOfUnitIds, 'clean', timeAt(today, 10 * 60))
  for (const { plan, row, leavesAt } of stays)
    if (row.status === 'checked_out' && plan.to === today) await setCondition([plan.unit.id], 'dirty', leavesAt)
}

/** Stores how much was booked at the start of each of the last days, for the pick-up. */
async function addSnapshots({ db, today, timeAt }: World): Promise<void> {
  const releasedStatuses = sql.join(listStatusesWith('releasedNights').map((status) => sql.lit(status)))
  for (let day = today - SNAPSHOT_DAYS; day < today; day++) {
    await sql`
      insert into nights_on_books (as_of_day, night, room_id, sold, gross_poisha, vat_poisha)
      select cast(${day} as integer), booking_night.night, booking_night.room_id, count(*),
        sum(booking_night.price_poisha), sum(booking_night.vat_poisha)
      from booking_night join booking on booking.id = booking_night.booking_id
      where booking_night.night >= cast(${day} as integer) and booking.created_at < cast(${timeAt(day, 0)} as bigint)
        and booking.status not in (${releasedStatuses})
      group by booking_night.night, booking_night.room_id`.execute(db)
    await db
      .insertInto('daily_run')
      .values({ name: 'on books', day, at: timeAt(day, 1) })
      .execute()
  }
}
const SNAPSHOT_DAYS = 30
