import { useWords } from '../../platform/pages/page.tsx'
import { TextField, type Labels } from '../form/field.tsx'

/** What is typed as a number: one, none, or what is none yet and stays as it is. */
export type Typed = number | string | null

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

/** Whoever writes in Bangla types the digits of Bangla. */
export const inLatinDigits = (text: string): string =>
  text.replace(/[০-৯]/g, (digit) => String('০১২৩৪৫৬৭৮৯'.indexOf(digit)))

/** Only what looks the same once it is a number is made one: who types 12.5 has typed 12. before. */
function typedNumber(text: string): Typed {
  const plain = inLatinDigits(text).replace(/[\s,]/g, '')
  if (plain === '') return null
  return String(Number(plain)) === plain ? Number(plain) : plain
}

/** What is sent: 12.50 is 12.5. What is no number is sent as it is, and refused in a sentence. */
export const asNumber = (typed: Typed): Typed =>
  typeof typed === 'string' && /^-?\d+(\.\d*)?$/.test(typed) ? Number(typed) : typed
