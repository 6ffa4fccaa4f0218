import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import type { RateEdit } from '../rates/own-rate.ts'
import styles from './rates-grid.module.css'
import { getDayKind, RatesRow, type Columns } from './rates-row.tsx'
import { addMonths, formatMonth, type Selection, type Sheet, type SheetDay } from './rates-sheet.ts'
import { useSelecting, type ActiveCell } from './use-selecting.ts'

/** The least width of a column and of the room names, and the usual height of a row. */
const COLUMN_PX = 64
const HEAD_PX = 176
const ROW_PX = 62
/** The drawn window moves in steps of this size and extends as many columns and rows beyond the visible area. */
const COLUMN_STEP = 4
const ROW_STEP = 2

/**
 * The rooms-by-days grid with one tab stop. Of 500 days it draws only the visible ones and the one with the keyboard
 * focus.
 */
export const RatesGrid = memo(function Grid({
  sheet,
  selection,
  edit,
  goTo: scrollTarget,
  onVisibleDayChange,
  onSelect,
  onChosen,
  onOpen,
}: {
  sheet: Sheet
  selection: Selection | null
  edit: RateEdit | null
  /** The day to scroll to. Each new object scrolls again. */
  goTo: { day: number }
  onVisibleDayChange: (day: number, shownDays: number) => void
  onSelect: (selection: Selection | null) => void
  onChosen: () => void
  onOpen: (initialText?: string) => void
}) {
  const { t } = useTranslator()
  const scroller = useRef<HTMLDivElement>(null)
  const { active: activeCell, setActive } = useActiveCell(sheet, scroller)
  const { columnPx, headPx } = useColumnWidths(scroller)
  const visibleRange = useVisibleRange(scroller, onVisibleDayChange, sheet.first, columnPx)
  const latestColumnPx = useRef(columnPx)
  useLayoutEffect(() => {
    scroller.current!.scrollLeft = (scrollTarget.day - sheet.first) * latestColumnPx.current
  }, [scrollTarget, sheet.first])
  // The same days stay in view when the columns get another width.
  useLayoutEffect(() => {
    scroller.current!.scrollLeft *= columnPx / latestColumnPx.current
    latestColumnPx.current = columnPx
  }, [columnPx])
  const columns = useMemo(
    () => toColumns(sheet, visibleRange.from, visibleRange.to, activeCell.day - sheet.first),
    [sheet, visibleRange.from, visibleRange.to, activeCell.day],
  )
  const blankColumns = useMemo<Columns>(() => [{ gap: sheet.days.length }], [sheet])
  const move = (from: ActiveCell, event: KeyboardEvent) => moveCell(sheet, from, event)
  const handlers = useSelecting({
    sheet,
    scroller,
    active: activeCell,
    setActive,
    selection,
    onSelect,
    onChosen,
    onOpen,
    move,
  })
  return (
    <div className={styles.place}>
      <div
        ref={scroller}
        className={styles.scroller}
        style={{ '--column': `${columnPx}px`, '--head': `${headPx}px` } as object}
      >
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
                    data-kind={getDayKind(column)}
                  >
                    <MonthName sheet={sheet} column={column} />
                    {column.weekday}
                    <b>{column.date}</b>
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {sheet.rooms.map((room, index) => {
              const isSelected = selection?.rooms.includes(room.id) ?? false
              return (
                <RatesRow
                  key={room.id}
                  room={room}
                  at={index}
                  columns={
                    (index >= visibleRange.top && index <= visibleRange.bottom) || room.id === activeCell.room
                      ? columns
                      : blankColumns
                  }
                  first={sheet.first}
                  selection={isSelected ? selection : null}
                  edit={isSelected ? edit : null}
                  activeDay={room.id === activeCell.room ? activeCell.day : null}
                />
              )
            })}
          </tbody>
        </table>
      </div>
    </div>
  )
})

/** The name of a month above its first day, and above today if it does not cover the name of another month. */
function MonthName({ sheet, column: { day, iso, isToday, month } }: { sheet: Sheet; column: SheetDay }) {
  const translator = useTranslator()
  const hasSpaceForName = Number(iso.slice(8)) > 2 && sheet.days[day - sheet.first + 1]?.month === null
  const name = month ?? (isToday && hasSpaceForName ? formatMonth(translator, iso) : null)
  return name && <span className={styles.month}>{name}</span>
}

/** Divides the visible width into whole columns. The room names take the remainder. */
function useColumnWidths(scroller: RefObject<HTMLElement | null>) {
  const [widths, setWidths] = useState({ columnPx: COLUMN_PX, headPx: HEAD_PX })
  useLayoutEffect(() => {
    const element = scroller.current!
    const updateWidths = () => {
      const width = element.clientWidth
      const columnCount = Math.max(1, Math.floor((width - HEAD_PX) / COLUMN_PX))
      const columnPx = Math.max(COLUMN_PX, Math.floor((width - HEAD_PX) / columnCount))
      const headPx = Math.max(HEAD_PX, width - columnCount * columnPx)
      setWidths((before) => (before.columnPx === columnPx && before.headPx === headPx ? before : { columnPx, headPx }))
    }
    const observer = new ResizeObserver(updateWidths)
    observer.observe(element)
    updateWidths()
    return () => observer.disconnect()
  }, [scroller])
  return widths
}

