import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import type { RateEdit } from '../own-rate.ts'
import styles from './rates-grid.module.css'
import { inMonths } from './rates-sheet.ts'
import { kindOf, RatesRow, type Columns } from './rates-row.tsx'
import type { Selection, Sheet } from './rates-sheet.ts'
import { useSelecting, type Active } from './use-selecting.ts'

/** These sizes must match the stylesheet. */
const COLUMN_PX = 64
const HEAD_PX = 176
const ROW_PX = 62
/** The drawn window moves in steps of this size and extends as many columns and rows beyond the visible area. */
const STEP = 4
const ROW_STEP = 2

/**
 * The rooms-by-days grid with one tab stop. Of 500 days it draws only the visible ones and the one with the keyboard
 * focus.
 */
export const RatesGrid = memo(function Grid({
  sheet,
  selection,
  edit,
  goTo,
  onSeen,
  onSelect,
  onChosen,
  onOpen,
}: {
  sheet: Sheet
  selection: Selection | null
  edit: RateEdit | null
  /** A new object scrolls to its day. */
  goTo: { day: number }
  onSeen: (day: number) => void
  onSelect: (selection: Selection | null) => void
  onChosen: () => void
  onOpen: (typed?: string) => void
}) {
  const { t } = useWords()
  const scroller = useRef<HTMLDivElement>(null)
  const { active, setActive } = useActive(sheet, scroller)
  const shown = useWindow(scroller, onSeen, sheet.first)
  useLayoutEffect(() => {
    scroller.current!.scrollLeft = (goTo.day - sheet.first) * COLUMN_PX
  }, [goTo, sheet.first])
  const columns = useMemo(
    () => columnsOf(sheet, shown.from, shown.to, active.day - sheet.first),
    [sheet, shown.from, shown.to, active.day],
  )
  const blank = useMemo<Columns>(() => [{ gap: sheet.days.length }], [sheet])
  const move = (from: Active, event: KeyboardEvent) => moved(sheet, from, event)
  const handlers = useSelecting({ sheet, scroller, active, setActive, selection, onSelect, onChosen, onOpen, move })
  return (
    <div ref={scroller} className={styles.scroller}>
      <table
        {...handlers}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table with selectable cells is a grid
        role="grid"
        className={styles.grid}
        aria-label={t('rates.grid')}
        aria-multiselectable="true"
        aria-rowcount={sheet.rooms.length + 1}
        aria-colcount={sheet.days.length + 1}
      >
        <colgroup>
          <col className={styles.headColumn} />
          <col span={sheet.days.length} />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" aria-colindex={1} className={styles.corner}>
              {t('rates.in_taka')}
            </th>
            {columns.map((column) =>
              'gap' in column ? (
                <td key={`gap ${column.gap}`} colSpan={column.gap} aria-hidden="true" />
              ) : (
                <th
                  key={column.day}
                  scope="col"
                  aria-colindex={column.day - sheet.first + 2}
                  aria-current={column.isToday ? 'date' : undefined}
                  data-day={column.day}
                  data-kind={kindOf(column)}
                >
                  {column.month && <span className={styles.month}>{column.month}</span>}
                  {column.weekday}
                  <b>{column.date}</b>
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {sheet.rooms.map((room, at) => {
            const isMeant = selection?.rooms.includes(room.id) ?? false
            return (
              <RatesRow
                key={room.id}
                room={room}
                at={at}
                columns={(at >= shown.top && at <= shown.bottom) || room.id === active.room ? columns : blank}
                first={sheet.first}
                selection={isMeant ? selection : null}
                edit={isMeant ? edit : null}
                activeDay={room.id === active.room ? active.day : null}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
})

/** The active cell of the keyboard. The focus follows if a key moved it. */
function useActive(sheet: Sheet, scroller: RefObject<HTMLElement | null>) {
  const [kept, setKept] = useState<Active & { focus?: boolean }>({ room: sheet.rooms[0]!.id, day: sheet.today })
  const room = sheet.rooms.some(({ id }) => id === kept.room) ? kept.room : sheet.rooms[0]!.id
  const day = Math.min(Math.max(kept.day, sheet.first), sheet.last)
  useEffect(() => {
    if (!kept.focus) return
    scroller.current!.querySelector<HTMLElement>('td[tabindex="0"]')?.focus()
  }, [kept, scroller])
  return { active: { room, day }, setActive: (next: Active, focus = false) => setKept({ ...next, focus }) }
}

/** The visible columns and rows, plus a margin. */
function useWindow(scroller: RefObject<HTMLElement | null>, onSeen: (day: number) => void, first: number) {
  const [shown, setShown] = useState<Shown>({ from: 0, to: 40, top: 0, bottom: 20 })
  useLayoutEffect(() => {
    const element = scroller.current!
    const look = () => {
      const left = Math.floor(element.scrollLeft / COLUMN_PX)
      const from = Math.floor(left / STEP) * STEP - STEP
      const to = from + Math.ceil((element.clientWidth - HEAD_PX) / COLUMN_PX) + 3 * STEP
      const rowPx = element.querySelector('tbody tr')?.clientHeight || ROW_PX
      const top = Math.floor(element.scrollTop / rowPx / ROW_STEP) * ROW_STEP - ROW_STEP
      const bottom = top + Math.ceil(element.clientHeight / rowPx) + 2 * ROW_STEP
      const next = { from, to, top, bottom }
      setShown((before) => (isSame(before, next) ? before : next))
      // The middle of the visible area decides which month is shown.
      onSeen(first + Math.round((element.scrollLeft + (element.clientWidth - HEAD_PX) / 3) / COLUMN_PX))
    }
    const watch = new ResizeObserver(look)
    watch.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      watch.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller, first, onSeen])
  return shown
}

interface Shown {
  from: number
  to: number
  top: number
  bottom: number
}
const isSame = (a: Shown, b: Shown) =>
  a.from === b.from && a.to === b.to && a.top === b.top && a.bottom === b.bottom

function columnsOf({ days }: Sheet, from: number, to: number, active: number): Columns {
  const drawn = [...days.keys()].filter((at) => (at >= from && at <= to) || at === active)
  const columns: Columns[number][] = []
  let next = 0
  for (const at of drawn) {
    if (at > next) columns.push({ gap: at - next })
    columns.push(days[at]!)
    next = at + 1
  }
  if (next < days.length) columns.push({ gap: days.length - next })
  return columns
}

function moved(sheet: Sheet, { room, day }: Active, { key, ctrlKey }: KeyboardEvent): Active | null {
  const ids = sheet.rooms.map(({ id }) => id)
  const at = ids.indexOf(room)
  const to = (nextRoom: number, nextDay: number): Active => ({
    room: ids[Math.min(Math.max(nextRoom, 0), ids.length - 1)]!,
    day: Math.min(Math.max(nextDay, sheet.first), sheet.last),
  })
  const keys: Record<string, () => Active> = {
    ArrowLeft: () => to(at, day - 1),
    ArrowRight: () => to(at, day + 1),
    ArrowUp: () => to(at - 1, day),
    ArrowDown: () => to(at + 1, day),
    Home: () => to(ctrlKey ? 0 : at, sheet.today),
    End: () => to(ctrlKey ? ids.length : at, sheet.last),
    PageUp: () => to(at, inMonths(day, -1)),
    PageDown: () => to(at, inMonths(day, 1)),
  }
  return keys[key]?.() ?? null
}
