import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { CallOptions } from '#platform/contract.ts'
import { ApiError, type FieldErrors } from '#platform/errors.ts'
import { isSaid, orUnsure, sendOnce } from '#platform/http/send-once.ts'
import { storage } from '#platform/storage.ts'
import { usePlace, useWords, type Place } from '#platform/pages/page.tsx'
import type { RefusedForm } from '#platform/pages/refused.ts'
import type { Translator } from '#locales/translator.ts'
import type { KeepOn } from './draft.ts'
import { draftsKey } from './whose-drafts.ts'

/** What a form gives to whoever sends it. */
export interface Sending {
  form: HTMLFormElement
  data: FormData
  text(name: string): string
  /** For an endpoint that takes a key: what is sent again after a lost answer is carried out once. */
  once<Input, Answer>(send: (input: Input, options: CallOptions) => Promise<Answer>, input: Input): Promise<Answer>
  /** For one that takes none: a lost answer is said to be lost. */
  orUnsure<Answer>(sent: Promise<Answer>): Promise<Answer>
}

interface Special {
  /** The form as it was posted before its scripts were there, and refused. */
  posted?: RefusedForm | null
  /** What can be seen without asking: then nothing is sent. */
  faultsIn?(form: HTMLFormElement): FieldErrors
  /** Told of what was refused. What it returns is shown. */
  onRefused?(userError: ApiError, form: HTMLFormElement): ApiError
  /** What is read in a dialog first; the reader is led on when that is closed. */
  inDialog?: readonly number[]
  /** The fields whose text is kept in this tab until it was sent: never a password. A page has one form with any. */
  kept?: readonly string[]
  /** Those of them that are kept beyond: for the next form of its kind. */
  keptOn?: readonly string[]
  /** Once it has done its work it can be sent again. Any other takes no second press until the reader comes here anew. */
  again?: true
}

/**
 * A form that is sent by script. What is wrong is said by field; what concerns none of them, as its failure. Refused, it
 * leads to the first wrong field, or back to the button that was pressed, and nothing typed is lost.
 */
