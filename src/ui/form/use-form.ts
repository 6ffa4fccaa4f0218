import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { CallOptions } from '#platform/contract.ts'
import { ApiError, type FieldErrors } from '#platform/errors.ts'
import { hasServerMessage, describeLostResponse, sendOnce } from '#platform/http/send-once.ts'
import { getStorage } from '#platform/storage.ts'
import { useRoute, useTranslator, type Route } from '#platform/pages/page.tsx'
import type { RejectedForm } from '#platform/pages/rejected-form.ts'
import type { Translator } from '#locales/translator.ts'
import type { KeepDraftFields } from './draft.ts'
import { draftsKey } from './tab-owner.ts'

/** The form data for the function that sends it. */
export interface Sending {
  form: HTMLFormElement
  data: FormData
  text(name: string): string
  /** Sends a request with an idempotency key. A repetition after a lost response is carried out only once. */
  sendOnce<Input, Result>(send: (input: Input, options: CallOptions) => Promise<Result>, input: Input): Promise<Result>
  /** Sends a request without a key. After a lost response, the user is informed that the outcome is unknown. */
  reportLostResponse<Result>(request: Promise<Result>): Promise<Result>
}

interface FormOptions {
  /** The rejected form, if the visitor posted it before the scripts ran. */
  posted?: RejectedForm | null
  /** Validates without a request. If there are errors, nothing is sent. */
  validateFields?(form: HTMLFormElement): FieldErrors
  /** Called with the error. The form shows the returned error. */
  onRejected?(userError: ApiError, form: HTMLFormElement): ApiError
  /** Error statuses that are shown in a dialog first. The focus moves to the error when the dialog closes. */
  inDialog?: readonly number[]
  /**
   * Fields whose text is stored in this tab until it is sent, never a password. Only one form per page may have any.
   */
  draftFields?: readonly string[]
  /** Stored fields whose text remains after sending, for the next form of this kind. */
  remainingDraftFields?: readonly string[]
  /** Whether the form can be sent again after success. Other forms ignore clicks until the user returns to the page. */
  isRepeatable?: true
}

/**
 * A form that is sent by script. Errors are shown by field; other errors as the failure of the form. After an error the
 * focus moves to the first invalid field or back to the pressed button.
 */
export function useForm(
  send: (isSending: Sending) => Promise<void>,
  {
    posted,
    validateFields,
    onRejected,
    inDialog = [],
    draftFields = noFields,
    remainingDraftFields = noFields,
    isRepeatable,
  }: FormOptions = {},
) {
  const translator = useTranslator()
  const route = useRoute()
  const form = useRef<HTMLFormElement>(null)
  const pressedButton = useRef<HTMLElement | null>(null)
  const keepDraftFieldsPromise = useRef<Promise<KeepDraftFields | null>>(null)
  const [isSending, setSending] = useState(false)
  const [doneRoute, setDoneAt] = useState<Route | null>(null)
  const isBusy = isSending || doneRoute === route
  const [outcome, setOutcome] = useState<Outcome>(
    posted
      ? { userError: new ApiError(posted.status, posted), errors: posted.errors, messages: [], movesFocus: false }
      : emptyOutcome,
  )
  const { userError, errors, messages, movesFocus, focusedName } = outcome
  const isDialogError = userError !== null && inDialog.includes(userError.status)
  useEffect(() => {
    if (!userError || !movesFocus) return
    const invalidField =
      hasFieldErrors(userError) &&
      (findField(form.current, focusedName) ?? form.current?.querySelector<HTMLElement>(invalidFieldSelector))
    ;(invalidField || pressedButton.current)?.focus()
  }, [userError, movesFocus, focusedName])

  const { path } = route
  useEffect(() => {
    const element = form.current
    if (!element || draftFields.length === 0) return
    const abortController = new AbortController()
    const { signal } = abortController
    const loadDraft = () => {
      keepDraftFieldsPromise.current ??= import('./draft.ts').then(
        (drafts) => (signal.aborted ? null : drafts.restoreDraft(path, element, draftFields, signal)),
        () => null,
      )
    }
    // Loads the drafts if there is one to restore, or once the user types, which may happen before the scripts run.
    const isInUse = element.contains(document.activeElement) || getStorage('sessionStorage')?.getItem(draftsKey)
    if (isInUse) loadDraft()
    else element.addEventListener('input', loadDraft, { once: true, signal })
    return () => {
      abortController.abort()
      keepDraftFieldsPromise.current = null
    }
  }, [path, draftFields])

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const element = event.currentTarget
    const { submitter } = event.nativeEvent as SubmitEvent
    pressedButton.current = submitter
    const fieldErrors = validateFields?.(element) ?? {}
    if (Object.keys(fieldErrors).length > 0) return showError(new ApiError(422, { errors: fieldErrors }), element)
    const data = new FormData(element, submitter)
    const draftRestored = keepDraftFieldsPromise.current
    setSending(true)
    setOutcome(emptyOutcome)
    try {
      await send({
        form: element,
        data,
        text: (name) => String(data.get(name) ?? ''),
        sendOnce: (call, input) => sendOnce(call, input, translator),
        reportLostResponse: (request) => describeLostResponse(request, translator),
      })
      ;(await draftRestored)?.(remainingDraftFields)
      if (!isRepeatable) setDoneAt(route)
    } catch (error) {
      const apiError = toApiError(error, translator)
      showError(onRejected?.(apiError, element) ?? apiError, element)
    }
    setSending(false)
  }
  function showError(apiError: ApiError, element: HTMLFormElement) {
    const isShownInForm = !inDialog.includes(apiError.status)
    const fieldMessages = isShownInForm ? [] : listMessages(apiError, element)
    setOutcome({ userError: apiError, errors: apiError.errors, messages: fieldMessages, movesFocus: isShownInForm })
  }

  return {
    isBusy,
    userError,
    errors,
    error: (name: string) => errors[name]?.[0],
    failure: userError && !isDialogError ? findFailure(userError, translator) : undefined,
    /** The error in the dialog that the user has not closed yet. */
    unshownError: isDialogError && !movesFocus ? userError : null,
    /** The sentences of that error, with the labels of their fields. Empty unless its status is 422. */
    messages: isDialogError && !movesFocus && userError.status === 422 ? messages : [],
    /** Closes the dialog. The focus moves to the named field, or to the first invalid one. */
    read: (name?: string) => setOutcome({ ...outcome, movesFocus: true, focusedName: name }),
    /** Clears the errors of a field that the user edits, or of all fields. */
    clear: (name?: string) =>
      setOutcome({ ...outcome, errors: name ? { ...errors, [name]: [] } : emptyOutcome.errors }),
    /** The props of the form element. */
    form: { ref: form, method: 'dialog', noValidate: true, onSubmit } as const,
  }
}

