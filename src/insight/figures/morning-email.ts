import { listOwnersToNotify } from '#people/accounts/account.ts'
import { MAX_LATE_DAYS } from '#front-desk/desk/balances.ts'
import { readCompany, type Company } from '#content/company.ts'
import { composeGreeting } from '#mail/greeting.ts'
import type { Email } from '#mail/email.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import type { EmailDefinitions } from '#mail/definition.ts'
import { dayIn, startOfDay } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { poishaToBdt } from '#platform/money.ts'
import { inLanguage, type Language } from '#routes/public.ts'
import { officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { getCountingDays } from './counting-rule.ts'
import { calculatePropertyFigures, type PropertyFigures } from './figures.ts'
import { loadSnapshot } from './nights-on-books.ts'
import { calculateRatios } from './ratios.ts'

/** The number of coming nights whose bookings are reported, with the change since the day before. */
const AHEAD_NIGHTS = 30

interface MorningReport {
  day: number
  property: PropertyFigures
  arrivals: number
  departures: number
  /** The bookings at the start of today and of yesterday, for the same nights. Null if there is no snapshot. */
  books: { sold: number; netPoisha: number } | null
  before: { sold: number; netPoisha: number } | null
}

/** Emails each owner the figures of yesterday. */
export async function writeMorningEmails(
  db: Database,
  company: Company,
  publicUrl: string,
  day: number,
  now: number,
): Promise<void> {
  const owners = await listOwnersToNotify(db)
  if (owners.length === 0) return
  const report = await loadReport(db, company, day, now)
  for (const { name, email, language } of owners)
    await enqueueEmail(db, now, email, language, composeMorningEmail(report, { name, language }, publicUrl), company)
}

/** The email as it would be sent now to the current user. */
export const morningEmails = {
  staff_morning_report: {
    texts: ['mail.morning_subject', 'mail.morning_text', 'mail.morning_figures', 'mail.morning_close_day'],
    sample: async (db, { account, now, context }, { language }) => {
      const company = await readCompany(db)
      const report = await loadReport(db, company, dayIn(company.timeZone, now), now)
      const to = { name: account!.name, language }
      return { about: isoDay(report.day), make: () => composeMorningEmail(report, to, context.publicUrl) }
    },
  },
} satisfies Partial<EmailDefinitions>

async function loadReport(db: Database, company: Company, today: number, now: number): Promise<MorningReport> {
  const day = today - 1
  const comingNights = { from: today, to: today + AHEAD_NIGHTS }
  const countingDays = await getCountingDays(db, today)
  return {
    day,
    property: await calculatePropertyFigures(db, {
      period: { from: day, to: today },
      days: countingDays,
      company,
      now,
    }),
    arrivals: await countArrivals(db, day),
    departures: await countDepartures(db, company, day),
    books: await loadSnapshot(db, today, comingNights),
    before: await loadSnapshot(db, day, comingNights),
  }
}

async function countArrivals(db: Database, day: number): Promise<number> {
  const { times: count } = await db
    .selectFrom('booking')
    .select(({ fn }) => fn.countAll<number | string>().as('times'))
    .where('check_in', '=', day)
    .where('status', 'in', ['checked_in', 'checked_out'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts the rooms that guests left on a day. A departure without a recorded time counts on its date. */
async function countDepartures(db: Database, { timeZone }: Company, day: number): Promise<number> {
  const { times: count } = await db
    .selectFrom('booking')
    .select(({ fn }) => fn.countAll<number | string>().as('times'))
    .where('status', '=', 'checked_out')
    .where('check_out', '>=', day - MAX_LATE_DAYS)
    .where(({ and, or, eb }) =>
      or([
        and([eb('left_at', '>=', startOfDay(timeZone, day)), eb('left_at', '<', startOfDay(timeZone, day + 1))]),
        and([eb('left_at', 'is', null), eb('check_out', '=', day)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

function composeMorningEmail(
  { day, property, arrivals, departures, books, before }: MorningReport,
  { name, language }: { name: string; language: Language },
  publicUrl: string,
): Email {
  const { t, number, money } = translatorFor(language)
  const iso = isoDay(day)
  const { all, ended, enquiries, offers } = property
  const { occupancy, averageRate, perUnit } = calculateRatios({
    ...all,
    net: poishaToBdt(all.grossPoisha - all.vatPoisha),
  })
  const formatRoundedMoney = (bdt: number | null) => (bdt === null ? '–' : money(Math.round(bdt)))
  const occupancyText = occupancy === null ? '–' : t('figures.percent', { value: Math.round(occupancy * 1000) / 10 })
  const pickedUpNights = books && before ? books.sold - before.sold : null
  return {
    kind: 'staff_morning_report',
    subject: t('mail.morning_subject', { day: iso }),
    paragraphs: [composeGreeting(language, name), t('mail.morning_text', { day: iso })],
    facts: [
      [t('figures.occupancy'), `${occupancyText}, ${number(all.sold)} / ${number(all.units)}`],
      [t('figures.average_rate'), formatRoundedMoney(averageRate)],
      [t('figures.per_unit'), formatRoundedMoney(perUnit)],
      [t('figures.revenue'), money(poishaToBdt(all.grossPoisha - all.vatPoisha))],
      [t('mail.morning_arrivals'), number(arrivals)],
      [t('mail.morning_departures'), number(departures)],
      [t('figures.made'), number(ended.made)],
      [t('figures.cancelled'), number(ended.cancelled)],
      [t('figures.no_shows'), number(ended.noShows)],
      [t('figures.enquiries'), number(enquiries.received)],
      [t('figures.offers_sent'), number(offers.sent)],
      ...(books ? [[t('mail.morning_books'), number(books.sold)] as const] : []),
      ...(pickedUpNights === null
        ? []
        : [
            [
              t('mail.morning_new'),
              `${pickedUpNights > 0 ? '+' : pickedUpNights < 0 ? '−' : ''}${number(Math.abs(pickedUpNights))}`,
            ] as const,
          ]),
    ],
    links: [
      {
        label: t('mail.morning_figures'),
        url: `${publicUrl}${inLanguage(officePages.figures, language)}?period=yesterday`,
      },
      { label: t('mail.morning_close_day'), url: publicUrl + inLanguage(officePages.day, language) },
    ],
    about: 'figures',
  }
}
