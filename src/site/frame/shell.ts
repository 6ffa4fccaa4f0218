import type { Global } from '#content/global.ts'
import type { ShortLink } from './page-links.tsx'

/** What the frame knows on every page. */
export interface Shell {
  global: Global
  year: string
  /** For the server, which draws them. */
  quickLinks?: ShortLink[]
  map?: MapGroup[]
}

/** Some pages of the site, under what they are about. */
export interface MapGroup {
  title: string
  links: ShortLink[]
}

export const yearOf = (day: string): string => day.slice(0, 4)
