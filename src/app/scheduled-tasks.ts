import { passwordJobs } from '#people/accounts/password-change.ts'
import { personWordsJobs } from '#people/accounts/person-words.ts'
import { signInJobs } from '#people/accounts/sign-in.ts'
import { searchJobs } from '#stays/bookings/search-words.ts'
import { postJobs } from '#content/posts/publishing.ts'
import { conversationJobs } from '#trade/enquiries/conversation.ts'
import { emergencyJobs } from '#front-desk/desk/today/emergency-email.ts'
import { calendarJobs } from '#front-desk/calendars/polling.ts'
import { mailJobs } from '#mail/sending.ts'
import { pictureJobs } from '#content/media/making.ts'
import { forgetOldInvoices } from '#money/invoices/purge.ts'
import { invoiceJobs } from '#money/invoices/sending.ts'
import { refundJobs } from '#money/payments/carrying.ts'
import { settlingJobs } from '#money/payments/sweep.ts'
import { webhookJobs } from '#insight/webhooks/telling.ts'
import { holdJobs } from '#stays/bookings/hold.ts'
import type { Gateways } from '#money/payments/store.ts'
import { forgetEndedDevices } from '#people/accounts/known-device.ts'
import { forgetEndedSessions } from '#people/accounts/session-store.ts'
import { forgetEndedLinks } from '#people/accounts/signed-link.ts'
import { pollDue } from '#front-desk/calendars/polling.ts'
import { forgetImported } from '#front-desk/calendars/purge.ts'
import { forgetOldRateChanges } from '#stays/availability/rate-history.ts'
import { remindOfRequests } from '#stays/bookings/emails/unanswered.ts'
import { writeUnasked } from '#stays/bookings/emails/unasked-emails.ts'
import { bookingsPersonalData, forgetAskers, forgetGuests } from '#stays/bookings/personal-data.ts'
import { readCompany } from '#content/company.ts'
import { forgetEndedPreviews } from '#content/posts/preview.ts'
import { forgetOldActs } from '#front-desk/desk/undoing.ts'
import { emergencyEmails } from '#front-desk/desk/today/emergency-email.ts'
import { forgetDoneNotes } from '#front-desk/desk/purge.ts'
import { forgetCopies } from '#front-desk/register/copies.ts'
import { forgetRegistered } from '#front-desk/register/purge.ts'
import { forgetSpentCaptchas } from '#trade/enquiries/captcha.ts'
import { forgetOldWords } from '#trade/enquiries/purge.ts'
import { forgetOldMail } from '#trade/inbox/mail-folder.ts'
import { forgetOldPayments } from '#money/payments/purge.ts'
import { forgetOldQuotations } from '#trade/quotations/purge.ts'
import { writeMorningEmails } from '#insight/figures/morning-email.ts'
import { forgetOldBooks, keepOnBooks } from '#insight/figures/on-books.ts'
import { forgetOldVisits } from '#insight/visits/purge.ts'
import { forgetTold } from '#insight/webhooks/purge.ts'
import { forgetOldEmails } from '#mail/outbox.ts'
import { forgetLostFiles } from '#platform/files/sent-files.ts'
import { dayIn } from '#platform/clock.ts'
import { doDaily } from '#platform/work/daily.ts'
import { forgetOldAudit } from '#platform/work/audit.ts'
import { forgetOldRows } from '#platform/work/housekeeping.ts'
import type { Context } from '#platform/context.ts'
import type { WholeDatabase } from '#platform/database/database.ts'

/** What the house does by itself: what it forgets now and then, and what it does once a day, and each minute. */
export function choresOf(db: WholeDatabase, { clock, publicUrl }: Pick<Context, 'clock' | 'publicUrl'>) {
  const today = async () => dayIn((await readCompany(db)).timeZone, clock())
  const forget = [
    () => forgetOldRows(db, clock()),
    () => forgetEndedSessions(db, clock()),
    () => forgetEndedDevices(db, clock()),
    () => forgetEndedLinks(db, clock()),
    () => forgetOldEmails(db, clock()),
    () => bookingsPersonalData.forgetClosed(db, clock()),
    () => forgetAskers(db, clock()),
    () => forgetGuests(db, clock()),
    () => forgetSpentCaptchas(db, clock()),
    () => forgetOldWords(db, clock()),
    () => forgetOldQuotations(db, clock()),
    () => forgetOldInvoices(db, clock()),
    () => forgetOldPayments(db, clock()),
    () => forgetOldMail(db, clock()),
    () => forgetLostFiles(db, clock()),
    () => forgetEndedPreviews(db, clock()),
    () => forgetOldActs(db, clock()),
    () => forgetOldAudit(db, clock()),
    () => forgetOldRateChanges(db, clock()),
    () => forgetDoneNotes(db, clock()),
    () => forgetRegistered(db, clock()),
    () => forgetCopies(db, clock()),
    () => forgetImported(db, clock()),
    () => forgetTold(db, clock()),
    async () => forgetOldBooks(db, await today()),
    async () => forgetOldVisits(db, await today()),
  ]
  const daily = async () => {
    const company = await readCompany(db)
    const { timeZone, morningLetter: morningEmail = null } = company
    await doDaily(db, timeZone, clock(), [
      ...emergencyEmails(company),
      { name: 'on books', from: '00:00', act: keepOnBooks },
      {
        name: 'morning letter',
        from: morningEmail,
        within: 6 * 3_600_000,
        act: (transaction, day, now) => writeMorningEmails(transaction, company, publicUrl, day, now),
      },
    ])
  }
  const minutely = () => pollDue(db, clock())
  /** Looked for each minute, apart from what is done once a day. */
  const unasked = async () => {
    const company = await readCompany(db)
    const now = clock()
    await Promise.all([
      remindOfRequests(db, { publicUrl }, company, now),
      writeUnasked(db, { publicUrl }, company, now),
    ])
  }
  return { forget, daily, minutely, unasked }
}

/** What it does because something has happened: kinds, and who does them. */
export const jobsOf = (context: Context, gateways: Gateways) => ({
  ...pictureJobs(context.clock),
  ...postJobs,
  ...mailJobs(context),
  ...passwordJobs(context),
  ...signInJobs,
  ...personWordsJobs(context),
  ...holdJobs(context),
  ...settlingJobs({ context, gateways }),
  ...refundJobs({ context, gateways }),
  ...searchJobs(context),
  ...conversationJobs(context),
  ...invoiceJobs(context),
  ...emergencyJobs(context),
  ...calendarJobs(context),
  ...webhookJobs(context),
})
