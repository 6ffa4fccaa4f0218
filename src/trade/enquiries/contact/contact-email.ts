/** Reads the contact form in the API format, from a script or from a posted form. */
export function emailIn(form: FormData | URLSearchParams) {
  const said = (name: string) => String(form.get(name) ?? '').trim()
  return {
    name: said('name'),
    email: said('email'),
    subject: said('subject'),
    message: said('message'),
    website: said('website'),
    captcha: numberIn(said('captcha'))!, // the API rejects a missing answer
    captcha_token: said('captcha_token'),
  }
}

/** Parses an answer in Latin or Bengali digits. Any other text becomes 0, which is never a correct sum. */
function numberIn(text: string): number | undefined {
  const digits = text.replace(/[০-৯]/g, (digit) => String('০১২৩৪৫৬৭৮৯'.indexOf(digit)))
  if (digits === '') return undefined
  return /^\d{1,3}$/.test(digits) ? Number(digits) : 0
}
