/** What is typed as a number: one, none, or what is none yet and stays as it is. */
export type Typed = number | string | null

/** Whoever writes in Bangla types the digits of Bangla. */
export const inLatinDigits = (text: string): string =>
  text.replace(/[০-৯]/g, (digit) => String('০১২৩৪৫৬৭৮৯'.indexOf(digit)))

/** Only what looks the same once it is a number is made one: who types 12.5 has typed 12. before. */
export function typedNumber(text: string): Typed {
  const plain = withoutGroups(inLatinDigits(text).replace(/\s/g, ''))
  if (plain === '') return null
  return String(Number(plain)) === plain ? Number(plain) : plain
}

/** 5,500 and 1,20,000 are numbers; 99,5 may mean what no comma says, and is refused rather than guessed. */
const withoutGroups = (plain: string): string =>
  /^-?\d+(,\d{2,3})*,\d{3}(\.\d*)?$/.test(plain) ? plain.replaceAll(',', '') : plain

/** What is sent: 12.50 is 12.5. What is no number is sent as it is, and refused in a sentence. */
export const asNumber = (typed: Typed): Typed =>
  typeof typed === 'string' && /^-?\d+(\.\d*)?$/.test(typed) ? Number(typed) : typed
