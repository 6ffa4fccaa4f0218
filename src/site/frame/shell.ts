import type { ContentApi } from '../../content/contract.ts'
import type { Global } from '../../content/global.ts'
import { todayAt } from '../../content/today.ts'

/** What the frame knows on every page. */
export interface Shell {
  global: Global
  year: string
}

export async function loadShell(api: ContentApi): Promise<Shell> {
  const { houseName: _house, description: _about, geo: _geo, timeZone: _zone, ...global } = await api.getGlobalData({})
  return { global, year: yearOf(todayAt(global)) }
}

export const yearOf = (day: string): string => day.slice(0, 4)
