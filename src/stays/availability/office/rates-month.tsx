import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import type { RateEdit } from '../own-rate.ts'
import { kindOf, NightCell } from './rates-row.tsx'
import {
  inMonths,
  isChosen,
  rateOn,
  weekdaysIn,
  weekOfSunday,
  type Selection,
  type Sheet,
  type SheetDay,
} from './rates-sheet.ts'
import { weekday } from '#platform/day.ts'
import styles from './rates-month.module.css'
import { useSelecting, type Active } from './use-selecting.ts'

/** The month calendar of one room for small screens. Weeks are rows and begin on Sunday. */
export function RatesMonth({
  sheet,
  room: roomId,
  day: seen,
  selection,
  edit,
  onSeen,
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
  onSeen: (day: number) => void
  onSelect: (selection: Selection | null) => void
  onChosen: () => void
  onOpen: (typed?: string) => void
}) {
  const translator = useWords()
  const room = sheet.rooms.find(({ id }) => id === roomId)!
  const scroller = useRef<HTMLDivElement>(null)
  const weeks = weeksOf(sheet, seen)
  const days = weeks.flat().filter((day) => day !== null)
  const [kept, setKept] = useState<{ day: number; focus: boolean }>({ day: sheet.today, focus: false })
  const isHere = days.some(({ day }) => day === kept.day)
  const active = { room: roomId, day: isHere ? kept.day : days[0]!.day }
  useEffect(() => {
    if (kept.focus) scroller.current!.querySelector<HTMLElement>('td[tabindex="0"]')?.focus()
  }, [kept])
  const setActive = ({ day }: Active, focus = false) => {
    if (!days.some((shown) => shown.day === day)) onSeen(day)
    setKept({ day, focus })
  }
  // A selection made here contains only this room.
  const alone = { ...sheet, rooms: [room] }
  const move = ({ day }: Active, { key }: KeyboardEvent): Active | null => {
    const months = monthSteps[key]
    const by = steps[key]
    if (by === undefined && months === undefined) return null
    const to = by === undefined ? inMonths(day, months!) : day + by
    return { room: roomId, day: Math.min(Math.max(to, sheet.first), sheet.last) }
  }
  const handlers = useSelecting({
    sheet: alone,
    scroller,
    active,
    setActive,
    selection,
    onSelect,
    onChosen,
    onOpen,
    move,
  })
  const short = weekdaysIn(translator)
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
            {short.map((name, at) => (
              <th key={name} scope="col" data-kind={kindOf({ isWeekend: at > 4 } as SheetDay)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, at) => (
            <tr key={week.find((day) => day)?.day ?? at}>
              {week.map((day, place) =>
                day === null ? (
                  <td key={weekOfSunday[place]} aria-hidden="true" className={styles.none} />
                ) : (
                  <td
                    key={day.day}
                    aria-selected={isChosen(selection, room.id, day.day)}
                    aria-current={day.isToday ? 'date' : undefined}
                    tabIndex={day.day === active.day ? 0 : -1}
                    data-room={room.id}
                    data-day={day.day}
                    data-kind={kindOf(day)}
                    data-closed={rateOn(room, day.day).closed || undefined}
                  >
                    <span className={styles.date} aria-hidden="true">
                      {day.date}
                    </span>
                    <NightCell room={room} day={day} edit={isChosen(selection, room.id, day.day) ? edit : null} />
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

const monthSteps: Record<string, number> = { PageUp: -1, PageDown: 1 }
const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
}

/** The days in the same month as the given day, as weeks. Null fills the days before the first and after the last. */
function weeksOf({ days, first }: Sheet, seen: number): (SheetDay | null)[][] {
  const month = days[Math.min(Math.max(seen - first, 0), days.length - 1)]!.iso.slice(0, 7)
  const own = days.filter(({ iso }) => iso.startsWith(month))
  const before: null[] = Array.from({ length: weekday(own[0]!.day) % 7 }, () => null)
  const cells = [...before, ...own]
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, at) =>
    Array.from({ length: 7 }, (__, place) => cells[at * 7 + place] ?? null),
  )
}
