/** The contact form as the API takes it, whether it was read by a script or posted. */
export function emailIn(form: FormData | URLSearchParams) {
  const said = (name: string) => String(form.get(name) ?? '').trim()
  return {
    name: said('name'),
    email: said('email'),
    subject: said('subject'),
    message: said('message'),
    website: said('website'),
    captcha: numberIn(said('captcha'))!, // one that is missing is the API's to refuse
    captcha_token: said('captcha_token'),
  }
}

/** In the digits of either language. What is not a number is 0, which no sum comes to. */
function numberIn(text: string): number | undefined {
  const digits = text.replace(/[০-৯]/g, (digit) => String('০১২৩৪৫৬৭৮৯'.indexOf(digit)))
  if (digits === '') return undefined
  return /^\d{1,3}$/.test(digits) ? Number(digits) : 0
}
