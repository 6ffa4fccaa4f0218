import type { Language } from '#routes/public.ts'

const bengaliDigits = '০১২৩৪৫৬৭৮৯'

/** Replaces Bengali digits. Users who write in Bangla type them everywhere. */
export const toLatinDigits = (text: string): string =>
  text.replace(/[০-৯]/g, (digit) => String(bengaliDigits.indexOf(digit)))

/** Converts digits to the numerals of a language. */
export const toDigits = (text: string, language: Language): string =>
  language === 'bn' ? text.replace(/\d/g, (digit) => bengaliDigits[+digit]!) : text
