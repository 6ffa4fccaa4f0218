import { setImmediate as turn } from 'node:timers/promises'
import { loadUnits, type UnitTotals } from '#stays/availability/unit-totals.ts'
import { loadCompany, type Company } from '#content/company.ts'
import { computeToday as todayOf } from '#stays/availability/stay.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { parseDay } from '#platform/day.ts'
import { assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import type { BookingSource } from '#schema/bookings.ts'
import { getCountingDays, type CountingDays } from './counting-rule.ts'
import { refreshDailyFigures } from './daily-figures.ts'
import { loadSoldNights, loadWaitingNights, type SoldTotals } from './nights.ts'
import {
  resolveComparison,
  MAX_NIGHTS,
  resolvePeriod,
  type Comparison,
  type Period,
  type PeriodName,
} from './period.ts'
import { loadOffers, countQuotedEnquiries, type Offers } from './offers.ts'
import {
  countAnswered,
  loadStayFigures,
  type AnswerFigures,
  type EndedStayFigures,
  type Distribution,
} from './stays.ts'

/** A requested period. With `own`, it includes the first and last day as YYYY-MM-DD. */
export interface FiguresQuery {
  period: PeriodName
  from?: string | undefined
  until?: string | undefined
  compare: Comparison
  /** The first day to compare with, for example because a holiday falls on other dates each year. */
  compare_from?: string | undefined
}

/** The figures of one night or of all nights. */
type Line = SoldTotals & UnitTotals & { waiting: number }

export interface PropertyFigures {
  period: Period
  nights: (Line & { night: number })[]
  all: Line
  byRoom: ReadonlyMap<number, SoldTotals & UnitTotals>
  bySource: ReadonlyMap<BookingSource, SoldTotals>
  byCountry: ReadonlyMap<string, SoldTotals>
  lengths: Distribution
  leads: Distribution
  ended: EndedStayFigures
  enquiries: AnswerFigures & { quoted: number; won: number }
  messages: AnswerFigures
  offers: Offers
}

/** Calculates the figures of the requested period and of the period to compare with. */
export async function calculateFigures(
  db: Database,
  ctx: RequestContext,
  form: FiguresQuery,
): Promise<{ today: number; now: PropertyFigures; before: PropertyFigures | null }> {
  const company = await loadCompany(db, ctx)
  const today = todayOf(company, ctx.now)
  const { period, compared } = resolvePeriods(form, today)
  const countingDays = await getCountingDays(db, today)
  const calculate = (requestedPeriod: Period) =>
    calculatePropertyFigures(db, { period: requestedPeriod, days: countingDays, company, now: ctx.now })
  return { today, now: await calculate(period), before: compared && (await calculate(compared)) }
}

export function resolvePeriods(form: FiguresQuery, today: number): { period: Period; compared: Period | null } {
  assertValid(findQueryErrors(form))
  const { period: name, from, until, compare, compare_from: comparisonStart } = form
  const period = name === 'own' ? { from: parseDay(from!)!, to: parseDay(until!)! + 1 } : resolvePeriod(name, today)
  return {
    period,
    compared: resolveComparison(period, compare, comparisonStart === undefined ? undefined : parseDay(comparisonStart)),
  }
}

export const validateFigures = (
  _: Database,
  __: RequestContext,
  form: Partial<FiguresQuery>,
): Promise<ValidationResult> => Promise.resolve({ fieldErrors: findQueryErrors(form) })

/** Checks that custom dates are complete, in order and not longer than a year. */
export function findQueryErrors({
  period,
  from,
  until,
  compare,
  compare_from: start,
}: Partial<FiguresQuery>): FieldMessages {
  const fieldErrors: FieldMessages = {}
  if (compare === 'own' && start === undefined) fieldErrors['compare_from'] = [{ key: 'error.required' }]
  if (period !== 'own') return fieldErrors
  if (from === undefined) fieldErrors['from'] = [{ key: 'error.required' }]
  if (until === undefined) fieldErrors['until'] = [{ key: 'error.required' }]
  const nights = from === undefined || until === undefined ? 1 : parseDay(until)! - parseDay(from)! + 1
  if (nights < 1) fieldErrors['until'] = [{ key: 'error.figures_order' }]
  if (nights > MAX_NIGHTS) fieldErrors['until'] = [{ key: 'error.figures_too_long', values: { nights: MAX_NIGHTS } }]
  return fieldErrors
}

export async function calculatePropertyFigures(
  db: Database,
  { period, days, company, now }: { period: Period; days: CountingDays; company: Company; now: number },
): Promise<PropertyFigures> {
  await refreshDailyFigures(db, company.timeZone, period)
  const { nights, sold, units } = await loadNights(db, period, days, now)
  await letOtherRequestsRun(db)
  const stays = await loadStayFigures(db, period, days)
  await letOtherRequestsRun(db)
  return {
    period,
    nights,
    all: nights.reduce<Line>(addLines, emptyLine),
    byRoom: new Map(
      [...new Set([...units.byRoom.keys(), ...sold.byRoom.keys()])].map((room) => [
        room,
        { ...emptyLine, ...units.byRoom.get(room), ...sold.byRoom.get(room) },
      ]),
    ),
    bySource: sold.bySource,
    byCountry: sold.byCountry,
    ...stays,
    enquiries: {
      ...(await countAnswered(db, 'enquiry', period, company)),
      ...(await countQuotedEnquiries(db, period, company)),
    },
    messages: await countAnswered(db, 'contact_message', period, company),
    offers: await loadOffers(db, period, company, days.today),
  }
}

/** Lets other requests run between two statements, because SQLite runs in this thread. A transaction would make them wait. */
const letOtherRequestsRun = async (db: Database): Promise<void> => {
  if (!db.isTransaction) await turn()
}

const emptyLine: Line = { sold: 0, paid: 0, grossPoisha: 0, vatPoisha: 0, units: 0, closed: 0, waiting: 0 }

const addLines = (a: Line, b: Line): Line => ({
  sold: a.sold + b.sold,
  paid: a.paid + b.paid,
  grossPoisha: a.grossPoisha + b.grossPoisha,
  vatPoisha: a.vatPoisha + b.vatPoisha,
  units: a.units + b.units,
  closed: a.closed + b.closed,
  waiting: a.waiting + b.waiting,
})

async function loadNights(db: Database, period: Period, days: CountingDays, now: number) {
  await letOtherRequestsRun(db)
  const soldNights = await loadSoldNights(db, period, days)
  await letOtherRequestsRun(db)
  const units = await loadUnits(db, period, days.today)
  const waitingNights = await loadWaitingNights(db, period, now)
  const nights = Array.from({ length: period.to - period.from }, (_, index) => {
    const night = period.from + index
    const line: Line = { ...emptyLine, ...units.byNight.get(night), ...soldNights.byNight.get(night) }
    return { ...line, night, waiting: waitingNights.get(night) ?? 0 }
  })
  return { nights, sold: soldNights, units }
}
