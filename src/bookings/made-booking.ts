import { useMemo, useSyncExternalStore } from 'react'
import { storage } from '../platform/storage.ts'
import type { BookingForm, BookingsApi } from './contract.ts'

/** What was just booked in this tab, for the page that thanks for it. */
export interface MadeBooking {
  reference: string
  room: string
  checkin: string
  checkout: string
  total: number
  email: string
  isConfirmed: boolean
}

type Booked = Awaited<ReturnType<BookingsApi['requestBooking']>>

export function keepMade({ request, room, booked }: { request: BookingForm; room: string; booked: Booked }): void {
  const { checkin, checkout, email } = request
  const made: MadeBooking = {
    reference: booked.booking_id,
    room,
    checkin,
    checkout,
    total: booked.total,
    email,
    isConfirmed: booked.status === 'confirmed',
  }
  storage('sessionStorage')?.setItem('booking', JSON.stringify(made))
}

export function useMade(): MadeBooking | null {
  const kept = useSyncExternalStore(
    never,
    () => storage('sessionStorage')?.getItem('booking') ?? null,
    () => null,
  )
  return useMemo(() => (kept ? (JSON.parse(kept) as MadeBooking) : null), [kept])
}

const never = () => () => {}
