import { isoDay, parseDay } from '#platform/day.ts'
import type { StayPart } from '../contract.ts'
import { unitConditions, chartStatuses } from './codes.ts'
import type { ChartResponse } from './contract.ts'

type Condition = (typeof unitConditions)[number]
export type DueState = 'overdue' | 'due' | 'here' | 'leaves' | 'to_come' | 'waits' | 'left'

/** A stay on the chart. Days are counted from the first visible day. */
interface Stay {
  id: number
  version: number
  name: string
  status: (typeof chartStatuses)[number]
  from: number
  to: number
  due: DueState
  bars: Bar[]
}

/** A segment of a stay or of a closure in one row. */
export interface Bar {
  key: string
  stay: Stay | null
  /** `from` and `to` include nights outside of the visible days. */
  closure: { id: number; reason: string; from: number; to: number; isImported: boolean } | null
  row: number
  roomTypeId: number
  unitId: number | null
  from: number
  to: number
}

/** A unit, or a row for stays of a room type without a unit. */
export interface Row {
  key: string
  roomTypeId: number
  roomTypeName: string
  unit: { id: number; name: string; condition: Condition; isActive: boolean } | null
  bars: Bar[]
}

/** A line of the chart: the head of a room type, or a row. */
export type Line = { head: RoomType } | { row: number }
interface RoomType {
  id: number
  name: string
  left: readonly number[]
}

export interface Chart {
  first: number
  days: number
  today: number
  rows: Row[]
  lines: Line[]
  stays: Stay[]
}

/** Converts the columns of the response into a chart. */
export function toChart(response: ChartResponse): Chart {
  const { days, today } = response
  const firstDay = parseDay(response.from)!
  const stays = decodeStays(response)
  const [rows, lines]: [Row[], Line[]] = [[], []]
  const segments = Map.groupBy(decodeSegments(response, stays), ({ position }) => position)
  const closures = Map.groupBy(response.closures, ({ unit }) => unit)
  let unitIndex = 0
  for (const [roomTypeIndex, roomType] of response.kinds.entries()) {
    const unassignedSegments = segments.get(-1 - roomTypeIndex) ?? []
    if (roomType.units.length === 0 && unassignedSegments.length === 0) continue
    lines.push({ head: roomType })
    for (const [index, segmentsOfRow] of packIntoRows(unassignedSegments).entries()) {
      const row = {
        key: `kind ${roomType.id} ${index}`,
        roomTypeId: roomType.id,
        roomTypeName: roomType.name,
        unit: null,
        bars: [] as Bar[],
      }
      for (const { stay, from, to } of segmentsOfRow)
        row.bars.push(createBar(stay, null, rows.length, roomType.id, null, from, to))
      lines.push({ row: rows.push(row) - 1 })
    }
    for (const [id, name, condition, isActive] of roomType.units) {
      const unit = { id, name, condition: unitConditions[condition]!, isActive: isActive === 1 }
      const row: Row = { key: `unit ${id}`, roomTypeId: roomType.id, roomTypeName: roomType.name, unit, bars: [] }
      for (const { stay, from, to } of segments.get(unitIndex++) ?? [])
        row.bars.push(createBar(stay, null, rows.length, roomType.id, id, from, to))
      for (const { is_imported: isImported = false, ...closure } of closures.get(id) ?? [])
        row.bars.push(
          createBar(
            null,
            { ...closure, isImported },
            rows.length,
            roomType.id,
            id,
            Math.max(0, closure.from),
            Math.min(days, closure.to),
          ),
        )
      row.bars.sort((a, b) => a.from - b.from)
      lines.push({ row: rows.push(row) - 1 })
    }
  }
  for (const { bars } of rows) for (const bar of bars) bar.stay?.bars.push(bar)
  return { first: firstDay, days, today, rows, lines, stays }
}

const createBar = (
  stay: Stay | null,
  closure: Bar['closure'],
  row: number,
  roomTypeId: number,
  unitId: number | null,
  from: number,
  to: number,
): Bar => ({
  key: stay ? `${stay.id} ${from}` : `closed ${closure!.id}`,
  stay,
  closure,
  row,
  roomTypeId,
  unitId,
  from,
  to,
})

function decodeStays({ stays, today }: ChartResponse): Stay[] {
  let id = 0
  return stays.ids.map((difference, index) => {
    id += difference
    const status = chartStatuses[stays.statuses[index]!]!
    const [from, to] = [stays.from[index]!, stays.to[index]!]
    return {
      id,
      version: stays.versions[index]!,
      name: stays.names[index]!,
      status,
      from,
      to,
      due: getDue(status, from, to, today),
      bars: [],
    }
  })
}

/** Returns whether a guest who has not arrived yet sleeps in the unit tonight. */
export const isNeededToday = ({ today }: Pick<Chart, 'today'>, { bars }: Pick<Row, 'bars'>): boolean =>
  bars.some(({ stay, from, to }) => (stay?.due === 'due' || stay?.due === 'overdue') && from <= today && today < to)

