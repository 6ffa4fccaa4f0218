import type { GlobalData } from '#content/contract.ts'
import type { Global } from '#content/global.ts'
import type { ShortLink } from './page-links.tsx'

/** The data of the frame that every page has. */
export interface Shell {
  global: Global
  year: string
  /** The server renders these fields, so browsers do not receive them. */
  tagline?: string
  social?: GlobalData['social']
  quickLinks?: ShortLink[]
  map?: MapGroup[]
}

/** A group of links under a heading. */
export interface MapGroup {
  title: string
  links: ShortLink[]
}

export const extractYear = (day: string): string => day.slice(0, 4)
