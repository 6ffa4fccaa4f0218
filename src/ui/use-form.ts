import { useEffect, useRef, useState, type FormEvent } from 'react'
import { ApiError } from '../platform/errors.ts'
import { useWords } from '../platform/pages/page.tsx'
import type { FieldErrors } from '../platform/errors.ts'
import { focusFirstError } from './field.tsx'

/**
 * A form that is sent by script. What is wrong is said by field; what concerns none of them, as `form`. Refused, it leads
 * to the first wrong field, or back to its button. Once it has done its work it takes no second press.
 */
export function useForm(send: (text: (name: string) => string) => Promise<void>) {
  const { t } = useWords()
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FieldErrors | null>(null)
  useEffect(() => {
    if (!errors) return
    if (form.current?.querySelector('[aria-invalid]')) focusFirstError(form.current)
    else form.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }, [errors])

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const data = new FormData(event.currentTarget)
    setBusy(true)
    setErrors(null)
    try {
      await send((name) => String(data.get(name) ?? ''))
    } catch (error) {
      setErrors(failure(error))
      setBusy(false)
    }
  }
  function failure(error: unknown): FieldErrors {
    const status = error instanceof ApiError ? error.status : null
    if (status === 422) return (error as ApiError).errors
    if (status === 401) return {} // the page asks who is there
    console.error('Sending failed', error)
    return { form: [status ? (error as ApiError).message || t('error.unexpected') : t('failure.offline')] }
  }
  return {
    busy,
    errors,
    error: (name: string) => errors?.[name]?.[0],
    /** What the form element needs. */
    form: { ref: form, method: 'dialog', noValidate: true, onSubmit } as const,
  }
}
