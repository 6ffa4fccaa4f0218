import { isoDay, parseDay } from '../../platform/day.ts'
import type { Part } from '../contract.ts'
import { conditions, statuses } from './codes.ts'
import type { ChartAnswer } from './contract.ts'

export type Condition = (typeof conditions)[number]
export type Due = 'overdue' | 'due' | 'here' | 'leaves' | 'to_come' | 'waits' | 'left'

/** A stay as it lies on the chart. Days are counted from the first one that is seen. */
export interface Stay {
  id: number
  version: number
  name: string
  status: (typeof statuses)[number]
  from: number
  to: number
  due: Due
  bars: Bar[]
}

/** A stretch of a stay, or of a closure, in one row. */
export interface Bar {
  key: string
  stay: Stay | null
  closure: { id: number; reason: string } | null
  row: number
  kind: number
  unit: number | null
  from: number
  to: number
}

/** A unit, or a place for stays of a kind that have none yet. */
export interface Row {
  key: string
  kind: number
  kindName: string
  unit: { id: number; name: string; condition: Condition; isActive: boolean } | null
  bars: Bar[]
}

/** What is drawn from top to bottom: the head of a kind, or a row. */
export type Line = { head: Kind } | { row: number }
interface Kind {
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

/** The chart out of the columns in which it came. */
export function chartOf(answer: ChartAnswer): Chart {
  const { days, today } = answer
  const first = parseDay(answer.from)!
  const stays = staysOf(answer)
  const [rows, lines]: [Row[], Line[]] = [[], []]
  const segments = segmentsOf(answer, stays)
  let place = 0
  for (const [at, kind] of answer.kinds.entries()) {
    const unassigned = segments.filter(({ where }) => where === -1 - at)
    if (kind.units.length === 0 && unassigned.length === 0) continue
    lines.push({ head: kind })
    for (const lane of lanesOf(unassigned)) {
      const row = {
        key: `${kind.id} ${rows.length}`,
        kind: kind.id,
        kindName: kind.name,
        unit: null,
        bars: [] as Bar[],
      }
      for (const { stay, from, to } of lane) row.bars.push(barOf(stay, null, rows.length, kind.id, null, from, to))
      lines.push({ row: rows.push(row) - 1 })
    }
    for (const [id, name, condition, isActive] of kind.units) {
      const unit = { id, name, condition: conditions[condition]!, isActive: isActive === 1 }
      const row: Row = { key: `unit ${id}`, kind: kind.id, kindName: kind.name, unit, bars: [] }
      const here = place++
      for (const { stay, where, from, to } of segments)
        if (where === here) row.bars.push(barOf(stay, null, rows.length, kind.id, id, from, to))
      for (const closure of answer.closures)
        if (closure.unit === id)
          row.bars.push(
            barOf(null, closure, rows.length, kind.id, id, Math.max(0, closure.from), Math.min(days, closure.to)),
          )
      row.bars.sort((one, other) => one.from - other.from)
      lines.push({ row: rows.push(row) - 1 })
    }
  }
  for (const { bars } of rows) for (const bar of bars) bar.stay?.bars.push(bar)
  return { first, days, today, rows, lines, stays }
}

const barOf = (
  stay: Stay | null,
  closure: Bar['closure'],
  row: number,
  kind: number,
  unit: number | null,
  from: number,
  to: number,
): Bar => ({ key: stay ? `${stay.id} ${from}` : `closed ${closure!.id}`, stay, closure, row, kind, unit, from, to })

function staysOf({ stays, today }: ChartAnswer): Stay[] {
  let id = 0
  return stays.ids.map((more, at) => {
    id += more
    const status = statuses[stays.statuses[at]!]!
    const [from, to] = [stays.from[at]!, stays.to[at]!]
    return {
      id,
      version: stays.versions[at]!,
      name: stays.names[at]!,
      status,
      from,
      to,
      due: dueOf(status, from, to, today),
      bars: [],
    }
  })
}

/** What is due of a stay: by that it is coloured. */
function dueOf(status: Stay['status'], from: number, to: number, today: number): Due {
  if (status === 'pending_payment' || status === 'pending_approval') return 'waits'
  if (status === 'checked_out') return 'left'
  if (status === 'checked_in') return to < today ? 'overdue' : to === today ? 'leaves' : 'here'
  if (to <= today - 1) return 'left'
  return from < today ? 'overdue' : from === today ? 'due' : 'to_come'
}

interface Segment {
  stay: Stay
  where: number
  from: number
  to: number
}

function segmentsOf({ segments }: ChartAnswer, stays: readonly Stay[]): Segment[] {
  const all: Segment[] = []
  for (let at = 0; at < segments.length; at += 4)
    all.push({ stay: stays[segments[at]!]!, where: segments[at + 1]!, from: segments[at + 2]!, to: segments[at + 3]! })
  return all
}

/** Stays without a unit, in as few rows as hold them. */
function lanesOf(segments: readonly Segment[]): Segment[][] {
  const lanes: Segment[][] = []
  for (const segment of segments.toSorted((one, other) => one.from - other.from)) {
    const lane = lanes.find((each) => each.at(-1)!.to <= segment.from)
    if (lane) lane.push(segment)
    else lanes.push([segment])
  }
  return lanes
}

/** Where a bar is to lie. */
export interface Target {
  row: number
  from: number
  to: number
}

/**
 * The parts of a stay with one of its bars elsewhere. What lies beyond what is seen stays as it was, so a stay that goes on
 * there can be given another unit, and no other days, at that end.
 */
export function partsMoved(chart: Chart, bar: Bar, target: Target): Part[] {
  const row = chart.rows[target.row]!
  const day = (at: number) => isoDay(chart.first + at)
  return bar.stay!.bars.map((each) => {
    const [isFirst, isLast] = [each === bar.stay!.bars[0], each === bar.stay!.bars.at(-1)]
    const at = each === bar ? target : each
    const [kind, unit] = each === bar ? [row.kind, row.unit && row.unit.id] : [each.kind, each.unit]
    return {
      room: kind,
      unit,
      from: day(isFirst && each.from === 0 && at.from === 0 ? bar.stay!.from : at.from),
      to: day(isLast && each.to === chart.days && at.to === chart.days ? bar.stay!.to : at.to),
    }
  })
}

/** The same as it lies now. */
export const partsNow = (chart: Chart, stay: Stay): Part[] => partsMoved(chart, stay.bars[0]!, stay.bars[0]!)

/** The bar that covers a night of a row. */
export const barAt = (row: Row, at: number): Bar | undefined => row.bars.find(({ from, to }) => from <= at && at < to)

/** The cells of a row from start to end: a bar, or a night that nobody has. */
export function cellsOf(row: Row, days: number): { at: number; span: number; bar: Bar | null }[] {
  const cells = []
  for (let at = 0; at < days;) {
    const bar = barAt(row, at) ?? null
    const span = bar ? bar.to - at : 1
    cells.push({ at, span, bar })
    at += span
  }
  return cells
}
