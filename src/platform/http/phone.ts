import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { toLatinDigits } from '#locales/digits.ts'

/**
 * Returns a phone number as E.164 (+8801712345678), or null if it is invalid. A number without a country code is
 * treated as a number in Bangladesh. E.164 has no place for an extension, so a number with one is invalid.
 */
export function toE164(text: string): string | null {
  const phoneNumber = parsePhoneNumberFromString(toLatinDigits(text), { defaultCountry: 'BD', extract: false })
  return phoneNumber?.isValid() && !phoneNumber.ext ? phoneNumber.number : null
}
