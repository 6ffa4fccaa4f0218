import { pickTranslation, readCompany, type Company } from '#content/company.ts'
import type { Email } from '#mail/email.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import type { EmailDefinitions } from '#mail/definition.ts'
import type { Clock } from '#platform/clock.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import type { DailyTask } from '#platform/background/daily.ts'
import { enqueue, type JobKinds } from '#platform/background/jobs.ts'
import { translatorFor } from '#locales/both.ts'
import { readEmergencyData, type EmergencyData } from '../emergency.ts'
import { HOUR_MS } from '#platform/durations.ts'

const JOB_KIND = 'emergency-letter'

/**
 * Emails the emergency sheet when a shift begins, so that staff can read it on a phone during a power cut. An hour
 * after the start of the shift it is no longer sent, because it would be outdated.
 */
export const listEmergencyEmailTasks = ({ shifts, emergencyTo }: Company): DailyTask[] =>
  emergencyTo.length === 0
    ? []
    : shifts.map((from) => ({
        name: `emergency ${from}`,
        from,
        maxDelayMs: HOUR_MS,
        run: (db, _, now) => enqueue(db, now, JOB_KIND, {}),
      }))

/**
 * The job that emails the sheet. Anyone with access to one of the mailboxes can read the email, so it contains no
 * amounts.
 */
export const createEmergencyJobs = ({ clock }: { clock: Clock }): JobKinds => ({
  async [JOB_KIND](_: object, db) {
    const company = await readCompany(db)
    const { language, emergencyTo } = company
    const now = clock()
    const sheet = await readEmergencyData(db, { account: null, language, now, visit: {} })
    const { renderEmergencyPdf } = await import('./emergency-pdf.ts')
    const file = { name: `emergency-${sheet.day}.pdf`, type: 'application/pdf' }
    const email = {
      ...composeEmergencyEmail(sheet, company, now),
      file: { ...file, bytes: await renderEmergencyPdf(sheet, language, now) },
    }
    await inTransaction(db as Database, async (transaction) => {
      for (const to of emergencyTo) await enqueueEmail(transaction, now, to, language, email, company)
    })
  },
})

/** A sample of this email as of now. The sent email has the sheet attached. */
export const emergencySheetEmails = {
  staff_emergency_sheet: {
    texts: ['mail.emergency_subject', 'mail.emergency_text'],
    sample: async (db, ctx, { language }) => {
      const company = { ...(await readCompany(db)), language }
      const sheet = await readEmergencyData(db, { ...ctx, language })
      return { about: sheet.day, make: () => composeEmergencyEmail(sheet, company, ctx.now) }
    },
  },
} satisfies Partial<EmailDefinitions>

function composeEmergencyEmail(
  { inHouse, arrivals, departures, day }: EmergencyData,
  company: Company,
  now: number,
): Email {
  const { t, moment, number } = translatorFor(company.language)
  const persons = inHouse.reduce((sum, i) => sum + i.persons, 0)
  return {
    kind: 'staff_emergency_sheet',
    subject: t('mail.emergency_subject', { day, house: pickTranslation(company.houseName, company.language) }),
    paragraphs: [t('mail.emergency_text', { moment: moment(new Date(now)) })],
    facts: [
      [t('mail.emergency_persons'), number(persons)],
      [t('mail.emergency_arrivals'), number(arrivals.length)],
      [t('mail.emergency_departures'), number(departures.filter(({ leftAt }) => leftAt === null).length)],
    ],
    about: 'emergency sheet',
  }
}