export function useForm(
  send: (sending: Sending) => Promise<void>,
  { posted, faultsIn, onRefused, inDialog = [], kept = none, keptOn = none, again }: Special = {},
) {
  const translator = useWords()
  const place = usePlace()
  const form = useRef<HTMLFormElement>(null)
  const pressed = useRef<HTMLElement | null>(null)
  const draft = useRef<Promise<KeepOn | null>>(null)
  const [sending, setSending] = useState(false)
  const [doneAt, setDoneAt] = useState<Place | null>(null)
  const busy = sending || doneAt === place
  const [outcome, setOutcome] = useState<Outcome>(
    posted
      ? { refusal: new ApiError(posted.status, posted), errors: posted.errors, messages: [], leads: false }
      : nothing,
  )
  const { refusal: userError, errors, messages, leads } = outcome
  const isForDialog = userError !== null && inDialog.includes(userError.status)
  useEffect(() => {
    if (!userError || !leads) return
    const wrong =
      isOfFields(userError) && form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-refused]')
    ;(wrong || pressed.current)?.focus()
  }, [userError, leads])

  const { path } = place
  useEffect(() => {
    const element = form.current
    if (!element || kept.length === 0) return
    const left = new AbortController()
    const { signal } = left
    const takeUp = () => {
      draft.current ??= import('./draft.ts').then(
        (drafts) => (signal.aborted ? null : drafts.takeUpDraft(path, element, kept, signal)),
        () => null,
      )
    }
    // Fetched where there is something to fill in, or somebody types: maybe since before the page ran.
    const isAtWork = element.contains(document.activeElement) || storage('sessionStorage')?.getItem(draftsKey)
    if (isAtWork) takeUp()
    else element.addEventListener('input', takeUp, { once: true, signal })
    return () => {
      left.abort()
      draft.current = null
    }
  }, [path, kept])

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const element = event.currentTarget
    const { submitter } = event.nativeEvent as SubmitEvent
    pressed.current = submitter
    const fieldErrors = faultsIn?.(element) ?? {}
    if (Object.keys(fieldErrors).length > 0) return refuse(new ApiError(422, { errors: fieldErrors }), element)
    const data = new FormData(element, submitter)
    const keeping = draft.current
    setSending(true)
    setOutcome(nothing)
    try {
      await send({
        form: element,
        data,
        text: (name) => String(data.get(name) ?? ''),
        once: (call, input) => sendOnce(call, input, translator),
        orUnsure: (sent) => orUnsure(sent, translator),
      })
      ;(await keeping)?.(keptOn)
      if (!again) setDoneAt(place)
    } catch (error) {
      const met = refusalIn(error, translator)
      refuse(onRefused?.(met, element) ?? met, element)
    }
    setSending(false)
  }
  function refuse(met: ApiError, element: HTMLFormElement) {
    const leadsNow = !inDialog.includes(met.status)
    const said = leadsNow ? [] : messagesOf(met, element)
    setOutcome({ refusal: met, errors: met.errors, messages: said, leads: leadsNow })
  }

  return {
    busy,
    refusal: userError,
    errors,
    error: (name: string) => errors[name]?.[0],
    failure: userError && !isForDialog ? failureOf(userError, translator) : undefined,
    /** What the reader has not put away yet, of what is read in a dialog. */
    unread: isForDialog && !leads ? userError : null,
    /** The same, sentence by sentence, where it is about fields. */
    messages: isForDialog && !leads && userError.status === 422 ? messages : [],
    read: () => setOutcome({ ...outcome, leads: true }),
    /** Says no longer what is wrong with a field that is being typed into, or with any. */
    forget: (name?: string) => setOutcome({ ...outcome, errors: name ? { ...errors, [name]: [] } : nothing.errors }),
    /** What the form element needs. */
    form: { ref: form, method: 'dialog', noValidate: true, onSubmit } as const,
  }
}

export type Form = ReturnType<typeof useForm>

/** What the browser itself finds: empty, or no e-mail address. */
export function emptyOrOdd(form: HTMLFormElement, { t }: Translator): FieldErrors {
  const controls = [...form.querySelectorAll<HTMLInputElement>(':is(input, select, textarea):invalid')]
  return Object.fromEntries(
    controls.map(({ name, validity }) => [name, [t(validity.valueMissing ? 'error.required' : 'error.email')]]),
  )
}

interface Outcome {
  refusal: ApiError | null
  errors: FieldErrors
  messages: readonly string[]
  /** To what is wrong: not where the page came so, nor before a dialog is put away. */
  leads: boolean
}
const none: readonly string[] = []
const nothing: Outcome = { refusal: null, errors: {}, messages: [], leads: false }

const isOfFields = ({ errors }: ApiError) => Object.keys(errors).length > 0

function refusalIn(error: unknown, { t }: Translator): ApiError {
  if (!isSaid(error) || error.cause) console.error('Sending failed', (error as Error).cause ?? error)
  return error instanceof ApiError ? error : new ApiError(0, { message: t('failure.offline') })
}

/** All that is wrong, in the order of the fields, each called as its label calls it. */
function messagesOf({ errors, message }: ApiError, form: HTMLFormElement): string[] {
  const controls = [...form.elements] as HTMLInputElement[]
  const names = new Set([...controls.map(({ name }) => name), ...Object.keys(errors)])
  const said = [...names].flatMap((name) => {
    const label = controls.find((control) => control.name === name)?.labels?.[0]?.textContent
    return (errors[name] ?? []).map((sentence) => (label ? `${label}: ${sentence}` : sentence))
  })
  return said.length > 0 ? said : [message]
}

/** Who is no longer signed in is asked for by the page. */
function failureOf(userError: ApiError, { t }: Translator): string | undefined {
  if (userError.status === 401) return undefined
  if (isOfFields(userError)) return userError.errors['form']?.[0]
  return userError.message || t('error.unexpected')
}
