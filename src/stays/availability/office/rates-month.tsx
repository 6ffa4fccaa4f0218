import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import type { RateEdit } from '../rates/own-rate.ts'
import { getDayKind, NightCell } from './rates-row.tsx'
import {
  addMonths,
  isNightSelected,
  countUnitsLeftOn,
  getRateOn,
  formatWeekdays,
  weekFromSunday,
  type Selection,
  type Sheet,
  type SheetDay,
} from './rates-sheet.ts'
import { getWeekday } from '#platform/day.ts'
import styles from './rates-month.module.css'
import { useSelecting, type ActiveCell } from './use-selecting.ts'

/** The month calendar of one room for small screens. Weeks are rows and begin on Sunday. */
export function RatesMonth({
  sheet,
  room: roomId,
  day: visibleDay,
  selection,
  edit,
  onVisibleDayChange,
  onSelect,
  onChosen,
  onOpen,
}: {
  sheet: Sheet
  room: number
  /** Any day of the month. */
  day: number
  selection: Selection | null
  edit: RateEdit | null
  onVisibleDayChange: (day: number) => void
  onSelect: (selection: Selection | null) => void
  onChosen: () => void
  onOpen: (initialText?: string) => void
}) {
  const translator = useTranslator()
  const room = sheet.rooms.find(({ id }) => id === roomId)!
  const scroller = useRef<HTMLDivElement>(null)
  const weeks = toWeeks(sheet, visibleDay)
  const days = weeks.flat().filter((day) => day !== null)
  const [focusedDay, setFocusedDay] = useState<{ day: number; shouldFocus: boolean }>({
    day: sheet.today,
    shouldFocus: false,
  })
  const isInMonth = days.some(({ day }) => day === focusedDay.day)
  const activeCell = { room: roomId, day: isInMonth ? focusedDay.day : days[0]!.day }
  useEffect(() => {
    if (focusedDay.shouldFocus) scroller.current!.querySelector<HTMLElement>('td[tabindex="0"]')?.focus()
  }, [focusedDay])
  const setActive = ({ day }: ActiveCell, shouldFocus = false) => {
    if (!days.some((shownDay) => shownDay.day === day)) onVisibleDayChange(day)
    setFocusedDay({ day, shouldFocus })
  }
  // A selection made here contains only this room.
  const oneRoomSheet = { ...sheet, rooms: [room] }
  const move = ({ day }: ActiveCell, { key }: KeyboardEvent): ActiveCell | null => {
    const monthStep = monthStepByKey[key]
    const dayStep = dayStepByKey[key]
    if (dayStep === undefined && monthStep === undefined) return null
    const targetDay = dayStep === undefined ? addMonths(day, monthStep!) : day + dayStep
    return { room: roomId, day: Math.min(Math.max(targetDay, sheet.first), sheet.last) }
  }
  const handlers = useSelecting({
    sheet: oneRoomSheet,
    scroller,
    active: activeCell,
    setActive,
    selection,
    onSelect,
    onChosen,
    onOpen,
    move,
  })
  const weekdayNames = formatWeekdays(translator)
  return (
    <div ref={scroller} className={styles.place}>
      <table
        {...handlers}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table with selectable cells is a grid
        role="grid"
        className={styles.month}
        aria-label={translator.t('rates.grid_of', { room: room.name })}
        aria-multiselectable="true"
      >
        <thead>
          <tr>
            {weekdayNames.map((name, index) => (
              <th key={name} scope="col" data-kind={getDayKind({ isWeekend: index > 4 } as SheetDay)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, index) => (
            <tr key={week.find((day) => day)?.day ?? index}>
              {week.map((day, column) =>
                day === null ? (
                  <td key={weekFromSunday[column]} aria-hidden="true" className={styles.none} />
                ) : (
                  <td
                    key={day.day}
                    aria-selected={isNightSelected(selection, room.id, day.day)}
                    aria-current={day.isToday ? 'date' : undefined}
                    tabIndex={day.day === activeCell.day ? 0 : -1}
                    data-room={room.id}
                    data-day={day.day}
                    data-kind={getDayKind(day)}
                    data-closed={getRateOn(room, day.day).closed || undefined}
                    data-full={countUnitsLeftOn(room, day.day) === 0 || undefined}
                  >
                    <span className={styles.date} aria-hidden="true">
                      {day.iso.endsWith('-01') ? translator.day(day.iso, 'short') : day.date}
                    </span>
                    <NightCell
                      room={room}
                      day={day}
                      edit={isNightSelected(selection, room.id, day.day) ? edit : null}
                    />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const monthStepByKey: Record<string, number> = { PageUp: -1, PageDown: 1 }
const dayStepByKey: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
}

/** The current month shows at least this many weeks, so that its last days continue into the next month. */
const MIN_WEEKS = 5

/**
 * Returns the days in the same month as the given day, as weeks. The current month begins with the week of today,
 * because the prices of past nights are fixed. Null fills the days before the first and after the last.
 */
function toWeeks({ days, first, today }: Sheet, visibleDay: number): (SheetDay | null)[][] {
  const month = days[Math.min(Math.max(visibleDay - first, 0), days.length - 1)]!.iso.slice(0, 7)
  const isCurrent = days[today - first]!.iso.startsWith(month)
  const firstShownDay = today - (getWeekday(today) % 7)
  const monthDays = days.filter(({ iso, day }) =>
    isCurrent
      ? day >= firstShownDay && (iso.startsWith(month) || day < firstShownDay + MIN_WEEKS * 7)
      : iso.startsWith(month),
  )
  const leadingBlanks: null[] = Array.from({ length: getWeekday(monthDays[0]!.day) % 7 }, () => null)
  const cells = [...leadingBlanks, ...monthDays]
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, index) =>
    Array.from({ length: 7 }, (__, column) => cells[index * 7 + column] ?? null),
  )
}
