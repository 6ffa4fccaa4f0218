import { toLatinDigits } from '#locales/digits.ts'

/**
 * Writes a Pantone colour in the usual form, so that the company can look it up: "19-4052 TCX" for textiles and
 * "Pantone 286 C" for print. Any other text stays as it was typed.
 */
export function normalizePantone(typedText: string): string {
  const text = typedText.replace(/\s+/g, ' ').trim()
  const code = toLatinDigits(text).toUpperCase().replace(brandPattern, '').trim()
  const textileMatch = /^(\d\d)[ .\-–]?(\d{4}) ?(TCX|TPX|TPG|TPM|TSX|TN)?$/.exec(code)
  if (textileMatch) return [`${textileMatch[1]}-${textileMatch[2]}`, textileMatch[3]].filter(Boolean).join(' ')
  const printMatch = /^(\d{3,5}) ?(C|U|M|CP|UP|XGC)?$/.exec(code)
  if (printMatch) return ['Pantone', printMatch[1], printMatch[2]].filter(Boolean).join(' ')
  return text
}

const brandPattern = /^(?:PANTONE|PMS|প্যানটোন)[ :]*/
