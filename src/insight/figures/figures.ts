import { companyOf, type Company } from '#content/company.ts'
import { today as todayOf } from '#stays/availability/stay.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { parseDay } from '#platform/day.ts'
import { assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import type { BookingSource } from '#schema/bookings.ts'
import { daysAt, type Days } from './counted.ts'
import { soldNights, unitsOf, waitingNights, type Sold, type Units } from './nights.ts'
import { comparedWith, MAX_NIGHTS, periodCalled, type Comparison, type Period, type PeriodName } from './period.ts'
import { offersOf, quotedOf, type Offers } from './offers.ts'
import { answeredOf, endedStays, leadTimes, lengthsOfStay, type Answered, type Ended, type Spread } from './stays.ts'

/** Days as one asks for them; with `own` its first and its last one, YYYY-MM-DD. */
export interface AskedFigures {
  period: PeriodName
  from?: string | undefined
  until?: string | undefined
  compare: Comparison
  /** The first day to compare with, where one says it oneself: feasts go through the year. */
  compare_from?: string | undefined
}

/** One night, or all of them. */
type Line = Sold & Units & { waiting: number }

export interface HouseFigures {
  period: Period
  nights: (Line & { night: number })[]
  all: Line
  byRoom: ReadonlyMap<number, Sold & Units>
  bySource: ReadonlyMap<BookingSource, Sold>
  byCountry: ReadonlyMap<string, Sold>
  lengths: Spread
  leads: Spread
  ended: Ended
  enquiries: Answered & { quoted: number; won: number }
  messages: Answered
  offers: Offers
}

/** The figures of the days that are asked for, and of those that they are compared with. */
export async function figuresFor(
  db: Database,
  ctx: RequestContext,
  form: AskedFigures,
): Promise<{ today: number; now: HouseFigures; before: HouseFigures | null }> {
  const company = await companyOf(db, ctx)
  const today = todayOf(company, ctx.now)
  const { period, compared } = daysAsked(form, today)
  const days = await daysAt(db, today)
  const figuresOf = (asked: Period) => houseFigures(db, { period: asked, days, company, now: ctx.now })
  // Where the database has processes of its own, it reads both at once.
  const [now, before] = await Promise.all([figuresOf(period), compared && figuresOf(compared)])
  return { today, now, before }
}

export function daysAsked(form: AskedFigures, today: number): { period: Period; compared: Period | null } {
  assertValid(errorsOf(form))
  const { period: name, from, until, compare, compare_from: start } = form
  const period = name === 'own' ? { from: parseDay(from!)!, to: parseDay(until!)! + 1 } : periodCalled(name, today)
  return { period, compared: comparedWith(period, compare, start === undefined ? undefined : parseDay(start)) }
}

export const validateFigures = (
  _: Database,
  __: RequestContext,
  form: Partial<AskedFigures>,
): Promise<ValidationResult> => Promise.resolve({ fieldErrors: errorsOf(form) })

/** Own days are both there, in their order and no more than a year. */
export function errorsOf({ period, from, until, compare, compare_from: start }: Partial<AskedFigures>): FieldMessages {
  const fieldErrors: FieldMessages = {}
  if (compare === 'own' && start === undefined) fieldErrors['compare_from'] = [{ key: 'error.required' }]
  if (period !== 'own') return fieldErrors
  if (from === undefined) fieldErrors['from'] = [{ key: 'error.required' }]
  if (until === undefined) fieldErrors['until'] = [{ key: 'error.required' }]
  const nights = from === undefined || until === undefined ? 1 : parseDay(until)! - parseDay(from)! + 1
  if (nights < 1) fieldErrors['until'] = [{ key: 'error.figures_order' }]
  if (nights > MAX_NIGHTS) fieldErrors['until'] = [{ key: 'error.figures_long', values: { nights: MAX_NIGHTS } }]
  return fieldErrors
}

export async function houseFigures(
  db: Database,
  { period, days, company, now }: { period: Period; days: Days; company: Company; now: number },
): Promise<HouseFigures> {
  const { nights, sold, units } = await nightsIn(db, period, days, now)
  return {
    period,
    nights,
    all: nights.reduce<Line>(added, nothing),
    byRoom: new Map(
      [...new Set([...units.byRoom.keys(), ...sold.byRoom.keys()])].map((room) => [
        room,
        { ...nothing, ...units.byRoom.get(room), ...sold.byRoom.get(room) },
      ]),
    ),
    bySource: sold.bySource,
    byCountry: sold.byCountry,
    lengths: await lengthsOfStay(db, period, days),
    leads: await leadTimes(db, period, days, company, now),
    ended: await endedStays(db, period, company),
    enquiries: { ...(await answeredOf(db, 'enquiry', period, company)), ...(await quotedOf(db, period, company)) },
    messages: await answeredOf(db, 'contact_message', period, company),
    offers: await offersOf(db, period, company, days.today),
  }
}

const nothing: Line = { sold: 0, paid: 0, grossPoisha: 0, vatPoisha: 0, units: 0, closed: 0, waiting: 0 }

const added = (one: Line, other: Line): Line => ({
  sold: one.sold + other.sold,
  paid: one.paid + other.paid,
  grossPoisha: one.grossPoisha + other.grossPoisha,
  vatPoisha: one.vatPoisha + other.vatPoisha,
  units: one.units + other.units,
  closed: one.closed + other.closed,
  waiting: one.waiting + other.waiting,
})

async function nightsIn(db: Database, period: Period, days: Days, now: number) {
  const sold = await soldNights(db, period, days)
  const units = await unitsOf(db, period, days.today)
  const waiting = await waitingNights(db, period, now)
  const nights = Array.from({ length: period.to - period.from }, (_, at) => {
    const night = period.from + at
    const line: Line = { ...nothing, ...units.byNight.get(night), ...sold.byNight.get(night) }
    return { ...line, night, waiting: waiting.get(night) ?? 0 }
  })
  return { nights, sold, units }
}
