import { useMemo, useSyncExternalStore } from 'react'
import { keep, storage } from '#platform/storage.ts'
import type { BookingForm, Confirmation } from '../contract.ts'

/** The booking made in this tab, for the confirmation page. */
export type MadeBooking = Confirmation & Pick<BookingForm, 'name' | 'email' | 'phone'>

export function keepMade(made: MadeBooking): void {
  keep('sessionStorage', 'booking', JSON.stringify(made))
}

/** Undefined until the page is hydrated. */
export function useMade(): MadeBooking | null | undefined {
  const kept = useSyncExternalStore<string | null | undefined>(never, readKept, () => undefined)
  return useMemo(() => (typeof kept === 'string' ? (JSON.parse(kept) as MadeBooking) : kept), [kept])
}

/** The contact data that a guest has entered in this tab before. */
export function knownOf(guest: string): Record<string, string> {
  const { name, email, phone } = JSON.parse(readKept() ?? '{}') as Partial<MadeBooking>
  return name === guest && email && phone ? { name, email, phone } : { name: guest }
}

const readKept = () => storage('sessionStorage')?.getItem('booking') ?? null

const never = () => () => {}
