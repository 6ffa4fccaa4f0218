/** Phone numbers are stored as E.164 (+8801712345678): one spelling each, and dialable from anywhere. */
const HOME_COUNTRY_CODE = '880'

/**
 * Returns the number as E.164, or the text unchanged if it is no valid number. Numbers without a country code count as
 * Bangladeshi.
 */
export function e164(typed: string): string {
  const text = typed.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6))
  if (!/^\+?[\d ().\-/]+$/.test(text)) return typed
  const digits = text.replace('(0)', '').replace(/[^\d+]/g, '')
  const number = digits
    .replace(/^00/, '+')
    .replace(/^0(?=[1-9])/, `+${HOME_COUNTRY_CODE}`)
    .replace(/^880(?=[1-9]\d{7})/, `+${HOME_COUNTRY_CODE}`)
    .replace(/^1(?=\d{9}$)/, `+${HOME_COUNTRY_CODE}1`)
    .replace(/^\+8800/, `+${HOME_COUNTRY_CODE}`)
  return isE164(number) ? number : typed
}

/**
 * Eight to fifteen digits including the country code. After +880 follow eight to ten digits, ten for mobile numbers.
 */
export const isE164 = (text: string): boolean => /^\+(?!880)[1-9]\d{7,14}$|^\+880(1\d{9}|[2-9]\d{7,9})$/.test(text)
