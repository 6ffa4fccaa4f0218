import { useEffect, useState } from 'react'
import type { AccountsApi } from '../../accounts/contract.ts'
import { clearSession, startSession, useSession } from '../../accounts/portal/session.ts'
import type { ApiError, FieldErrors } from '../../platform/errors.ts'
import { navigate, useApi, useWords } from '../../platform/pages/page.tsx'
import { looksLikeEmail, phonePattern } from '../../platform/http/contact-details.ts'
import type { Room } from '../../rooms/contract.ts'
import { useToast } from '../../ui/toast.tsx'
import { useForm, type Sending } from '../../ui/form/use-form.ts'
import { href, inBooking, inSearch } from '../../urls.ts'
import type { BookingForm, BookingsApi, Confirmation } from '../contract.ts'
import { payments } from '../terms.ts'
import { onWire, type Search } from '../search/last-search.ts'
import { stayIn } from './booking-fields.tsx'
import { keepMade, type NextRoom } from './made-booking.ts'
import type { Quote } from './quote.ts'
import { useQuote } from './stay-price.tsx'

const COUNTDOWN_SECONDS = 10

/**
 * Sends the form: as whoever is signed in, or as a guest who is made known first. What its stay costs, or why it cannot be
 * had, is asked meanwhile. `onEnded`: the session is over. `nextOf`: the room that the party takes after this one.
 */
export function useBooking(
  room: Room,
  { stay, known }: { stay: Search; known: Quote | null },
  onEnded: () => void,
  nextOf: (booked: Confirmation) => NextRoom | undefined,
) {
  const { t, language } = useWords()
  const api = useApi<AccountsApi & BookingsApi>()
  const { user } = useSession()
  const toast = useToast()
  const [ended, setEnded] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const price = useQuote(room.slug, stay, known, refusals)

  async function send(request: BookingForm, once: Sending['once']) {
    let role = user?.role
    if (!role) {
      const { name, email, phone, slug, checkin, checkout } = request
      const guest = { name, email, phone, slug, checkin, checkout, domain: location.origin }
      const session = await once(api.guestRegister, guest)
      startSession(session)
      role = session.user.role
    }
    return once(role === 'guest' ? api.requestGuestBooking : api.requestBooking, request)
  }

  const sending = useForm(
    async ({ form, data, once }) => {
      const request = requestIn(data, room.slug)
      const booked = await send(request, once)
      const { name, email, phone } = request
      keepMade({ ...booked, name, email, phone, next_room: nextOf(booked) })
      toast(booked.message)
      form.reset()
      navigate(href('bookingSuccess'), language)
    },
    {
      faultsIn: (form) => ({ ...toldOf(stayIn(form)), ...faultsOf(requestIn(new FormData(form), room.slug)) }),
      onRefused,
      inDialog: [409, 422],
      kept,
    },
  )
  const secondsLeft = useCountdown(sending.busy)

  function onRefused(refusal: ApiError): ApiError {
    setRefusals((times) => times + 1)
    if (refusal.status === 401) {
      clearSession()
      setEnded(true)
      onEnded()
    }
    return refusal
  }

  /** What can be seen without asking, all at once. */
  function faultsOf(request: BookingForm): FieldErrors {
    const found: Record<string, string[]> = {}
    for (const name of required) {
      if (request[name] === '') found[name] = [t('error.required')]
      else if (name === 'email' && !looksLikeEmail(request.email)) found[name] = [t('error.email')]
      else if (name === 'phone' && !phonePattern.test(request.phone)) found[name] = [t('error.phone')]
    }
    if (payments[request.paymenttype] === 'none') found['paymenttype'] = [t('error.payment_type')]
    return found
  }

  /** What the server has said of this very stay, while it was asked for the price. */
  function toldOf(wanted: Search): FieldErrors {
    if (price?.kind !== 'refused' || !isSameStay(price.search, wanted)) return {}
    return Object.fromEntries(Object.entries(price.faults).map(([name, said]) => [inThisForm[name] ?? name, said]))
  }

  const { errors, unread } = sending
  const told = toldOf(stay)
  return {
    ...sending,
    price,
    /** Who is too many for the room is said at once, the rest once it was sent. */
    errors: {
      ...errors,
      ...Object.fromEntries(ofParty.map((name) => [name, errors[name]?.length ? errors[name] : (told[name] ?? [])])),
    },
    conflict: unread?.status === 409 ? unread.message : null,
    ended,
    refusals,
    secondsLeft,
  }
}

const kept = ['checkin', 'checkout', 'adult', 'child', 'name', 'email', 'phone', 'paymenttype', 'message'] as const
const required = ['checkin', 'checkout', 'name', 'email', 'phone'] as const
const ofParty = ['adult', 'child'] as const

/** Searches call the days by other names. */
const inThisForm: Readonly<Record<string, string>> = {
  [inSearch.checkIn]: inBooking.checkIn,
  [inSearch.checkOut]: inBooking.checkOut,
}
const isSameStay = (one: Search, other: Search) => JSON.stringify(onWire(one)) === JSON.stringify(onWire(other))

function requestIn(data: FormData, slug: string): BookingForm {
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
    again: count('again'),
    slug,
  }
}

/** Null while it does not run. It stops at nought and waits there to be stopped. */
function useCountdown(isRunning: boolean): number | null {
  const [secondsLeft, setSecondsLeft] = useState(COUNTDOWN_SECONDS)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setSecondsLeft((left) => Math.max(0, left - 1)), 1000)
    return () => {
      clearInterval(timer)
      setSecondsLeft(COUNTDOWN_SECONDS)
    }
  }, [isRunning])
  return isRunning ? secondsLeft : null
}
