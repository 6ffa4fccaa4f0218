import { forgetEndedDevices } from './accounts/known-device.ts'
import { forgetEndedSessions } from './accounts/session-store.ts'
import { forgetEndedLinks } from './accounts/signed-link.ts'
import { forgetOldRateChanges } from './availability/rate-history.ts'
import { bookingsPersonalData, forgetAskers, forgetGuests } from './bookings/personal-data.ts'
import { readCompany } from './content/company.ts'
import { forgetEndedPreviews } from './posts/preview.ts'
import { forgetOldActs } from './desk/undoing.ts'
import { emergencyLetters } from './desk/today/emergency-letter.ts'
import { forgetDoneNotes } from './desk/forgetting.ts'
import { forgetCopies } from './register/copies.ts'
import { forgetRegistered } from './register/forgetting.ts'
import { forgetSpentCaptchas } from './enquiries/captcha.ts'
import { forgetOldWords } from './enquiries/forgetting.ts'
import { forgetOldMail } from './inbox/mail-folder.ts'
import { forgetOldQuotations } from './quotations/forgetting.ts'
import { writeMorningLetters } from './figures/morning-letter.ts'
import { forgetOldBooks, keepOnBooks } from './figures/on-books.ts'
import { forgetOldVisits } from './visits/forgetting.ts'
import { forgetOldLetters } from './messages/outbox.ts'
import { forgetLostFiles } from './platform/files/sent-files.ts'
import { dayIn } from './platform/clock.ts'
import { doDaily } from './platform/work/daily.ts'
import { forgetOldAudit } from './platform/work/audit.ts'
import { forgetOldRows } from './platform/work/housekeeping.ts'
import type { Context } from './platform/context.ts'
import type { Database } from './platform/database/database.ts'

/** What the house does by itself: what it forgets now and then, and what it does once a day. */
export function choresOf(db: Database, { clock, publicUrl }: Pick<Context, 'clock' | 'publicUrl'>) {
  const today = async () => dayIn((await readCompany(db)).timeZone, clock())
  const forget = [
    () => forgetOldRows(db, clock()),
    () => forgetEndedSessions(db, clock()),
    () => forgetEndedDevices(db, clock()),
    () => forgetEndedLinks(db, clock()),
    () => forgetOldLetters(db, clock()),
    () => bookingsPersonalData.forgetClosed(db, clock()),
    () => forgetAskers(db, clock()),
    () => forgetGuests(db, clock()),
    () => forgetSpentCaptchas(db, clock()),
    () => forgetOldWords(db, clock()),
    () => forgetOldQuotations(db, clock()),
    () => forgetOldMail(db, clock()),
    () => forgetLostFiles(db, clock()),
    () => forgetEndedPreviews(db, clock()),
    () => forgetOldActs(db, clock()),
    () => forgetOldAudit(db, clock()),
    () => forgetOldRateChanges(db, clock()),
    () => forgetDoneNotes(db, clock()),
    () => forgetRegistered(db, clock()),
    () => forgetCopies(db, clock()),
    async () => forgetOldBooks(db, await today()),
    async () => forgetOldVisits(db, await today()),
  ]
  const daily = async () => {
    const company = await readCompany(db)
    const { timeZone, morningLetter = null } = company
    await doDaily(db, timeZone, clock(), [
      ...emergencyLetters(company),
      { name: 'on books', from: '00:00', act: keepOnBooks },
      {
        name: 'morning letter',
        from: morningLetter,
        within: 6 * 3_600_000,
        act: (transaction, day, now) => writeMorningLetters(transaction, company, publicUrl, day, now),
      },
    ])
  }
  return { forget, daily }
}
