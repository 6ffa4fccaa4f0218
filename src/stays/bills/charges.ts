import type { Selectable } from 'kysely'
import { calculateIncludedVat } from '../availability/price.ts'
import { loadTaxRates } from '../availability/vat.ts'
import { recordCharge } from '#ledger/documents.ts'
import { loadPostingTimeOfRequest } from '#ledger/posting.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { conflict, invalid, notFound } from '#platform/errors.ts'
import { poishaToBdt } from '#platform/money.ts'
import { recordChange } from '#platform/audit.ts'
import type { Tables } from '#schema/tables.ts'
import { requireConfirmed, withLockedBill } from './locked-bill.ts'

interface ChargeForm {
  code: string
  /** The booking of a room of this stay. */
  bookingId: number
  /** An extra, or null for any other item. */
  extraId: number | null
  /** Ignored for an extra, which has its own name in both languages. */
  name: string
  quantity: number
  eachPoisha: number
}

/** Adds a charge with the current VAT to a bill. A repeated idempotency key adds nothing. */
export const addCharge = (db: Database, ctx: RequestContext, form: ChargeForm): Promise<void> =>
  withLockedBill(db, ctx, form, async (transaction, rooms) => {
    if (!rooms.some(({ id }) => id === form.bookingId)) throw invalid({ booking: 'bill.other_stay' })
    requireConfirmed(rooms, ctx.now)
    const postingTime = await loadPostingTimeOfRequest(transaction, ctx)
    const extra = form.extraId === null ? null : await loadActiveExtra(transaction, form.extraId)
    const taxRates = await loadTaxRates(transaction, postingTime.day)
    const vatBasisPoints = extra?.vat_basis_points ?? taxRates.vat_basis_points
    const totalPoisha = form.quantity * form.eachPoisha
    const { name_en: name, name_bn } = extra ?? { name_en: form.name, name_bn: null }
    await recordCharge(transaction, postingTime, form.code, {
      booking_id: form.bookingId,
      name,
      name_bn,
      quantity: form.quantity,
      total_poisha: totalPoisha,
      ...taxRates,
      vat_basis_points: vatBasisPoints,
      vat_poisha: calculateIncludedVat(totalPoisha, vatBasisPoints),
      account_id: ctx.account!.id,
    })
    await recordChange(transaction, ctx, 'charge added', `booking ${form.code}`, {
      after: { charge: name, quantity: form.quantity, amount: poishaToBdt(totalPoisha) },
    })
  })

async function loadActiveExtra(db: Transaction, id: number) {
  const extra = await db
    .selectFrom('extra')
    .select(['name_en', 'name_bn', 'vat_basis_points'])
    .where('id', '=', id)
    .where('active', '=', 1)
    .executeTakeFirst()
  if (!extra) throw invalid({ extra: 'bill.extra_not_sold' })
  return extra
}

/** Voids a charge once by an opposite charge, and records the reason. */
export const voidCharge = (
  db: Database,
  ctx: RequestContext,
  form: { code: string; id: number; reason: string },
): Promise<void> =>
  withLockedBill(db, ctx, form, async (transaction, rooms) => {
    const storedCharge = await transaction.selectFrom('charge').selectAll().where('id', '=', form.id).executeTakeFirst()
    if (!storedCharge || !rooms.some(({ id }) => id === storedCharge.booking_id)) throw notFound()
    if (storedCharge.reverses_id !== null) throw conflict('bill.already_voided')
    const originalCharge = await reverseCharge(transaction, ctx, form.code, storedCharge, form.reason)
    await recordChange(transaction, ctx, 'charge voided', `booking ${form.code}`, {
      before: {
        charge: originalCharge.name,
        quantity: originalCharge.quantity,
        amount: poishaToBdt(originalCharge.total_poisha),
      },
      after: { reason: form.reason },
    })
  })

/** Records the opposite of a charge. Returns the original without its ID and times. */
export async function reverseCharge(
  db: Transaction,
  ctx: RequestContext,
  code: string,
  { id: reverses_id, at: _at, day: _day, ...originalCharge }: Selectable<Tables['charge']>,
  reason: string,
) {
  await recordCharge(db, await loadPostingTimeOfRequest(db, ctx), code, {
    ...originalCharge,
    total_poisha: -originalCharge.total_poisha,
    vat_poisha: -originalCharge.vat_poisha,
    account_id: ctx.account!.id,
    reverses_id,
    reason,
  })
  return originalCharge
}