/** The active cell for the keyboard. When a key makes another cell active, that cell takes the focus. */
function useActiveCell(sheet: Sheet, scroller: RefObject<HTMLElement | null>) {
  const [focusedCell, setFocusedCell] = useState<ActiveCell & { shouldFocus?: boolean }>({
    room: sheet.rooms[0]!.id,
    day: sheet.today,
  })
  const room = sheet.rooms.some(({ id }) => id === focusedCell.room) ? focusedCell.room : sheet.rooms[0]!.id
  const day = Math.min(Math.max(focusedCell.day, sheet.first), sheet.last)
  useEffect(() => {
    if (!focusedCell.shouldFocus) return
    scroller.current!.querySelector<HTMLElement>('td[tabindex="0"]')?.focus()
  }, [focusedCell, scroller])
  return {
    active: { room, day },
    setActive: (next: ActiveCell, shouldFocus = false) => setFocusedCell({ ...next, shouldFocus }),
  }
}

/** The visible columns and rows, plus a margin. */
function useVisibleRange(
  scroller: RefObject<HTMLElement | null>,
  onVisibleDayChange: (day: number, shownDays: number) => void,
  firstDay: number,
  columnPx: number,
) {
  const [visibleRange, setVisibleRange] = useState<VisibleRange>({ from: 0, to: 40, top: 0, bottom: 20 })
  useLayoutEffect(() => {
    const element = scroller.current!
    const updateRange = () => {
      const firstColumn = Math.floor(element.scrollLeft / columnPx)
      const from = Math.floor(firstColumn / COLUMN_STEP) * COLUMN_STEP - COLUMN_STEP
      const to = from + Math.ceil((element.clientWidth - HEAD_PX) / columnPx) + 3 * COLUMN_STEP
      const rowPx = element.querySelector('tbody tr')?.clientHeight || ROW_PX
      const firstRow = Math.floor(element.scrollTop / rowPx / ROW_STEP) * ROW_STEP - ROW_STEP
      const lastRow = firstRow + Math.ceil(element.clientHeight / rowPx) + 2 * ROW_STEP
      const nextRange = { from, to, top: firstRow, bottom: lastRow }
      setVisibleRange((before) => (isSameRange(before, nextRange) ? before : nextRange))
      // The grid may be unable to scroll the chosen month to the left edge. Then keep the month selected while it is
      // visible.
      const isAtEnd = element.scrollLeft + element.clientWidth >= element.scrollWidth - 1
      const shownDayCount = isAtEnd ? Math.floor((element.clientWidth - HEAD_PX) / columnPx) : 0
      onVisibleDayChange(firstDay + Math.round(element.scrollLeft / columnPx), shownDayCount)
    }
    const observer = new ResizeObserver(updateRange)
    observer.observe(element)
    element.addEventListener('scroll', updateRange, { passive: true })
    updateRange()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', updateRange)
    }
  }, [scroller, firstDay, onVisibleDayChange, columnPx])
  return visibleRange
}

interface VisibleRange {
  from: number
  to: number
  top: number
  bottom: number
}
const isSameRange = (a: VisibleRange, b: VisibleRange) =>
  a.from === b.from && a.to === b.to && a.top === b.top && a.bottom === b.bottom

function toColumns({ days }: Sheet, from: number, to: number, activeIndex: number): Columns {
  const drawnIndexes = [...days.keys()].filter((index) => (index >= from && index <= to) || index === activeIndex)
  const columns: Columns[number][] = []
  let nextIndex = 0
  for (const index of drawnIndexes) {
    if (index > nextIndex) columns.push({ gap: index - nextIndex })
    columns.push(days[index]!)
    nextIndex = index + 1
  }
  if (nextIndex < days.length) columns.push({ gap: days.length - nextIndex })
  return columns
}

function moveCell(sheet: Sheet, { room, day }: ActiveCell, { key, ctrlKey }: KeyboardEvent): ActiveCell | null {
  const roomIds = sheet.rooms.map(({ id }) => id)
  const index = roomIds.indexOf(room)
  const getCell = (nextRoom: number, nextDay: number): ActiveCell => ({
    room: roomIds[Math.min(Math.max(nextRoom, 0), roomIds.length - 1)]!,
    day: Math.min(Math.max(nextDay, sheet.first), sheet.last),
  })
  const movesByKey: Record<string, () => ActiveCell> = {
    ArrowLeft: () => getCell(index, day - 1),
    ArrowRight: () => getCell(index, day + 1),
    ArrowUp: () => getCell(index - 1, day),
    ArrowDown: () => getCell(index + 1, day),
    Home: () => getCell(ctrlKey ? 0 : index, sheet.today),
    End: () => getCell(ctrlKey ? roomIds.length : index, sheet.last),
    PageUp: () => getCell(index, addMonths(day, -1)),
    PageDown: () => getCell(index, addMonths(day, 1)),
  }
  return movesByKey[key]?.() ?? null
}
