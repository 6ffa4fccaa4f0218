import { createContext, useContext } from 'react'
import type { GlobalData } from './contract.ts'

/** The company data that every page receives. */
export type Global = Omit<
  GlobalData,
  | 'description'
  | 'geo'
  | 'openingHours'
  | 'timeZone'
  | 'keyFigures'
  | 'legal'
  | 'guestFacts'
  | 'exchange'
  | 'quickLinks'
  | 'tagline'
  | 'social'
>

const GlobalContext = createContext<Global | null>(null)
export const GlobalProvider = GlobalContext.Provider

/** Returns the company data for components inside the page frame. */
export function useGlobal(): Global {
  const global = useContext(GlobalContext)
  if (!global) throw new Error('outside a page')
  return global
}
