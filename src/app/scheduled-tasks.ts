import { createPasswordJobs } from '#people/accounts/password-change.ts'
import { signInJobs } from '#people/accounts/sign-in.ts'
import { postJobs } from '#content/posts/publishing.ts'
import { createEmergencyJobs } from '#front-desk/desk/today/emergency-email.ts'
import { createCalendarJobs } from '#front-desk/calendars/polling.ts'
import { createMailJobs } from '#mail/sending.ts'
import { createPictureJobs } from '#content/media/picture-jobs.ts'
import { purgeOldInvoices } from '#money/invoices/purge.ts'
import { createInvoiceJobs } from '#money/invoices/sending.ts'
import { createRefundJobs } from '#money/payments/refund-jobs.ts'
import { createSettlementJobs } from '#money/payments/sweep.ts'
import { createWebhookJobs } from '#insight/webhooks/delivery-jobs.ts'
import { createHoldJobs } from '#stays/bookings/hold.ts'
import type { Gateways } from '#money/payments/store.ts'
import { purgeExpiredDevices } from '#people/accounts/known-device.ts'
import { purgeExpiredSessions } from '#people/accounts/session-store.ts'
import { purgeExpiredLinks } from '#people/accounts/signed-link.ts'
import { enqueueDuePolls } from '#front-desk/calendars/polling.ts'
import { purgeImportedEvents } from '#front-desk/calendars/purge.ts'
import { purgeOldRateChanges } from '#stays/availability/rates/rate-history.ts'
import { remindCompany } from '#stays/bookings/emails/unanswered.ts'
import { sendScheduledEmails } from '#stays/bookings/emails/scheduled-emails.ts'
import { bookingsPersonalData, purgeRequestSenders, purgeGuests } from '#stays/bookings/personal-data.ts'
import { readCompany } from '#content/company.ts'
import { purgeEndedPreviews } from '#content/posts/preview.ts'
import { purgeOldOperations } from '#front-desk/desk/undo.ts'
import { listEmergencyEmailTasks } from '#front-desk/desk/today/emergency-email.ts'
import { purgeDoneNotes } from '#front-desk/desk/purge.ts'
import { purgeCopies } from '#front-desk/register/copies.ts'
import { purgeRegisteredPersons } from '#front-desk/register/purge.ts'
import { purgeSpentCaptchas } from '#trade/enquiries/captcha.ts'
import { purgeOldCorrespondence } from '#trade/enquiries/purge.ts'
import { purgeOldIncomingMail } from '#trade/inbox/mail-folder.ts'
import { purgeOldPayments } from '#money/payments/purge.ts'
import { purgeOldQuotations } from '#trade/quotations/purge.ts'
import { refreshAllDailyFigures } from '#insight/figures/daily-figures.ts'
import { writeMorningEmails } from '#insight/figures/morning-email.ts'
import { purgeOldSnapshots, storeSnapshot } from '#insight/figures/nights-on-books.ts'
import { purgeOldVisits } from '#insight/visits/purge.ts'
import { purgeEvents } from '#insight/webhooks/purge.ts'
import { purgeOldEmails } from '#mail/outbox.ts'
import { purgeLostFiles } from '#platform/files/stored-files.ts'
import { dayIn } from '#platform/clock.ts'
import { runOncePerDay } from '#platform/background/daily.ts'
import { purgeOldAudit } from '#platform/audit.ts'
import { purgeOldRows } from '#platform/background/cleanup.ts'
import type { Context } from '#platform/context.ts'
import type { WholeDatabase } from '#platform/database/database.ts'
import { HOUR_MS } from '#platform/durations.ts'

/** Creates the scheduled tasks: purging old data, daily tasks and tasks that run each minute. */
export function createScheduledTasks(db: WholeDatabase, { clock, publicUrl }: Pick<Context, 'clock' | 'publicUrl'>) {
  const getToday = async () => dayIn((await readCompany(db)).timeZone, clock())
  const purgeJobs = [
    () => purgeOldRows(db, clock()),
    () => purgeExpiredSessions(db, clock()),
    () => purgeExpiredDevices(db, clock()),
    () => purgeExpiredLinks(db, clock()),
    () => purgeOldEmails(db, clock()),
    () => bookingsPersonalData.purgeClosedAccounts(db, clock()),
    () => purgeRequestSenders(db, clock()),
    () => purgeGuests(db, clock()),
    () => purgeSpentCaptchas(db, clock()),
    () => purgeOldCorrespondence(db, clock()),
    () => purgeOldQuotations(db, clock()),
    () => purgeOldInvoices(db, clock()),
    () => purgeOldPayments(db, clock()),
    () => purgeOldIncomingMail(db, clock()),
    () => purgeLostFiles(db, clock()),
    () => purgeEndedPreviews(db, clock()),
    () => purgeOldOperations(db, clock()),
    () => purgeOldAudit(db, clock()),
    () => purgeOldRateChanges(db, clock()),
    () => purgeDoneNotes(db, clock()),
    () => purgeRegisteredPersons(db, clock()),
    () => purgeCopies(db, clock()),
    () => purgeImportedEvents(db, clock()),
    () => purgeEvents(db, clock()),
    async () => purgeOldSnapshots(db, await getToday()),
    async () => purgeOldVisits(db, await getToday()),
  ]
  const runDailyTasks = async () => {
    const company = await readCompany(db)
    const { timeZone, morningEmail = null } = company
    await runOncePerDay(db, timeZone, clock(), [
      ...listEmergencyEmailTasks(company),
      { name: 'on books', from: '00:00', run: storeSnapshot },
      {
        name: 'morning letter',
        from: morningEmail,
        maxDelayMs: 6 * HOUR_MS,
        run: (transaction, day, now) => writeMorningEmails(transaction, company, publicUrl, day, now),
      },
    ])
  }
  const runMinutelyTasks = () => enqueueDuePolls(db, clock())
  /** Runs each minute, independently of the daily tasks. */
  const sendAutomaticEmails = async () => {
    const company = await readCompany(db)
    const now = clock()
    await Promise.all([
      remindCompany(db, { publicUrl }, company, now),
      sendScheduledEmails(db, { publicUrl }, company, now),
    ])
  }
  /** Runs each minute, so that opening the figures has little to compute. */
  const refreshFigures = async () => refreshAllDailyFigures(db, (await readCompany(db)).timeZone)
  return { purgeJobs, runDailyTasks, runMinutelyTasks, sendAutomaticEmails, refreshFigures }
}

export const createJobHandlers = (context: Context, gateways: Gateways) => ({
  ...createPictureJobs(context.clock),
  ...postJobs,
  ...createMailJobs(context),
  ...createPasswordJobs(context),
  ...signInJobs,
  ...createHoldJobs(context),
  ...createSettlementJobs({ context, gateways }),
  ...createRefundJobs({ context, gateways }),
  ...createInvoiceJobs(context),
  ...createEmergencyJobs(context),
  ...createCalendarJobs(context),
  ...createWebhookJobs(context),
})
