import type { Language } from '#routes/public.ts'

/** Texts that keep the digits 0-9 in every language, because people dial, open or look them up. */
const latinDigitPatterns: Record<string, RegExp> = {
  'the number of an invoice or a receipt': /\b(?:INV|CN)-\d{4}-\d\d-\d{4}\b|\bREC-\d{6,}\b/g,
  'a number in a register': /\b(?:[A-Z]+[-/])+\d+\/\d{4}\b|\b\d{9}-\d{4}\b/g,
  'a telephone number': /\+\d[\d ()-]*\d/g,
  'an address to follow or to write to': /https?:\/\/\S+|[\w.+-]+@[\w.-]+/g,
  'a version, and a file of the database': /\b\d+\.\d+\.\d+\b|\b\d{4}-[a-z-]+\b/g,
  'a code: of a booking, an enquiry, a light of the lab': /\b(?=[A-Z\d]*[A-Z])(?=[A-Z\d]*\d)[A-Z\d]+\b/g,
}

/** Returns the texts that contain digits of the other language. */
export function findForeignDigits(texts: readonly string[], language: Language): string[] {
  const foreignDigitPattern = language === 'bn' ? /[0-9]/ : /[০-৯]/
  const removeExceptions = (text: string) =>
    Object.values(latinDigitPatterns).reduce((remaining, exception) => remaining.replaceAll(exception, ''), text)
  return texts.filter((text) => foreignDigitPattern.test(removeExceptions(text)))
}

/** Returns the texts that contain an ISO date such as 2027-01-04. */
export const findIsoDates = (texts: readonly string[]): string[] =>
  texts.filter((text) => /\d{4}-(?:0\d|1[0-2])-\d\d/.test(text))
