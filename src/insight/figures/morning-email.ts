import { ownersToTell } from '#people/accounts/account.ts'
import { readCompany, type Company } from '#content/company.ts'
import { greeting } from '#mail/greeting.ts'
import type { Email } from '#mail/email.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import type { EmailSample } from '#mail/samples.ts'
import { dayIn } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { bdtOf } from '#platform/money.ts'
import { inLanguage, type Language } from '#routes/public.ts'
import { officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { daysAt } from './counted.ts'
import { houseFigures, type HouseFigures } from './figures.ts'
import { booksAt } from './on-books.ts'
import { ratiosOf } from './ratios.ts'

/** So many nights ahead are told, with what has come to them since the day before. */
const AHEAD_NIGHTS = 30

interface Morning {
  day: number
  house: HouseFigures
  came: number
  left: number
  /** As today began, and as yesterday did, of the same nights. Null where it was not kept. */
  books: { sold: number; netPoisha: number } | null
  before: { sold: number; netPoisha: number } | null
}

/** Writes to each owner how the house did yesterday. */
export async function writeMorningEmails(
  db: Database,
  company: Company,
  publicUrl: string,
  day: number,
  now: number,
): Promise<void> {
  const owners = await ownersToTell(db)
  if (owners.length === 0) return
  const morning = await morningOf(db, company, day, now)
  for (const { name, email, language } of owners)
    await enqueueEmail(db, now, email, language, emailOf(morning, { name, language }, publicUrl), company)
}

/** As it would be written now, to whoever looks at it. */
export const morningSample: EmailSample = async (db, { account, now, context }, { language }) => {
  const company = await readCompany(db)
  const morning = await morningOf(db, company, dayIn(company.timeZone, now), now)
  const to = { name: account!.name, language }
  return { about: isoDay(morning.day), make: () => emailOf(morning, to, context.publicUrl) }
}

async function morningOf(db: Database, company: Company, today: number, now: number): Promise<Morning> {
  const day = today - 1
  const ahead = { from: today, to: today + AHEAD_NIGHTS }
  const days = await daysAt(db, today)
  return {
    day,
    house: await houseFigures(db, { period: { from: day, to: today }, days, company, now }),
    came: await countOf(db, 'check_in', day),
    left: await countOf(db, 'check_out', day),
    books: await booksAt(db, today, ahead),
    before: await booksAt(db, day, ahead),
  }
}

async function countOf(db: Database, which: 'check_in' | 'check_out', day: number): Promise<number> {
  const { times } = await db
    .selectFrom('booking')
    .select(({ fn }) => fn.countAll<number | string>().as('times'))
    .where(which, '=', day)
    .where('status', 'in', which === 'check_in' ? ['checked_in', 'checked_out'] : ['checked_out'])
    .executeTakeFirstOrThrow()
  return Number(times)
}

function emailOf(
  { day, house, came, left, books, before }: Morning,
  { name, language }: { name: string; language: Language },
  publicUrl: string,
): Email {
  const { t, number, money } = translatorFor(language)
  const iso = isoDay(day)
  const { all, ended, enquiries, offers } = house
  const { occupancy, averageRate, perUnit } = ratiosOf({ ...all, net: bdtOf(all.grossPoisha - all.vatPoisha) })
  const whole = (bdt: number | null) => (bdt === null ? '–' : money(Math.round(bdt)))
  const share = occupancy === null ? '–' : t('figures.percent', { value: Math.round(occupancy * 1000) / 10 })
  const picked = books && before ? books.sold - before.sold : null
  return {
    kind: 'house_morning',
    subject: t('mail.morning_subject', { day: iso }),
    paragraphs: [greeting(language, name), t('mail.morning_text', { day: iso })],
    facts: [
      [t('figures.occupancy'), `${share}, ${number(all.sold)} / ${number(all.units)}`],
      [t('figures.average_rate'), whole(averageRate)],
      [t('figures.per_unit'), whole(perUnit)],
      [t('figures.revenue'), money(bdtOf(all.grossPoisha - all.vatPoisha))],
      [t('mail.morning_came'), number(came)],
      [t('mail.morning_left'), number(left)],
      [t('figures.made'), number(ended.made)],
      [t('figures.cancelled'), number(ended.cancelled)],
      [t('figures.no_shows'), number(ended.noShows)],
      [t('figures.enquiries'), number(enquiries.came)],
      [t('figures.offers_sent'), number(offers.sent)],
      ...(books ? [[t('mail.morning_books'), number(books.sold)] as const] : []),
      ...(picked === null
        ? []
        : [
            [
              t('mail.morning_picked'),
              `${picked > 0 ? '+' : picked < 0 ? '−' : ''}${number(Math.abs(picked))}`,
            ] as const,
          ]),
    ],
    links: [
      {
        label: t('mail.morning_figures'),
        url: `${publicUrl}${inLanguage(officePages.figures, language)}?period=yesterday`,
      },
      { label: t('mail.morning_day'), url: publicUrl + inLanguage(officePages.day, language) },
    ],
    about: 'figures',
    pot: 'account',
  }
}
