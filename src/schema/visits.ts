/** Page view statistics, as totals only. */
export interface VisitTables {
  page_seen: { day: number; page: string; language: 'en' | 'bn'; device: Device; times: number }
  came_from: { day: number; source: string; times: number }
}

export type Device = 'phone' | 'desktop'
