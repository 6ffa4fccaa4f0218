import { useEffect, useState } from 'react'
import type { AccountsApi } from '#people/accounts/contract.ts'
import { clearSession } from '#people/accounts/portal/session.ts'
import { useSession } from '#people/accounts/portal/use-session.ts'
import type { ApiError, FieldErrors } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { looksLikeEmail, phonePattern } from '#platform/http/contact-details.ts'
import { useToast } from '#ui/toast.tsx'
import { useForm } from '#ui/form/use-form.ts'
import type { BookingForm, BookingsApi, OnlinePaymentApi } from '../contract.ts'
import { getBedFieldName, contactFields, guestFieldNames, mapNames } from '../guest-fields.ts'
import { paymentOptions } from '../terms.ts'

const COUNTDOWN_SECONDS = 10

interface BookingOptions {
  /** The fields that the form does not contain: the room, or the rooms of a party. */
  fixedFields: Pick<BookingForm, 'slug' | 'rooms'>
  /** The fields whose values are restored until the form is sent, in addition to those of the guest. */
  savedFields: readonly string[]
  /** Returns the errors that are known before submitting. */
  knownErrors?(form: HTMLFormElement): FieldErrors
  onRejected?(): void
  onSessionExpired: () => void
}

/** The state of the booking form, and its submission. */
export function useBooking({ fixedFields, savedFields, knownErrors, onRejected, onSessionExpired }: BookingOptions) {
  const { t, language } = useTranslator()
  const api = useApi<AccountsApi & BookingsApi & OnlinePaymentApi>()
  const { user } = useSession()
  const showToast = useToast()
  const [isSessionExpired, setSessionExpired] = useState(false)
  const [savedFieldNames] = useState([...savedFields, 'paymenttype', ...guestFieldNames])

  const formState = useForm(
    async ({ form, data, sendOnce }) => {
      const { sendBooking } = await import('./send-booking.ts')
      await sendBooking(readRequest(data, fixedFields), {
        api,
        language,
        sendOnce,
        role: user?.role,
        onBooked(message) {
          showToast(message)
          form.reset()
        },
      })
    },
    {
      validateFields: (form) => ({
        ...knownErrors?.(form),
        ...validate(readRequest(new FormData(form), fixedFields)),
      }),
      onRejected: handleError,
      inDialog: [409, 422],
      draftFields: savedFieldNames,
    },
  )
  const secondsLeft = useCountdown(formState.isBusy)

  function handleError(userError: ApiError): ApiError {
    onRejected?.()
    if (userError.status === 401) {
      clearSession()
      setSessionExpired(true)
      onSessionExpired()
    }
    return userError
  }

  /** Returns the errors of required fields, the email address, the phone number and the payment type. */
  function validate(request: BookingForm): FieldErrors {
    const fieldErrors: Record<string, string[]> = {}
    for (const name of requiredFieldNames) {
      if (request[name] === '') fieldErrors[name] = [t('error.required')]
      else if (name === 'email' && !looksLikeEmail(request.email)) fieldErrors[name] = [t('error.email')]
      else if (name === 'phone' && !phonePattern.test(request.phone)) fieldErrors[name] = [t('error.phone')]
    }
    if (paymentOptions[request.paymenttype] === 'none') fieldErrors['paymenttype'] = [t('error.payment_type')]
    return fieldErrors
  }

  const { unshownError } = formState
  return {
    ...formState,
    conflict: unshownError?.status === 409 ? unshownError.message : null,
    isSessionExpired,
    secondsLeft,
  }
}

const requiredFieldNames = ['checkin', 'checkout', ...contactFields] as const

function readRequest(data: FormData, { slug, rooms }: BookingOptions['fixedFields']): BookingForm {
  const readText = (name: string) => String(data.get(name) ?? '').trim()
  const readNumber = (name: string) => Number(readText(name))
  const readBed = (name: string) => readText(name) as BookingForm['bed']
  return {
    slug,
    rooms: rooms?.map((room, index) => ({ ...room, bed: readBed(getBedFieldName(index)) })),
    bed: readBed('bed'),
    package: readText('package'),
    ...mapNames(guestFieldNames, readText),
    checkin: readText('checkin'),
    checkout: readText('checkout'),
    paymenttype: readNumber('paymenttype'),
    adult: readNumber('adult'),
    child: readNumber('child'),
    again: readNumber('again'),
    for_other_guest: readNumber('for_other_guest'),
  }
}

/** The seconds left, or null when stopped. The countdown stays at zero until it is stopped. */
function useCountdown(isRunning: boolean): number | null {
  const [secondsLeft, setSecondsLeft] = useState(COUNTDOWN_SECONDS)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setSecondsLeft((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => {
      clearInterval(timer)
      setSecondsLeft(COUNTDOWN_SECONDS)
    }
  }, [isRunning])
  return isRunning ? secondsLeft : null
}
