/** Telephone numbers as E.164 has them, so that each has one spelling and can be dialled from anywhere: +8801712345678. */
const HOME = '880'

/** What people write, as E.164; what cannot be read stays as it is, and is refused. A number without its country is one of ours. */
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

/** Eight to fifteen digits, the country first; ours have eight to ten more, mobile ones ten. */
export const isE164 = (text: string): boolean => /^\+(?!880)[1-9]\d{7,14}$|^\+880(1\d{9}|[2-9]\d{7,9})$/.test(text)
