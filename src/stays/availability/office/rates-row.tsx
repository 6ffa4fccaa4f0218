import { memo } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { isSameRate, computeRateAfter, type OwnRate, type RateEdit } from '../rates/own-rate.ts'
import styles from './rates-grid.module.css'
import {
  formatTaka,
  isNightSelected,
  countUnitsLeftOn,
  getRateOn,
  describeNight,
  type Selection,
  type SheetDay,
  type SheetRoom,
} from './rates-sheet.ts'

/** The drawn days in order. A gap is the number of days that are not drawn. */
export type Columns = readonly (SheetDay | { gap: number })[]

/** A room with its visible days. Renders again only if its props change. */
export const RatesRow = memo(function Row({
  room,
  at: index,
  columns,
  first,
  selection,
  edit,
  activeDay,
}: {
  room: SheetRoom
  at: number
  columns: Columns
  first: number
  /** Null if the selection does not contain this room. */
  selection: Selection | null
  edit: RateEdit | null
  activeDay: number | null
}) {
  const translator = useTranslator()
  const { t, count } = translator
  return (
    <tr aria-rowindex={index + 2}>
      <th scope="row" data-room={room.id} aria-colindex={1}>
        {room.name}
        <small>
          {count('rates.units', room.units)}, {formatTaka(translator, room.pricePoisha)}
          {!room.isActive && ` · ${t('rates.not_listed')}`}
        </small>
      </th>
      {columns.map((column) =>
        'gap' in column ? (
          <td key={`gap ${column.gap}`} colSpan={column.gap} aria-hidden="true" className={styles.gap} />
        ) : (
          <td
            key={column.day}
            aria-colindex={column.day - first + 2}
            aria-selected={isNightSelected(selection, room.id, column.day)}
            tabIndex={column.day === activeDay ? 0 : -1}
            data-room={room.id}
            data-day={column.day}
            data-kind={getDayKind(column)}
            data-closed={getRateOn(room, column.day).closed || undefined}
            data-full={countUnitsLeftOn(room, column.day) === 0 || undefined}
          >
            <NightCell room={room} day={column} edit={isNightSelected(selection, room.id, column.day) ? edit : null} />
          </td>
        ),
      )}
    </tr>
  )
})

export const getDayKind = ({ isPast, isToday, isWeekend, month }: SheetDay) =>
  [isPast && 'past', isToday && 'today', isWeekend && 'weekend', month && 'month'].filter(Boolean).join(' ') ||
  undefined

/**
 * The price of a night, its free units and its rules as icons. Shows the effect of an edit beside the current values.
 */
export const NightCell = memo(function Night({
  room,
  day: sheetDay,
  edit,
}: {
  room: SheetRoom
  day: SheetDay
  edit: RateEdit | null
}) {
  const translator = useTranslator()
  const { day } = sheetDay
  const rate = getRateOn(room, day)
  const freeUnitCount = countUnitsLeftOn(room, day)
  const nextRate = edit ? computeRateAfter(rate, room.pricePoisha, edit) : rate
  const [oldPrice, newPrice] = [rate.pricePoisha ?? room.pricePoisha, nextRate.pricePoisha ?? room.pricePoisha]
  const isChanged = !isSameRate(rate, nextRate)
  return (
    <>
      <span className="visually-hidden">{describeNight(translator, room, sheetDay, isChanged ? nextRate : null)}</span>
      <span className={styles.night} data-new={isChanged || undefined} aria-hidden="true">
        {oldPrice !== newPrice && <del>{formatTaka(translator, oldPrice)}</del>}
        <span className={styles.price} data-own={nextRate.pricePoisha !== null || undefined}>
          {formatTaka(translator, newPrice)}
        </span>
        <span className={styles.signs}>
          {nextRate.closed ? (
            <b className="bold">{translator.t('rates.closed_short')}</b>
          ) : (
            <span className={styles.left}>
              {freeUnitCount === 0
                ? translator.t('rates.full_short')
                : translator.t('rates.left_short', { left: freeUnitCount })}
            </span>
          )}
          <RuleIcons rate={nextRate} />
        </span>
      </span>
    </>
  )
})

function RuleIcons({ rate: { noArrival, noDeparture, minNights, maxNights, policyId } }: { rate: OwnRate }) {
  const { number } = useTranslator()
  return (
    <>
      {noArrival && <RuleIcon name="arrival" />}
      {noDeparture && <RuleIcon name="departure" />}
      {policyId !== null && <RuleIcon name="policy" />}
      {minNights !== null && <i>≥{number(minNights)}</i>}
      {maxNights !== null && <i>≤{number(maxNights)}</i>}
    </>
  )
}

/**
 * A struck-through arrow to or from a door, or a document icon for the night's own policy. The cell label and the
 * legend contain the text.
 */
export const RuleIcon = ({ name }: { name: keyof typeof iconPaths }) => (
  <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
    <path fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" d={iconPaths[name]} />
  </svg>
)
const iconPaths = {
  arrival: 'M13.5 2.500v11M2 8h8M7 5l3 3-3 3M3 13.500L12 2.500',
  policy: 'M4 2.500h8v11H4zM6.500 6h3M6.500 9h3',
  departure: 'M2.500 2.500v11M6 8h8M11 5l3 3-3 3M4 13.500L13 2.500',
} as const
