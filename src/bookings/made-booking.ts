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

/** Undefined until the page runs. */
export function useMade(): MadeBooking | null | undefined {
  const kept = useSyncExternalStore<string | null | undefined>(
    never,
    () => storage('sessionStorage')?.getItem('booking') ?? null,
    () => undefined,
  )
  return useMemo(() => (typeof kept === 'string' ? (JSON.parse(kept) as MadeBooking) : kept), [kept])
}

const never = () => () => {}
