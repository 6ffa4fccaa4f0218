import { createContext, useContext } from 'react'
import type { ContentApi } from '../content/contract.ts'
import type { Global } from '../content/global.ts'
import { todayIn } from '../content/today.ts'
import type { Words } from '../words/words.ts'

/** What the frame knows on every page. */
export interface Shell {
  global: Global
  year: number
}

export async function loadShell(api: ContentApi): Promise<Shell> {
  const { houseName: _house, description: _about, geo: _geo, ...global } = await api.getGlobalData({})
  return { global, year: yearOf(todayIn(global.timeZone)) }
}

export const yearOf = (day: string): number => Number(day.slice(0, 4))

/** A year in the reader's digits: unlike a count it has no separator. */
export const inDigits = (year: number, words: Words): string =>
  String(year).replace(/\d/g, (digit) => words.number(Number(digit)))

const ShellContext = createContext<Shell | null>(null)
export const ShellProvider = ShellContext.Provider

export function useShell(): Shell {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('outside the frame')
  return shell
}
