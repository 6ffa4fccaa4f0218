import { createContext, useContext } from 'react'
import type { Grant } from '#schema/permissions.ts'

/** What a page of the office asks of the desk that it lies on. */
export interface Desk {
  /** Everything anew, until which it may be waited. What is seen stays meanwhile, and also where no answer comes. */
  refresh(): Promise<void>
  /** Something newer in the place of what the page shows. */
  show(data: unknown): void
  /** What waits beside this one, and comes first. */
  nextAfter(path: string): { path: string; name: string } | null
  /** Whether who sits here may do something; the server asks the same. */
  may(what: Grant | 'manage staff' | 'manage webhooks'): boolean
}

const DeskContext = createContext<Desk | null>(null)
export const DeskProvider = DeskContext.Provider

export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('outside the office')
  return desk
}