/** The next step that is due for a stay. It determines the colour. */
function getDue(status: Stay['status'], from: number, to: number, today: number): DueState {
  if (status === 'pending_payment' || status === 'pending_approval') return 'waits'
  if (status === 'checked_out') return 'left'
  if (status === 'checked_in') return to < today ? 'overdue' : to === today ? 'leaves' : 'here'
  if (to <= today - 1) return 'left'
  return from < today ? 'overdue' : from === today ? 'due' : 'to_come'
}

interface Segment {
  stay: Stay
  position: number
  from: number
  to: number
}

function decodeSegments({ segments }: ChartResponse, stays: readonly Stay[]): Segment[] {
  const allSegments: Segment[] = []
  for (let at = 0; at < segments.length; at += 4)
    allSegments.push({
      stay: stays[segments[at]!]!,
      position: segments[at + 1]!,
      from: segments[at + 2]!,
      to: segments[at + 3]!,
    })
  return allSegments
}

/** Packs stays without a unit into as few rows as possible. */
function packIntoRows(segments: readonly Segment[]): Segment[][] {
  const rows: Segment[][] = []
  for (const segment of segments.toSorted((a, b) => a.from - b.from)) {
    const row = rows.find((candidate) => candidate.at(-1)!.to <= segment.from)
    if (row) row.push(segment)
    else rows.push([segment])
  }
  return rows
}

/** The new position of a bar. */
export interface Target {
  row: number
  from: number
  to: number
}

/**
 * Returns the parts of a stay after one of its bars was moved. Nights outside of the visible days stay as they are, so
 * the dates cannot change at that end. Past nights of a guest in house stay as well.
 */
export function computeMovedParts(chart: Chart, bar: Bar, target: Target): StayPart[] {
  const row = chart.rows[target.row]!
  const toIsoDay = (at: number) => isoDay(chart.first + at)
  const { bars } = bar.stay!
  return bars.flatMap((stayBar): StayPart[] => {
    const getFromDay = (at: number) =>
      toIsoDay(stayBar === bars[0] && stayBar.from === 0 && at === 0 ? bar.stay!.from : at)
    const getToDay = (at: number) =>
      toIsoDay(stayBar === bars.at(-1) && stayBar.to === chart.days && at === chart.days ? bar.stay!.to : at)
    const currentPlace = { room: stayBar.roomTypeId, unit: stayBar.unitId }
    if (stayBar !== bar) return [{ ...currentPlace, from: getFromDay(stayBar.from), to: getToDay(stayBar.to) }]
    const newPlace = { room: row.roomTypeId, unit: row.unit && row.unit.id, to: getToDay(target.to) }
    if (!keepsPastNights(bar, target.from)) return [{ ...newPlace, from: getFromDay(target.from) }]
    return [
      { ...currentPlace, from: getFromDay(bar.from), to: toIsoDay(target.from) },
      { ...newPlace, from: toIsoDay(target.from) },
    ]
  })
}

/** Returns whether a checked-in guest changes units during the stay, so that the past nights stay in the old unit. */
export const keepsPastNights = ({ stay, from: barStart }: Bar, from: number): boolean =>
  stay?.status === 'checked_in' && from > barStart

/** Returns the bar that covers a night of a row. */
export const findBarAt = (row: Row, at: number): Bar | undefined =>
  row.bars.find(({ from, to }) => from <= at && at < to)

/**
 * Returns the free nights of a unit from one night towards another, up to the first occupied night. Null: the first
 * night is occupied, or the row has no unit.
 */
export function findFreeNights({ rows, days }: Chart, row: number, from: number, to: number): Target | null {
  const isFree = (night: number) => night >= 0 && night < days && !findBarAt(rows[row]!, night)
  if (!rows[row]!.unit || !isFree(from)) return null
  let [firstNight, lastNight] = [from, from]
  while (firstNight > to && isFree(firstNight - 1)) firstNight--
  while (lastNight < to && isFree(lastNight + 1)) lastNight++
  return { row, from: firstNight, to: lastNight + 1 }
}

/** Returns the bar of a stay that begins on a night; without a night, its first bar. */
export const findBar = (chart: Chart, id: number, from?: number): Bar | undefined =>
  chart.stays.find((stay) => stay.id === id)?.bars.find((bar) => from === undefined || bar.from === from)

/** Returns the cells of a row in order: a bar, or a free night. */
export function listCells({ bars }: Row, days: number): { at: number; span: number; bar: Bar | null }[] {
  const cells = []
  let barIndex = 0
  for (let at = 0; at < days;) {
    while (bars[barIndex] && bars[barIndex]!.to <= at) barIndex++
    const bar = bars[barIndex] && bars[barIndex]!.from <= at ? bars[barIndex]! : null
    const span = bar ? bar.to - at : 1
    cells.push({ at, span, bar })
    at += span
  }
  return cells
}

/** Finds the same bar in a newer chart, unless its stay was changed. */
export function findSameBar(chart: Chart, { stay, from }: Bar): Bar | undefined {
  const bar = stay ? findBar(chart, stay.id, from) : undefined
  return bar?.stay?.version === stay?.version ? bar : undefined
}

/** Finds the same row in a newer chart. */
export const findSameRow = (chart: Chart, { key }: Row): number => chart.rows.findIndex((row) => row.key === key)
