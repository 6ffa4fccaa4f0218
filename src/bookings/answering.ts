import { recordAudit } from '../platform/work/audit.ts'
import type { Asker } from '../platform/contract.ts'
import { inTransaction, type Database } from '../platform/database/database.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { addressIsConfirmed } from '../accounts/address.ts'
import { readCompany } from '../content/company.ts'
import { mailLater } from '../messages/outbox.ts'
import type { Language } from '../urls.ts'
import { paymentAfter } from './cancelling.ts'
import { answeredLetter } from './letters.ts'
import { forgetAsker } from './open-requests.ts'
import { statusOf } from './status.ts'
import { wayBack } from './stay-link.ts'
import { takeStay, type BookedRow } from './store.ts'
import { asOne, giveBackRooms, type WholeStay } from './whole-stay.ts'

/** What the company answers to a request, with a sentence of its own for whoever asked. */
interface Answer {
  code: string
  sentence: string
}

/** The stay is on: kept from now on without limit, and said so in a letter; all or nothing. */
export const confirmRequest = (db: Database, asker: Asker, answer: Answer): Promise<WholeStay> =>
  answerRequest(db, asker, answer, 'confirmed')

/** There will be no such stay: its nights are others' to have at once, and a letter says so; all or nothing. */
export const declineRequest = (db: Database, asker: Asker, answer: Answer): Promise<WholeStay> =>
  answerRequest(db, asker, answer, 'declined')

/** The first answer holds. Who comes second, also after a cancellation or the end of the time, is told what it is now. */
function answerRequest(
  db: Database,
  asker: Asker,
  { code, sentence }: Answer,
  answered: 'confirmed' | 'declined',
): Promise<WholeStay> {
  const { now } = asker
  return inTransaction(db, async (transaction) => {
    const rooms = await takeStay(transaction, code)
    if (rooms.length === 0) throw notFound()
    const status = statusOf(rooms[0]!, now)
    if (status !== 'pending_approval') throw conflict(`booking.now_${status}`)
    const isDeclined = answered === 'declined'
    const rows: BookedRow[] = []
    for (const room of rooms) {
      const row = await transaction
        .updateTable('booking')
        .set({
          status: answered,
          answer: sentence,
          expires_at: null,
          ...(isDeclined && { payment_status: paymentAfter(room, 0) }),
        })
        .where('id', '=', room.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      rows.push(row)
    }
    const stay = asOne(rows)
    await recordAudit(transaction, {
      at: now,
      accountId: asker.account!.id,
      action: `booking ${answered}`,
      subject: `booking ${code}`,
    })
    if (isDeclined) await giveBackRooms(transaction, stay)
    else for (const { id } of rows) await forgetAsker(transaction, id)
    await tellWhoAsked(transaction, asker, stay)
    return stay
  })
}

/** In the language in which they asked, whoever answers. */
async function tellWhoAsked(db: Database, asker: Asker, stay: WholeStay): Promise<void> {
  const language = stay.language as Language
  const { role } = await db
    .selectFrom('account')
    .select('role')
    .where('id', '=', stay.account_id)
    .executeTakeFirstOrThrow()
  const isKnown = role !== 'guest' && (await addressIsConfirmed(db, stay.account_id, stay.email))
  const reader = { language, isKnown, ...(await wayBack(db, { ...asker, language }, stay, isKnown)) }
  const company = await readCompany(db)
  await mailLater(db, asker.now, stay.email, language, answeredLetter(stay, company, reader, asker), company)
}
