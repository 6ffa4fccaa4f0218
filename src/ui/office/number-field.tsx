import { useTranslator } from '#platform/pages/page.tsx'
import { TextField, type FieldLabels } from '../form/field.tsx'
import { parseTypedNumber, type InputValue } from '../form/number-input.ts'

/** A field for a number, in Latin or Bangla digits. It reports the number, or the text while it is not a number. */
export function NumberField({
  value,
  onValueChange,
  ...rest
}: FieldLabels & { value: InputValue; onValueChange: (value: InputValue) => void; className?: string }) {
  const { digits } = useTranslator()
  return (
    <TextField
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={value === null ? '' : digits(String(value))}
      onChange={({ currentTarget }) => onValueChange(parseTypedNumber(currentTarget.value))}
    />
  )
}
