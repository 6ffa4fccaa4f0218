import type { Selectable } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { getMonthDays } from './month.ts'
import type { Sums } from './lines.ts'
import type { Tables } from '#schema/tables.ts'

export type RegisterRow = Omit<Selectable<Tables['invoice']>, 'content'>

/** Returns the invoices of a month by day, in the order of issue. Credit notes are negative. */
export async function readRegister(db: Database, month: string): Promise<{ rows: RegisterRow[]; sums: Sums }> {
  const { first: firstDay, last: lastDay } = getMonthDays(month)
  const invoices = await db
    .selectFrom('invoice')
    .select(['id', 'kind', 'year', 'no', 'stay_code', 'credits_id', 'at', 'day', 'issued_by'])
    .select(['buyer_name', 'buyer_bin', 'net_poisha', 'service_poisha', 'vat_poisha', 'total_poisha'])
    .where('day', '>=', firstDay)
    .where('day', '<=', lastDay)
    .orderBy('day')
    .orderBy('id')
    .execute()
  const rows = invoices.map((row) => ({ ...row, ...applySign(row) }))
  const sum = (readAmount: (row: Sums) => number) => rows.reduce((total, row) => total + readAmount(row), 0)
  return {
    rows,
    sums: {
      net_poisha: sum((row) => row.net_poisha),
      service_poisha: sum((row) => row.service_poisha),
      vat_poisha: sum((row) => row.vat_poisha),
      total_poisha: sum((row) => row.total_poisha),
    },
  }
}

function applySign({ kind, net_poisha, service_poisha, vat_poisha, total_poisha }: RegisterRow): Sums {
  const sign = kind === 'credit note' ? -1 : 1
  return {
    net_poisha: sign * net_poisha,
    service_poisha: sign * service_poisha,
    vat_poisha: sign * vat_poisha,
    total_poisha: sign * total_poisha,
  }
}
