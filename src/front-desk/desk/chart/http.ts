import { computeToday } from '#stays/availability/stay.ts'
import { loadCompany } from '#content/company.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { closeNights, validateClosingNights, openNights } from '../closing-nights.ts'
import { readChartRows, type ChartRows } from '../chart-rows.ts'
import { unitConditions, chartStatuses } from './codes.ts'
import type { chartContract, ChartResponse } from './contract.ts'

/**
 * Returns how many days before today a chart begins. A short chart, for a phone, begins with last night, whose guests
 * may still be in their rooms.
 */
const getDaysBeforeToday = (days: number) => (days > 4 ? 2 : 1)

export const chartHandlers = {
  async getChart(db, ctx, { from, days }) {
    const day = computeToday(await loadCompany(db, ctx), ctx.now)
    const firstDay = from ? parseDay(from)! : day - getDaysBeforeToday(days)
    const rows = await readChartRows(db, ctx, firstDay, firstDay + days)
    return { from: isoDay(firstDay), days, today: day - firstDay, ...toColumns(rows, firstDay, days) }
  },
  closeNights: {
    validate: validateClosingNights,
    async execute(db, ctx, form) {
      await closeNights(db, ctx, form)
      return {}
    },
  },
  async openNights(db, ctx, form) {
    await openNights(db, ctx, form)
    return {}
  },
} satisfies Handlers<typeof chartContract>

type Columns = Pick<ChartResponse, 'kinds' | 'stays' | 'segments' | 'closures'>

function toColumns({ roomTypes, units, stays, nights, closures }: ChartRows, firstDay: number, days: number): Columns {
  const usedUnits = new Set([...nights.map(({ unit }) => unit), ...closures.map(({ unit }) => unit)])
  const shownUnits = units.filter(({ id, isActive }) => isActive || usedUnits.has(id))
  const orderedUnits = roomTypes.flatMap((roomType) => shownUnits.filter((unit) => unit.roomType === roomType.id))
  const staysById = stays.toSorted((a, b) => a.id - b.id)
  const indexes = {
    stays: new Map(staysById.map(({ id }, index) => [id, index])),
    units: new Map(orderedUnits.map(({ id }, index) => [id, index])),
    roomTypes: new Map(roomTypes.map(({ id }, index) => [id, index])),
  }
  return {
    kinds: roomTypes.map((roomType) => ({
      id: roomType.id,
      name: roomType.name,
      left: Array.from({ length: days }, (_, index) =>
        Math.max(0, roomType.freeCounts.get(firstDay + index) ?? roomType.units),
      ),
      units: orderedUnits
        .filter((unit) => unit.roomType === roomType.id)
        .map((unit): [number, string, number, number] => {
          return [unit.id, unit.name, unitConditions.indexOf(unit.condition), unit.isActive ? 1 : 0]
        }),
    })),
    stays: {
      ids: staysById.map(({ id }, index) => id - (staysById[index - 1]?.id ?? 0)),
      versions: staysById.map(({ version }) => version),
      names: staysById.map(({ name }) => name),
      statuses: staysById.map(({ status }) => chartStatuses.indexOf(status as (typeof chartStatuses)[number])),
      from: staysById.map(({ checkIn }) => checkIn - firstDay),
      to: staysById.map(({ checkOut }) => checkOut - firstDay),
    },
    segments: listSegments(nights, indexes, firstDay),
    closures: closures.map(({ id, unit, from, to, reason, isImported }) => {
      return { id, unit, from: from - firstDay, to: to - firstDay, reason, ...(isImported && { is_imported: true }) }
    }),
  }
}

/** Groups consecutive nights of a stay in one unit, or in one room type without a unit. */
function listSegments(
  nights: ChartRows['nights'],
  { stays, units, roomTypes }: Record<'stays' | 'units' | 'roomTypes', ReadonlyMap<number, number>>,
  firstDay: number,
): number[] {
  const segments: number[] = []
  for (const { stay, night, roomType, unit } of nights) {
    const [stayIndex, unitIndex] = [stays.get(stay)!, unit === null ? -1 - roomTypes.get(roomType)! : units.get(unit)!]
    const [lastStayIndex, lastUnitIndex, , lastTo] = segments.slice(-4)
    if (lastStayIndex === stayIndex && lastUnitIndex === unitIndex && lastTo === night - firstDay)
      segments[segments.length - 1] = lastTo + 1
    else segments.push(stayIndex, unitIndex, night - firstDay, night - firstDay + 1)
  }
  return segments
}
