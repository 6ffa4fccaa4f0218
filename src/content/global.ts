import { createContext, useContext } from 'react'
import type { GlobalData } from './contract.ts'

/** What every page knows of the company; the rest is told to programs and to the pages that ask for it. */
export type Global = Omit<
  GlobalData,
  'description' | 'geo' | 'timeZone' | 'legal' | 'guestFacts' | 'exchange' | 'quickLinks'
>

const GlobalContext = createContext<Global | null>(null)
export const GlobalProvider = GlobalContext.Provider

/** How the company is reached, for the pages within the frame. */
export function useGlobal(): Global {
  const found = useContext(GlobalContext)
  if (!found) throw new Error('outside the frame')
  return found
}
