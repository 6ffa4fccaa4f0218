import { normalizeBin } from '#people/customers/bin.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { conflict, notFound, assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { recordChange } from '#platform/audit.ts'
import { isAddressVerified } from '#stays/bookings/stay-link.ts'
import { lockStay, type BookedRow } from '#stays/bookings/store.ts'
import { findStayCustomer } from '#stays/customers/stay-customer.ts'

/** The buyer named on an invoice. A private person has no BIN (business identification number). */
export interface Buyer {
  name: string
  bin: string
  address: string
}

/** Returns the buyer of a stay. The default is the customer of the stay, or else the guest. */
export async function readBuyer(
  db: Database,
  { code, name }: Pick<BookedRow, 'code' | 'name'>,
): Promise<Buyer & { version: number }> {
  const savedBuyer = await db.selectFrom('stay_buyer').selectAll().where('stay_code', '=', code).executeTakeFirst()
  if (savedBuyer) return savedBuyer
  const customer = await findStayCustomer(db, code)
  return { name: customer?.name ?? name, bin: customer?.bin ?? '', address: customer?.address ?? '', version: 0 }
}

/**
 * Returns the buyer as the guest sees it. Until the email address is verified, the link does not show the default
 * buyer, because a visitor with the link may not be the guest.
 */
export async function readShownBuyer(
  db: Database,
  booking: BookedRow,
  { isByLink }: { isByLink: boolean },
): Promise<Buyer> {
  const { name, bin, address, version } = await readBuyer(db, booking)
  const isHidden = version === 0 && isByLink && !(await isAddressVerified(db, booking))
  return isHidden ? { name: '', bin: '', address: '' } : { name, bin, address }
}

/** Saves the buyer for the next invoice of a stay. Rejects an outdated version. Issued invoices do not change. */
export const saveBuyer = (
  db: Database,
  ctx: RequestContext,
  { code, version, ...input }: Buyer & { code: string; version: number },
): Promise<void> =>
  inTransaction(db, async (transaction) => {
    assertValid(validateBuyer(input).fieldErrors)
    const [firstBooking] = await lockStay(transaction, code)
    if (!firstBooking) throw notFound()
    if ((await readBuyer(transaction, firstBooking)).version !== version) throw conflict('error.conflict')
    const { bin } = await storeBuyer(transaction, firstBooking, input)
    // The log stores no name, because the name is purged with the stay.
    await recordChange(transaction, ctx, 'invoice buyer changed', `booking ${code}`, { after: { bin } })
  })

/** Normalizes the spelling of the BIN. An invalid BIN becomes empty. */
export const normalizeBuyer = ({ name, bin, address }: Buyer): Buyer => ({
  name,
  bin: normalizeBin(bin) ?? '',
  address,
})

/** Stores the buyer of a stay. The caller must have locked the stay. */
export async function storeBuyer(db: Database, { code }: Pick<BookedRow, 'code'>, input: Buyer): Promise<Buyer> {
  const buyer = normalizeBuyer(input)
  await db
    .insertInto('stay_buyer')
    .values({ stay_code: code, ...buyer })
    .onConflict((conflicting) =>
      conflicting
        .column('stay_code')
        .doUpdateSet(({ ref, eb }) => ({ ...buyer, version: eb(ref('stay_buyer.version'), '+', 1) })),
    )
    .execute()
  return buyer
}

/** Validates a buyer. The name is required. A BIN must be well-formed, and requires an address. */
export function validateBuyer({ name, bin, address }: Partial<Buyer>): ValidationResult {
  const fieldErrors: FieldMessages = {}
  if (name === '') fieldErrors['name'] = [{ key: 'error.required' }]
  if (bin && normalizeBin(bin) === undefined) fieldErrors['bin'] = [{ key: 'invoice.invalid_bin' }]
  if (bin && address === '') fieldErrors['address'] = [{ key: 'invoice.needs_address' }]
  return { fieldErrors }
}
