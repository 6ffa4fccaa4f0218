import { useWords } from '#platform/pages/page.tsx'
import { TextField, type Labels } from '../form/field.tsx'
import { typedNumber, type Typed } from './typed-number.ts'

/** A number, in whichever digits; it is told once it is one. */
export function NumberField({
  value,
  onNumber,
  ...rest
}: Labels & { value: Typed; onNumber: (value: Typed) => void; className?: string }) {
  const { digits } = useWords()
  return (
    <TextField
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={value === null ? '' : digits(String(value))}
      onChange={({ currentTarget }) => onNumber(typedNumber(currentTarget.value))}
    />
  )
}
