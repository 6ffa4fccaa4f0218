import type { Database } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'

/** The rate of the tax that holds on a day. */
export const vatBasisPoints = async (db: Database, day: number): Promise<number> =>
  (await vatRate(db, { day })).rows[0]?.basis_points ?? 0

const vatRate = statement((db, { day }: { day: number }) =>
  db
    .selectFrom('vat_rate')
    .select('basis_points')
    .where('from_day', '<=', day)
    .orderBy('from_day', 'desc')
    .limit(1)
    .compile(),
)
