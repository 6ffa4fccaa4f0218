import { createContext, useContext } from 'react'
import type { Grant } from '#schema/permissions.ts'

/** The services that the office offers to its pages. */
export interface Desk {
  /**
   * Loads everything again. The promise resolves when it is loaded. Until then, and if the server does not answer, the
   * page stays.
   */
  refresh(): Promise<void>
  /** Replaces the data of the page with newer data. */
  show(data: unknown): void
  /** The first waiting item other than the one at `path`. */
  nextAfter(path: string): { path: string; name: string } | null
  /** Whether the user has a permission. The server checks the same. */
  may(permission: Grant | 'manage staff' | 'manage webhooks'): boolean
}

const DeskContext = createContext<Desk | null>(null)
export const DeskProvider = DeskContext.Provider

export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('outside the office')
  return desk
}