export type Form = ReturnType<typeof useForm>

/** Returns the errors that the browser finds: empty required fields and invalid email addresses. */
export function validateInputs(form: HTMLFormElement, { t }: Translator): FieldErrors {
  const controls = [...form.querySelectorAll<HTMLInputElement>(':is(input, select, textarea):invalid')]
  return Object.fromEntries(
    controls.map(({ name, validity }) => [name, [t(validity.valueMissing ? 'error.required' : 'error.email')]]),
  )
}

interface Outcome {
  userError: ApiError | null
  errors: FieldErrors
  messages: readonly FieldMessage[]
  /**
   * Whether the focus moves to the error. It does not if the page was loaded with the error, or while the dialog is
   * open.
   */
  movesFocus: boolean
  /** The field that gets the focus. */
  focusedName?: string | undefined
}

/** An error with the name and the label of its field. The name is empty for a general error. */
interface FieldMessage {
  name: string
  text: string
}

const invalidFieldSelector = '[aria-invalid=true], [data-refused]'

/** Finds a field that can get the focus. */
const findField = (form: HTMLFormElement | null, name: string | undefined): HTMLElement | undefined =>
  name
    ? [...form!.elements].find(
        (field): field is HTMLInputElement => (field as HTMLInputElement).name === name && field.checkVisibility(),
      )
    : undefined

const noFields: readonly string[] = []
const emptyOutcome: Outcome = { userError: null, errors: {}, messages: [], movesFocus: false }

const hasFieldErrors = ({ errors }: ApiError) => Object.keys(errors).length > 0

function toApiError(error: unknown, { t }: Translator): ApiError {
  if (!hasServerMessage(error) || error.cause) console.error('Sending failed', (error as Error).cause ?? error)
  return error instanceof ApiError ? error : new ApiError(0, { message: t('failure.offline') })
}

/** Returns all errors in the order of the fields, each with the label of its field. */
function listMessages({ errors, message }: ApiError, form: HTMLFormElement): FieldMessage[] {
  const controls = [...form.elements] as HTMLInputElement[]
  const names = new Set([...controls.map(({ name }) => name), ...Object.keys(errors)])
  const fieldMessages = [...names].flatMap((name) => {
    const label = controls.find((control) => control.name === name)?.labels?.[0]?.textContent
    return (errors[name] ?? []).map((text) => ({
      name: label ? name : '',
      text: label ? `${label}: ${text}` : text,
    }))
  })
  return fieldMessages.length > 0 ? fieldMessages : [{ name: '', text: message }]
}

/** Returns the general error. For an expired session the page shows the sign-in instead. */
function findFailure(userError: ApiError, { t }: Translator): string | undefined {
  if (userError.status === 401) return undefined
  if (hasFieldErrors(userError)) return userError.errors['form']?.[0]
  return userError.message || t('error.unexpected')
}
