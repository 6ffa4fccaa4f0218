import { recordAudit, recordChange } from '#platform/audit.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { claimRequest } from '#platform/database/idempotency-key.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { enforceKeyLimit } from '#platform/http/rate-limit.ts'
import { loadCompany, readCompany } from '#content/company.ts'
import { findLastClosedDay } from '#ledger/business-day.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import { computeToday } from '../availability/stay.ts'
import { getAmounts } from './emails/amounts.ts'
import { composeAnswerEmail, composeStaffMessageEmail } from './emails/guest-emails.ts'
import { deleteRequestSenders } from './open-requests.ts'
import { createInitialBalance, syncLedger } from './balance.ts'
import { getStatus } from './status.ts'
import { createRecipient } from './stay-link.ts'
import { nextVersion, lockStay, type BookedRow } from './store.ts'
import { emitStayEvent } from './stay-views.ts'
import { mergeRooms, releaseRooms, type StayWithRooms } from './stay-with-rooms.ts'

/** The company's answer to a request, with a message for the guest. */
interface Answer {
  code: string
  message: string
}

/** Confirms a request: the rooms are held without a time limit and the guest gets an email. Runs in one transaction. */
export const confirmRequest = (db: Database, ctx: RequestContext, answer: Answer): Promise<StayWithRooms> =>
  answerRequest(db, ctx, answer, 'confirmed')

/** Declines a request: its nights are free at once and the guest gets an email. Runs in one transaction. */
export const declineRequest = (db: Database, ctx: RequestContext, answer: Answer): Promise<StayWithRooms> =>
  answerRequest(db, ctx, answer, 'declined')

/**
 * The first answer wins. A later answer, also after a cancellation or expiry, fails with 409 and the current status.
 */
function answerRequest(
  db: Database,
  ctx: RequestContext,
  { code, message }: Answer,
  newStatus: 'confirmed' | 'declined',
): Promise<StayWithRooms> {
  const { now } = ctx
  return inTransaction(db, async (transaction) => {
    const rooms = await lockStay(transaction, code)
    if (rooms.length === 0) throw notFound()
    const status = getStatus(rooms[0]!, now)
    if (status !== 'pending_approval') throw conflict(`booking.now_${status}`)
    const isDeclined = newStatus === 'declined'
    if (!isDeclined && (await isStayOver(transaction, ctx, mergeRooms(rooms)))) throw conflict('desk.stay_over')
    const rows: BookedRow[] = []
    for (const room of rooms) {
      const row = await transaction
        .updateTable('booking')
        .set({
          status: newStatus,
          answer: message,
          expires_at: null,
          version: nextVersion,
        })
        .where('id', '=', room.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      rows.push(row)
    }
    await syncLedger(transaction, ctx, [code])
    const stay = mergeRooms(rows)
    await recordChange(transaction, ctx, `booking ${newStatus}`, `booking ${code}`, {
      before: { status },
      after: { status: newStatus },
    })
    if (isDeclined) await releaseRooms(transaction, stay)
    else for (const { id } of rows) await deleteRequestSenders(transaction, id)
    await notifyGuest(transaction, ctx, stay)
    return stay
  })
}

/** Returns whether a guest can no longer arrive: the departure day is past, or the last night is closed. */
async function isStayOver(
  db: Database,
  ctx: RequestContext,
  { check_out }: Pick<BookedRow, 'check_out'>,
): Promise<boolean> {
  const currentDay = computeToday(await loadCompany(db, ctx), ctx.now)
  return check_out < currentDay || check_out <= ((await findLastClosedDay(db)) ?? 0) + 1
}

/** Emails the guest in the language of the request, and publishes the event to webhooks. */
async function notifyGuest(db: Database, ctx: RequestContext, stay: StayWithRooms): Promise<void> {
  const [recipient, company] = [await createRecipient(db, ctx, stay), await readCompany(db)]
  const amounts = getAmounts(createInitialBalance(stay.rooms), stay, ctx.now)
  const email = composeAnswerEmail(stay, company, recipient, { ...ctx, amounts })
  await enqueueEmail(db, ctx.now, stay.email, recipient.language, email, company)
  const eventType = stay.status === 'confirmed' ? 'stay.confirmed' : 'stay.declined'
  await emitStayEvent(db, { now: ctx.now, company }, eventType, stay.code, () => stay)
}

/** An email that the company writes to a guest. */
interface StaffMessage {
  code: string
  subject: string
  text: string
}

/** More than staff write to one guest by hand, and too few to flood a mailbox. */
const emailLimit = { times: 10, seconds: 3_600 }

/**
 * Emails a guest in the company's name; replies go to the company. Only staff can send this email, so it does not count
 * towards the mailbox limit of emails that anybody can trigger. A repeated idempotency key does not send a second
 * email.
 */
export function emailGuest(
  db: Database,
  ctx: RequestContext,
  { code, subject, text }: StaffMessage,
): Promise<StayWithRooms> {
  const { now, account, idempotencyKey: key } = ctx
  return inTransaction(db, async (transaction) => {
    const keyedRequest = { scope: `guest email:${account!.id}`, key, request: { code, subject, text }, answer: code }
    const previousAnswer = await claimRequest(transaction, keyedRequest, now)
    const rooms = await lockStay(transaction, code)
    if (rooms.length === 0) throw notFound()
    const stay = mergeRooms(rooms)
    if (previousAnswer !== undefined) return stay
    if (stay.email === '') throw conflict('booking.no_address')
    await enforceKeyLimit(transaction, ctx, `written:${code}`, emailLimit)
    await recordAudit(transaction, {
      at: now,
      accountId: account!.id,
      action: 'guest emailed',
      subject: `booking ${code}`,
      address: ctx.address,
    })
    const { language, isVerified } = await createRecipient(transaction, ctx, stay)
    const email = composeStaffMessageEmail(stay, { language, isVerified }, { subject, text })
    await enqueueEmail(transaction, now, stay.email, language, email)
    return stay
  })
}
