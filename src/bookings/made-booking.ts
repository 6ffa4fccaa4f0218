import { useMemo, useSyncExternalStore } from 'react'
import { keep, storage } from '../platform/storage.ts'
import type { Confirmation } from './contract.ts'

/** How many rooms of the party are booked, and where the next is. */
export interface NextRoom {
  booked: number
  all: number
  name: string
  path: string
}

/** What was just booked in this tab, for the page that thanks for it. */
export interface MadeBooking extends Confirmation {
  email: string
  /** The room that follows, where the party takes several. */
  next_room?: NextRoom | undefined
}

export function keepMade(made: MadeBooking): void {
  keep('sessionStorage', 'booking', JSON.stringify(made))
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
