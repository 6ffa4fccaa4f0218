import { recordCharge } from '#ledger/documents.ts'
import { loadPostingTimeOfRequest } from '#ledger/posting.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { loadTaxRates } from '../availability/vat.ts'
import type { BookedRow } from '../bookings/store.ts'
import type { StayPackage } from './package.ts'

/**
 * Adds the extras of a package to the bill of a new stay, at no charge. So reception sees what is paid for, even if the
 * package changes later.
 */
export async function addIncludedExtras(
  db: Database,
  ctx: RequestContext,
  { id, code, booker_id }: BookedRow,
  { extras }: StayPackage,
): Promise<void> {
  if (extras.length === 0) return
  const postingTime = await loadPostingTimeOfRequest(db, ctx)
  const taxRates = await loadTaxRates(db, postingTime.day)
  const extraIds = extras.map((extra) => extra.id)
  const rows = await db.selectFrom('extra').selectAll().where('id', 'in', extraIds).orderBy('position').execute()
  for (const { id: extraId, name_en, name_bn, vat_basis_points } of rows)
    await recordCharge(db, postingTime, code, {
      booking_id: id,
      name: name_en,
      name_bn,
      quantity: extras.find((extra) => extra.id === extraId)!.quantity,
      total_poisha: 0,
      ...taxRates,
      vat_basis_points: vat_basis_points ?? taxRates.vat_basis_points,
      vat_poisha: 0,
      account_id: booker_id,
    })
}
