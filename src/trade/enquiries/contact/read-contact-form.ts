import { toLatinDigits } from '#locales/digits.ts'

/** Reads the contact form in the API format, from a script or from a posted form. */
export function readContactForm(form: FormData | URLSearchParams) {
  const getText = (name: string) => String(form.get(name) ?? '').trim()
  return {
    name: getText('name'),
    email: getText('email'),
    subject: getText('subject'),
    message: getText('message'),
    website: getText('website'),
    captcha: parseAnswer(getText('captcha'))!, // the API rejects a missing answer
    captcha_token: getText('captcha_token'),
  }
}

/** Parses an answer in Latin or Bengali digits. Any other text becomes 0, which is never a correct sum. */
function parseAnswer(text: string): number | undefined {
  const digits = toLatinDigits(text)
  if (digits === '') return undefined
  return /^\d{1,3}$/.test(digits) ? Number(digits) : 0
}
