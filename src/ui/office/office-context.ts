import { createContext, useContext } from 'react'
import type { Grant } from '#schema/permissions.ts'

/** The services that the office offers to its pages. */
export interface OfficeContext {
  /**
   * Loads the data of the page again. The promise resolves when they are loaded. Until then, and if the server does not
   * answer, the page shows the old data.
   */
  refresh(): Promise<void>
  /** Replaces the data of the page with newer data. */
  show(data: unknown): void
  /** The first waiting item other than the one at `path`. */
  findNextItem(path: string): { path: string; name: string } | null
  /** Returns whether the user has a permission. The server checks permissions as well. */
  can(permission: Grant | 'manage staff' | 'manage webhooks' | 'see the status'): boolean
}

const ReactOfficeContext = createContext<OfficeContext | null>(null)
export const OfficeProvider = ReactOfficeContext.Provider

export function useOffice(): OfficeContext {
  const office = useContext(ReactOfficeContext)
  if (!office) throw new Error('outside the office')
  return office
}
