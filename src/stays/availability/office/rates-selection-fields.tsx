import { useState, type ReactNode } from 'react'
import { isoDay, parseDay } from '#platform/day.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import { DateField } from '#ui/office/date-field.tsx'
import styles from './rates-panel.module.css'
import { formatWeekdays, weekFromSunday, type Selection, type Sheet } from './rates-sheet.ts'

/** The rooms, dates and weekdays of the selection. */
export function SelectionFields({
  sheet,
  selection,
  onSelect,
  error,
}: {
  sheet: Sheet
  selection: Selection
  onSelect: (selection: Selection) => void
  error: (name: string) => string | undefined
}) {
  const translator = useTranslator()
  const { t } = translator
  const weekdayNames = formatWeekdays(translator)
  const { rooms, weekdays } = selection
  const chosenWeekdays = weekdays ?? weekFromSunday
  const update = (patch: Partial<Selection>) => onSelect({ ...selection, ...patch })
  const toggle = (list: readonly number[], value: number) =>
    list.includes(value) ? list.filter((item) => item !== value) : [...list, value]
  return (
    <>
      <CheckboxGroup legend={t('rates.rooms')} error={error('rooms')}>
        {sheet.rooms.map(({ id, name }) => (
          <label key={id}>
            <input
              type="checkbox"
              name="rooms"
              checked={rooms.includes(id)}
              onChange={() => update({ rooms: toggle(rooms, id) })}
            />
            {name}
          </label>
        ))}
      </CheckboxGroup>
      <div className={styles.pair}>
        {(['from', 'to'] as const).map((name) => (
          <DayField
            key={name}
            label={t(name === 'from' ? 'rates.from' : 'rates.to')}
            name={name}
            day={selection[name]}
            error={error(name)}
            onDayChange={(day) => update({ [name]: day })}
          />
        ))}
      </div>
      <CheckboxGroup
        legend={t('rates.weekdays')}
        error={error('weekdays')}
        isWeek
        after={
          <div className={styles.sets}>
            {weekdaySets.map(({ word, days: setDays }) => (
              <button key={word} type="button" onClick={() => update({ weekdays: setDays })}>
                {t(word)}
              </button>
            ))}
          </div>
        }
      >
        {weekFromSunday.map((day, index) => (
          <label key={day}>
            <input
              type="checkbox"
              name="weekdays"
              checked={chosenWeekdays.includes(day)}
              onChange={() => {
                const nextWeekdays = toggle(chosenWeekdays, day)
                update({ weekdays: nextWeekdays.length === weekFromSunday.length ? null : nextWeekdays })
              }}
            />
            {weekdayNames[index]}
          </label>
        ))}
      </CheckboxGroup>
    </>
  )
}

/** The most common selections of weekdays, as buttons. */
const weekdaySets = [
  { word: 'rates.every_day', days: null },
  { word: 'rates.weekends', days: [5, 6] },
  { word: 'rates.workdays', days: [7, 1, 2, 3, 4] },
] as const

const CheckboxGroup = ({
  legend,
  error,
  isWeek,
  after,
  children,
}: {
  legend: string
  error: string | undefined
  isWeek?: boolean
  after?: ReactNode
  children: ReactNode
}) => (
  <fieldset className={styles.picks} data-week={isWeek}>
    <legend>{legend}</legend>
    <div>{children}</div>
    {after}
    {error && (
      <p role="alert" className={styles.error}>
        {error}
      </p>
    )}
  </fieldset>
)

/** A date field. Reports the date once it is valid and follows a selection made elsewhere. */
function DayField({
  label,
  name,
  day,
  error,
  onDayChange,
}: {
  label: string
  name: string
  day: number
  error: string | undefined
  onDayChange: (day: number) => void
}) {
  const [typedDay, setTypedDay] = useState<{ day: number; text: string } | null>(null)
  return (
    <DateField
      label={label}
      name={name}
      value={typedDay?.day === day ? typedDay.text : isoDay(day)}
      error={error}
      onChange={({ currentTarget: { value } }) => {
        const nextDay = parseDay(value)
        setTypedDay({ day: nextDay ?? day, text: value })
        if (nextDay !== undefined) onDayChange(nextDay)
      }}
      onBlur={() => setTypedDay(null)}
    />
  )
}
