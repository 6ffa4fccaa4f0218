import { useEffect, useState } from 'react'
import type { AccountsApi } from '../../accounts/contract.ts'
import { endSession, startSession, useSession } from '../../accounts/portal/session.ts'
import type { ApiError } from '../../platform/errors.ts'
import { go, useApi, useWords } from '../../platform/pages/page.tsx'
import { looksLikeEmail, phonePattern } from '../../platform/http/contact-details.ts'
import type { FieldErrors } from '../../platform/errors.ts'
import { refusalIn, sendOnce } from '../../platform/http/send-once.ts'
import type { Room } from '../../rooms/contract.ts'
import { useToast } from '../../ui/toast.tsx'
import { href } from '../../urls.ts'
import type { BookingForm, BookingsApi, Confirmation } from '../contract.ts'
import { keepMade, type NextRoom } from './made-booking.ts'

const COUNTDOWN_SECONDS = 10

/**
 * Sends the form: as whoever is signed in, or as a guest who is made known first. `onEnded`: the session is over.
 * `nextOf`: the room that the party takes after this one.
 */
export function useBooking(room: Room, onEnded: () => void, nextOf: (booked: Confirmation) => NextRoom | undefined) {
  const words = useWords()
  const { t, language } = words
  const api = useApi<AccountsApi & BookingsApi>()
  const { user } = useSession()
  const toast = useToast()
  const countdown = useCountdown()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [dialog, setDialog] = useState<{ kind: 'invalid' | 'conflict'; messages: string[] } | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [ended, setEnded] = useState(false)
  const [refusals, setRefusals] = useState(0)

  async function submit(form: HTMLFormElement): Promise<void> {
    if (countdown.secondsLeft !== null) return
    const request = requestIn(form, room.slug)
    setTrouble(null)
    const faults = faultsOf(request)
    if (faults) return showInvalid(faults)
    setErrors({})
    countdown.start()
    try {
      const booked = await send(request)
      const { name, email, phone } = request
      keepMade({ ...booked, name, email, phone, next_room: nextOf(booked) })
      toast(t('booking.done'))
      form.reset()
      go(href('bookingSuccess'), language)
    } catch (error) {
      countdown.stop()
      refused(refusalIn(error, words))
    }
  }

  async function send(request: BookingForm) {
    let role = user?.role
    if (!role) {
      const { name, email, phone, slug, checkin, checkout } = request
      const guest = { name, email, phone, slug, checkin, checkout, domain: location.origin }
      const session = await sendOnce(api.guestRegister, guest, words)
      startSession(session)
      role = session.user.role
    }
    const book = role === 'guest' ? api.requestGuestBooking : api.requestBooking
    return sendOnce(book, request, words)
  }

  function refused(error: ApiError): void {
    setRefusals((times) => times + 1)
    if (error.status === 422) showInvalid(error.errors, error.message)
    else if (error.status === 409) setDialog({ kind: 'conflict', messages: [error.message] })
    else if (error.status === 401) {
      endSession()
      setEnded(true)
      onEnded()
    } else setTrouble(error.message)
  }

  function showInvalid(found: FieldErrors, otherwise = ''): void {
    const messages = Object.entries(found).flatMap(([name, sentences]) => sentences.map((said) => labelled(name, said)))
    setErrors(found)
    setDialog({ kind: 'invalid', messages: messages.length > 0 ? messages : [otherwise] })
  }
  const labelled = (name: string, sentence: string) =>
    isLabelled(name) ? `${t(`booking.${name}`)}: ${sentence}` : sentence

  /** What can be seen without asking, all at once. */
  function faultsOf(request: BookingForm): FieldErrors | null {
    const found: Record<string, string[]> = {}
    for (const name of required) {
      if (request[name] === '') found[name] = [t('error.required')]
      else if (name === 'email' && !looksLikeEmail(request.email)) found[name] = [t('error.email')]
      else if (name === 'phone' && !phonePattern.test(request.phone)) found[name] = [t('error.phone')]
    }
    if (request.paymenttype === 0) found['paymenttype'] = [t('error.payment_type')]
    return Object.keys(found).length > 0 ? found : null
  }

  const forget = (name: string) => setErrors(({ [name]: _, ...others }) => others)
  return {
    submit,
    errors,
    forget,
    dialog,
    closeDialog: () => setDialog(null),
    trouble,
    ended,
    refusals,
    secondsLeft: countdown.secondsLeft,
  }
}

const required = ['checkin', 'checkout', 'name', 'email', 'phone'] as const
const labelledNames = [...required, 'paymenttype', 'adult', 'child', 'message'] as const
const isLabelled = (name: string): name is (typeof labelledNames)[number] =>
  (labelledNames as readonly string[]).includes(name)

function requestIn(form: HTMLFormElement, slug: string): BookingForm {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '').trim()
  const count = (name: string) => Number(text(name))
  return {
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    checkin: text('checkin'),
    checkout: text('checkout'),
    paymenttype: count('paymenttype'),
    adult: count('adult'),
    child: count('child'),
    message: text('message'),
    slug,
  }
}

/** Null while it does not run. It stops at nought and waits there to be stopped. */
function useCountdown() {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  useEffect(() => {
    if (!secondsLeft) return
    // It may have been stopped in the moment in which this was due.
    const timer = setTimeout(() => setSecondsLeft((left) => left && left - 1), 1000)
    return () => clearTimeout(timer)
  }, [secondsLeft])
  return { secondsLeft, start: () => setSecondsLeft(COUNTDOWN_SECONDS), stop: () => setSecondsLeft(null) }
}
