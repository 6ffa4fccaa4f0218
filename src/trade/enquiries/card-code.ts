import type { Language } from '#routes/public.ts'

/** Whether a text has the form of a code of the colour card, such as SG-07. */
export const isCardCode = (value: string): boolean => /^SG-\d\d$/.test(value)

/** Writes a code in the letters and digits of the language. */
export const formatCardCode = (code: string, language: Language): string =>
  language === 'bn' ? code.replace('SG', 'এসজি').replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[+digit]!) : code
