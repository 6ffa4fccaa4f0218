/** Phone numbers are stored as E.164 (+8801712345678): one spelling each, and dialable from anywhere. */
const HOME = '880'

/**
 * Returns the number as E.164, or the text unchanged if it is no valid number. Numbers without a country code count as
 * Bangladeshi.
 */
export function e164(typed: string): string {
  const text = typed.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6))
  if (!/^\+?[\d ().\-/]+$/.test(text)) return typed
  const digits = text.replace('(0)', '').replace(/[^\d+]/g, '')
  const whole = digits
    .replace(/^00/, '+')
    .replace(/^0(?=[1-9])/, `+${HOME}`)
    .replace(/^880(?=[1-9]\d{7})/, `+${HOME}`)
    .replace(/^1(?=\d{9}$)/, `+${HOME}1`)
    .replace(/^\+8800/, `+${HOME}`)
  return isE164(whole) ? whole : typed
}

/**
 * Eight to fifteen digits including the country code. After +880 follow eight to ten digits, ten for mobile numbers.
 */
export const isE164 = (text: string): boolean => /^\+(?!880)[1-9]\d{7,14}$|^\+880(1\d{9}|[2-9]\d{7,9})$/.test(text)
