import type { Generated } from 'kysely'

/** The tables of the sums per day. Everything in them can be computed again from the bookings. */
export interface FigureTables {
  daily_figure: DailyFigureTable
  figure_day: { day: number; time_zone: string }
  figure_change: FigureChangeTable
}

/** The sums of one day. `kind` decides which columns are used, see the migration. */
interface DailyFigureTable {
  kind: 'room' | 'source' | 'country' | 'arrived' | 'left' | 'made' | 'ended'
  day: number
  name: string
  length: number
  status: string
  times: number
  paid: number
  gross_poisha: number
  vat_poisha: number
}

/** Days whose sums are outdated. Triggers insert the rows. */
interface FigureChangeTable {
  id: Generated<number>
  from_day: number
  until_day: number
  made_at: number | null
  ended_at: number | null
}
