import { createContext, useContext } from 'react'
import type { GlobalData } from './contract.ts'

const GlobalContext = createContext<GlobalData | null>(null)
export const GlobalProvider = GlobalContext.Provider

/** How the company is reached, for the pages within the frame. */
export function useGlobal(): GlobalData {
  const found = useContext(GlobalContext)
  if (!found) throw new Error('outside the frame')
  return found
}
