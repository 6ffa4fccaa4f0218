/** The tables of the page view statistics. They contain totals only. */
export interface VisitTables {
  page_view: { day: number; page: string; language: 'en' | 'bn'; device: Device; times: number }
  page_referrer: { day: number; source: string; times: number }
}

export type Device = 'phone' | 'desktop'
