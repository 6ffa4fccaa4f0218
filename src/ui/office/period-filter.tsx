import { DateField } from './date-field.tsx'

/** The first and the last day of a list. A day applies when the user leaves the field or presses Enter. */
export const PeriodFilter = ({
  labels,
  period,
  onChange,
}: {
  labels: { from: string; until: string }
  period: { from?: string; until?: string }
  onChange: (change: { from?: string | undefined; until?: string | undefined }) => void
}) =>
  (['from', 'until'] as const).map((name) => {
    const day = period[name] ?? ''
    return (
      <DateField
        key={`${name} ${day}`}
        label={labels[name]}
        name={name}
        defaultValue={day}
        onBlur={({ currentTarget }) =>
          currentTarget.value !== day && onChange({ [name]: currentTarget.value || undefined })
        }
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      />
    )
  })
