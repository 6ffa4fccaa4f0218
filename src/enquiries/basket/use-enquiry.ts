import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { ApiError } from '../../platform/errors.ts'
import { useApi, useWords } from '../../platform/pages/page.tsx'
import type { FieldErrors } from '../../platform/errors.ts'
import { refusalIn, sendOnce } from '../../platform/http/send-once.ts'
import type { Line } from './basket.ts'
import type { EnquiriesApi } from '../contract.ts'
import { draftNames, keepDraft, type Draft, type Sent } from './draft.ts'

const none: FieldErrors = {}

/** Sends the form. `isComplete` is false while a line stands in it that cannot be sent. */
export function useEnquiry(lines: readonly Line[], isComplete: boolean, onSent: (sent: Sent) => void) {
  const words = useWords()
  const { t } = words
  const api = useApi<EnquiriesApi>()
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState(none)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    if (errors !== none) form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-refused]')?.focus()
  }, [errors])

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    const wrong = missing(event.currentTarget)
    setFailure(null)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0 || !isComplete) return
    const { company = '', name = '', email = '', phone = '', message = '' } = draftIn(event.currentTarget)
    const website = String(new FormData(event.currentTarget).get('website'))
    const asked = lines.map(({ slug, quantity, notes }) => ({ product: slug, quantity, notes }))
    setBusy(true)
    try {
      const request = { company, name, email, phone, lines: asked, message, website }
      const { reference } = await sendOnce(api.sendEnquiry, request, words)
      keepDraft({ company, name, email, phone })
      onSent({ reference, email, products: lines })
    } catch (error) {
      setBusy(false)
      refused(refusalIn(error, words))
    }
  }

  function refused(error: ApiError): void {
    setErrors(error.errors)
    const isShown = (name: string) => name.endsWith('.product') || form.current!.elements.namedItem(name)
    if (!Object.keys(error.errors).some(isShown)) setFailure(error.message)
  }

  function missing(element: HTMLFormElement): FieldErrors {
    const controls = [...element.querySelectorAll<HTMLInputElement>('input:invalid')]
    return Object.fromEntries(
      controls.map((control) => [control.name, [t(control.validity.valueMissing ? 'error.required' : 'error.email')]]),
    )
  }
  return { form, submit, busy, errors, failure, forgetErrors: () => setErrors(none) }
}

/** What the form says of who asks. */
export function draftIn(form: HTMLFormElement): Draft {
  const data = new FormData(form)
  return Object.fromEntries(draftNames.map((name) => [name, String(data.get(name)).trim()]))
}
