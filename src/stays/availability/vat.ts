import type { Database } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

/** The VAT and service charge inside a price, in basis points. */
export interface TaxRates {
  vat_basis_points: number
  service_basis_points: number
}

/** Loads the rates that apply on a day, or zeros if there are none. */
export const loadTaxRates = async (db: Database, day: number): Promise<TaxRates> =>
  (await taxRatesStatement(db, { day })).rows[0] ?? { vat_basis_points: 0, service_basis_points: 0 }

const taxRatesStatement = statement((db, { day }: { day: number }) =>
  db
    .selectFrom('vat_rate')
    .select(['basis_points as vat_basis_points', 'service_basis_points'])
    .where('from_day', '<=', day)
    .orderBy('from_day', 'desc')
    .limit(1)
    .compile(),
)
