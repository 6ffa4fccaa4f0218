import { sql, type RawBuilder } from 'kysely'
import type { Company } from '#content/company.ts'
import { createUnsubscribeLink } from '#mail/unsubscribe.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import { acceptsEmails } from '#mail/suppressions.ts'
import { dayIn, timestampAt } from '#platform/clock.ts'
import type { Context } from '#platform/context.ts'
import { asBigint } from '#platform/database/casts.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import type { BookingStatus } from '#schema/bookings.ts'
import type { Language } from '#routes/public.ts'
import { getArrivalTime } from '../../policies/terms.ts'
import { createRecipient } from '../stay-link.ts'
import { lockStay } from '../store.ts'
import { listOverridingStatuses, mergeRooms } from '../stay-with-rooms.ts'
import { readAmounts } from './amounts.ts'
import { composeReminderEmail, composeThanksEmail } from './reminder-and-thanks.ts'
import { claimEmail, selectNotYetSent } from './sent-once.ts'
import { DAY_MS, HOUR_MS } from '#platform/durations.ts'

/** The local time from which thank-you emails are sent, so that none is sent at night. */
const THANKS_FROM_TIME = '10:00'
/** Thank-you emails are sent up to this many days late. After a longer downtime they are dropped. */
const MAX_THANKS_DELAY_DAYS = 3
/** The maximum number of emails of each kind per run. The next run, a minute later, handles the rest. */
const MAX_EMAILS_AT_ONCE = 50

type UrlContext = Pick<Context, 'publicUrl'>

/**
 * Sends the scheduled emails: a reminder before arrival and thanks after departure. Each is sent once, even with
 * several processes. A stay that was moved to a later date after its reminder gets another one. Cancelled stays and
 * guests who have unsubscribed get none.
 */
export async function sendScheduledEmails(
  db: Database,
  context: UrlContext,
  company: Company,
  now: number,
): Promise<void> {
  const { reminderHours, thanksDays, timeZone } = company
  const today = dayIn(timeZone, now)
  if (reminderHours !== undefined) {
    // The first and the last arrival date whose reminder is due.
    const from = getArrivalTime(today, company) > now ? today : today + 1
    let to = from - 1
    while (getReminderTime(to + 1, company) <= now) to++
    const validSince = sql<number>`cast(room.check_in as bigint) * ${DAY_MS}
      + ${asBigint(getReminderTime(from, company) - from * DAY_MS)}`
    for (const code of await findStaysWithoutEmail(db, 'reminder', { column: 'check_in', from, to, validSince }))
      await sendOnce(db, context, { code, kind: 'reminder', company, now })
  }
  if (thanksDays !== undefined && now >= timestampAt(timeZone, isoDay(today), THANKS_FROM_TIME)!) {
    const to = today - thanksDays
    for (const code of await findStaysWithoutEmail(db, 'thanks', {
      column: 'check_out',
      from: to - MAX_THANKS_DELAY_DAYS,
      to,
    }))
      await sendOnce(db, context, { code, kind: 'thanks', company, now })
  }
}

/** The time from which the reminder of an arrival date is due. A reminder before that was about an earlier date. */
const getReminderTime = (checkIn: number, company: Company): number =>
  getArrivalTime(checkIn, company) - (company.reminderHours ?? 0) * HOUR_MS

type Kind = 'reminder' | 'thanks'
/** The status that a stay must have for the email. */
const requiredStatus = { reminder: 'confirmed', thanks: 'checked_out' } as const satisfies Record<Kind, BookingStatus>

/** The references of stays with a room between two dates that have not had this email yet. */
async function findStaysWithoutEmail(
  db: Database,
  kind: Kind,
  {
    column,
    from,
    to,
    validSince,
  }: { column: 'check_in' | 'check_out'; from: number; to: number; validSince?: RawBuilder<number> },
): Promise<string[]> {
  if (to < from) return []
  const rows = await db
    .selectFrom('booking as room')
    .innerJoin('booking', (join) =>
      join.on(({ eb, fn, ref }) => eb('booking.code', '=', fn.coalesce(ref('room.stay_code'), ref('room.code')))),
    )
    .select('booking.code')
    .where('room.status', '=', requiredStatus[kind])
    .where(`room.${column}`, '>=', from)
    .where(`room.${column}`, '<=', to)
    .where('booking.email', '<>', '')
    .where(selectNotYetSent(kind, validSince))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('booking as other_room')
            .select('other_room.id')
            .whereRef('other_room.stay_code', '=', 'room.stay_code')
            .where('other_room.status', 'in', listOverridingStatuses(requiredStatus[kind])),
        ),
      ),
    )
    .groupBy(['booking.id', 'booking.code'])
    .orderBy('booking.id')
    .limit(MAX_EMAILS_AT_ONCE)
    .execute()
  return rows.map(({ code }) => code)
}

/** Checks the stay again under a lock. Sends nothing if the guest booked too late or has unsubscribed. */
const sendOnce = (
  db: Database,
  context: UrlContext,
  { code, kind, company, now }: { code: string; kind: Kind; company: Company; now: number },
): Promise<void> =>
  inTransaction(db, async (transaction) => {
    const rooms = await lockStay(transaction, code)
    if (rooms.length === 0) return
    const stay = mergeRooms(rooms)
    if (stay.status !== requiredStatus[kind]) return
    const validSince = kind === 'reminder' ? getReminderTime(stay.check_in, company) : 0
    if (!(await claimEmail(transaction, stay.id, kind, { now, validSince }))) return
    const isLate = kind === 'reminder' && stay.created_at > validSince
    if (isLate || !(await acceptsEmails(transaction, stay.email))) return
    const language = stay.language as Language
    const recipient = await createRecipient(transaction, { now, context }, stay)
    const unsubscribeLinks = createUnsubscribeLink(context, language)
    const email =
      kind === 'reminder'
        ? composeReminderEmail(stay, company, recipient, { now, amounts: await readAmounts(transaction, stay, now) })
        : composeThanksEmail(stay, recipient, context.publicUrl)
    await enqueueEmail(transaction, now, stay.email, language, { ...email, decline: unsubscribeLinks }, company)
  })
