import { useMemo, useSyncExternalStore } from 'react'
import { saveToStorage, getStorage } from '#platform/storage.ts'
import type { BookingForm, Confirmation } from '../contract.ts'

/** The booking made in this tab, for the confirmation page. */
export type SavedBooking = Confirmation & Pick<BookingForm, 'name' | 'email' | 'phone'>

export function saveBooking(booking: SavedBooking): void {
  saveToStorage('sessionStorage', 'booking', JSON.stringify(booking))
}

/** Undefined until the page is hydrated. */
export function useSavedBooking(): SavedBooking | null | undefined {
  const storedBooking = useSyncExternalStore<string | null | undefined>(subscribeToNothing, readStored, () => undefined)
  return useMemo(
    () => (typeof storedBooking === 'string' ? (JSON.parse(storedBooking) as SavedBooking) : storedBooking),
    [storedBooking],
  )
}

/** The contact data that a guest has entered in this tab before. */
export function getKnownContactData(guestName: string): Record<string, string> {
  const { name, email, phone } = JSON.parse(readStored() ?? '{}') as Partial<SavedBooking>
  return name === guestName && email && phone ? { name, email, phone } : { name: guestName }
}

const readStored = () => getStorage('sessionStorage')?.getItem('booking') ?? null

const subscribeToNothing = () => () => {}
