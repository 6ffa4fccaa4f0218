import { toLatinDigits } from '#locales/digits.ts'

/**
 * Writes a Pantone colour in the usual form, so that the company can look it up: "19-4052 TCX" for textiles and
 * "Pantone 286 C" for print. Any other text stays as it was typed.
 */
export function normalizePantone(typedText: string): string {
  const text = typedText.replace(/\s+/g, ' ').trim()
  const code = toLatinDigits(text).toUpperCase().replace(brand, '').trim()
  const textile = /^(\d\d)[ .\-–]?(\d{4}) ?(TCX|TPX|TPG|TPM|TSX|TN)?$/.exec(code)
  if (textile) return [`${textile[1]}-${textile[2]}`, textile[3]].filter(Boolean).join(' ')
  const print = /^(\d{3,5}) ?(C|U|M|CP|UP|XGC)?$/.exec(code)
  if (print) return ['Pantone', print[1], print[2]].filter(Boolean).join(' ')
  return text
}

const brand = /^(?:PANTONE|PMS|প্যানটোন)[ :]*/
