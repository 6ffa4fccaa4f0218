import { TextField } from '../form/field.tsx'

/** A day that filters a list. It applies when the user leaves the field or presses Enter. */
export const DayFilter = ({
  label,
  name,
  value,
  onDay,
}: {
  label: string
  name: string
  /** The current day, or empty. */
  value: string
  onDay: (day: string) => void
}) => (
  <TextField
    key={value}
    label={label}
    name={name}
    type="date"
    defaultValue={value}
    onBlur={({ currentTarget }) => currentTarget.value !== value && onDay(currentTarget.value)}
    onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
  />
)
