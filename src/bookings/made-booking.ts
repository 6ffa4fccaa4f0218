import { useMemo, useSyncExternalStore } from 'react'
import { storage } from '../platform/storage.ts'
import type { Confirmation } from './contract.ts'

/** What was just booked in this tab, for the page that thanks for it. */
export interface MadeBooking extends Confirmation {
  email: string
}

export function keepMade(made: MadeBooking): void {
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
