import type { Selectable } from 'kysely'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { assertContainsEveryId } from '#platform/database/positions.ts'
import { publish } from '#platform/database/publish.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { basisPointsToPercent, poishaToBdt } from '#platform/money.ts'
import { recordChange } from '#platform/audit.ts'
import type { Tables } from '#schema/tables.ts'

/**
 * An item that the company sells in addition to nights. It is only deactivated, never deleted, because bills and stay
 * packages may refer to it.
 */
export interface ExtraForm {
  name_en: string
  /** Empty: uses the English name. */
  name_bn: string
  /** Includes VAT. */
  pricePoisha: number
  /** Null: uses the VAT rate of rooms. */
  vatBasisPoints: number | null
  active: boolean
}

export type Extra = Selectable<Tables['extra']>

export const listExtras = (db: Database): Promise<Extra[]> =>
  db.selectFrom('extra').selectAll().orderBy('position').orderBy('id').execute()

export async function loadExtra(db: Database, id: number): Promise<Extra> {
  const row = await db.selectFrom('extra').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Adds an extra at the end of the list. Returns its ID. */
export const addExtra = (db: WholeDatabase, ctx: RequestContext, form: ExtraForm): Promise<number> =>
  publish(db, async (transaction) => {
    const lastExtra = await transaction
      .selectFrom('extra')
      .select(({ fn }) => fn.max('position').as('position'))
      .executeTakeFirst()
    const { id } = await transaction
      .insertInto('extra')
      .values({ ...toRow(form), position: (lastExtra?.position ?? 0) + 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChange(transaction, ctx, 'extra added', `extra ${id}`, { after: toLogEntry(toRow(form)) })
    return id
  })

/** Replaces an extra. Rejects a stale version. Existing bills stay unchanged. */
export const saveExtra = (
  db: WholeDatabase,
  ctx: RequestContext,
  { id, version, ...form }: ExtraForm & { id: number; version: number },
): Promise<void> =>
  publish(db, async (transaction) => {
    const oldExtra = await loadExtra(transaction, id)
    const { numUpdatedRows } = await transaction
      .updateTable('extra')
      .set({ ...toRow(form), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    await recordChange(transaction, ctx, 'extra changed', `extra ${id}`, {
      before: toLogEntry(oldExtra),
      after: toLogEntry(toRow(form)),
    })
  })

export const orderExtras = (
  db: WholeDatabase,
  ctx: RequestContext,
  { ids }: { ids: readonly number[] },
): Promise<void> =>
  publish(db, async (transaction) => {
    const oldExtras = await listExtras(transaction)
    assertContainsEveryId(oldExtras, ids, 'error.order_changed')
    for (const [index, id] of ids.entries())
      await transaction
        .updateTable('extra')
        .set({ position: index + 1 })
        .where('id', '=', id)
        .execute()
    const formatOrder = (order: readonly number[]) =>
      order.map((id) => oldExtras.find((extra) => extra.id === id)!.name_en).join(' · ')
    await recordChange(transaction, ctx, 'extras reordered', 'extras all', {
      before: { order: formatOrder(oldExtras.map(({ id }) => id)) },
      after: { order: formatOrder(ids) },
    })
  })

const toRow = ({ name_en, name_bn, pricePoisha, vatBasisPoints, active }: ExtraForm) => ({
  name_en,
  name_bn: name_bn || null,
  price_poisha: pricePoisha,
  vat_basis_points: vatBasisPoints,
  active: active ? (1 as const) : (0 as const),
})

const toLogEntry = (row: ReturnType<typeof toRow>) => ({
  name_en: row.name_en,
  name_bn: row.name_bn ?? '',
  amount: poishaToBdt(row.price_poisha),
  vat: row.vat_basis_points === null ? null : basisPointsToPercent(row.vat_basis_points),
  in_use: row.active === 1,
})
