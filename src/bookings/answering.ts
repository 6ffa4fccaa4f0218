import { recordAudit } from '../platform/work/audit.ts'
import type { Asker } from '../platform/contract.ts'
import { inTransaction, type Database } from '../platform/database/database.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { addressIsConfirmed } from '../accounts/address.ts'
import { giveBackNights } from '../availability/inventory.ts'
import { readCompany } from '../content/company.ts'
import { mailLater } from '../messages/outbox.ts'
import type { Language } from '../urls.ts'
import { paymentAfter } from './cancelling.ts'
import { answeredLetter } from './letters.ts'
import { forgetAsker } from './open-requests.ts'
import { statusOf } from './status.ts'
import { stayLink } from './stay-link.ts'
import { bookedStay, type BookedRow } from './store.ts'

/** What the company answers to a request, with a sentence of its own for whoever asked. */
interface Answer {
  code: string
  sentence: string
}

/** The stay is on: kept from now on without limit, and said so in a letter; all or nothing. */
export const confirmRequest = (db: Database, asker: Asker, answer: Answer): Promise<BookedRow> =>
  answerRequest(db, asker, answer, 'confirmed')

/** There will be no such stay: its nights are others' to have at once, and a letter says so; all or nothing. */
export const declineRequest = (db: Database, asker: Asker, answer: Answer): Promise<BookedRow> =>
  answerRequest(db, asker, answer, 'declined')

/** The first answer holds. Who comes second, also after a cancellation or the end of the time, is told what it is now. */
function answerRequest(
  db: Database,
  asker: Asker,
  { code, sentence }: Answer,
  answered: 'confirmed' | 'declined',
): Promise<BookedRow> {
  const { now } = asker
  return inTransaction(db, async (transaction) => {
    const booking = await takeBooking(transaction, code)
    if (!booking) throw notFound()
    const status = statusOf(booking, now)
    if (status !== 'pending_approval') throw conflict(`booking.now_${status}`)
    const isDeclined = answered === 'declined'
    const row = await transaction
      .updateTable('booking')
      .set({
        status: answered,
        answer: sentence,
        expires_at: null,
        ...(isDeclined && { payment_status: paymentAfter(booking, 0) }),
      })
      .where('id', '=', booking.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordAudit(transaction, {
      at: now,
      accountId: asker.account!.id,
      action: `booking ${answered}`,
      subject: `booking ${code}`,
    })
    await forgetAsker(transaction, booking.id)
    if (isDeclined) await giveBackNights(transaction, booking.room_id, bookedStay(booking))
    await tellWhoAsked(transaction, asker, row)
    return row
  })
}

/** In the language in which they asked, whoever answers. */
async function tellWhoAsked(db: Database, asker: Asker, booking: BookedRow): Promise<void> {
  const language = booking.language as Language
  const { role } = await db
    .selectFrom('account')
    .select('role')
    .where('id', '=', booking.account_id)
    .executeTakeFirstOrThrow()
  const isGuest = role === 'guest'
  const isKnown = !isGuest && (await addressIsConfirmed(db, booking.account_id, booking.email))
  const link = isGuest ? await stayLink(db, { ...asker, language }, booking) : undefined
  const company = await readCompany(db)
  const letter = answeredLetter(booking, company, { language, isKnown, link }, asker)
  await mailLater(db, asker.now, booking.email, language, letter, company)
}

/** From here on nobody else changes it before the transaction is over. */
const takeBooking = (db: Database, code: string): Promise<BookedRow | undefined> =>
  db
    .updateTable('booking')
    .set(({ ref }) => ({ status: ref('status') }))
    .where('code', '=', code)
    .returningAll()
    .executeTakeFirst()
