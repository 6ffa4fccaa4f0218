import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { conflict, notFound, assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { recordChange } from '#platform/work/audit.ts'
import { takeStay, type BookedRow } from '#stays/bookings/store.ts'

/** The buyer named on an invoice. A private person has no BIN (business identification number). */
export interface Buyer {
  name: string
  bin: string
  address: string
}

/** Returns the buyer of a stay. The guest is the default. */
export async function buyerOf(
  db: Database,
  { code, name }: Pick<BookedRow, 'code' | 'name'>,
): Promise<Buyer & { version: number }> {
  const said = await db.selectFrom('stay_buyer').selectAll().where('stay_code', '=', code).executeTakeFirst()
  return said ?? { name, bin: '', address: '', version: 0 }
}

/** Saves the buyer for the next invoice of a stay. Issued invoices do not change. */
export const saveBuyer = (
  db: Database,
  ctx: RequestContext,
  { code, version, ...typed }: Buyer & { code: string; version: number },
): Promise<void> =>
  inTransaction(db, async (transaction) => {
    assertValid(validateBuyer(typed).fieldErrors)
    const [first] = await takeStay(transaction, code)
    if (!first) throw notFound()
    if ((await buyerOf(transaction, first)).version !== version) throw conflict('error.conflict')
    const { bin } = await keepBuyer(transaction, first, typed)
    // The log stores no name, because the name is purged with the stay.
    await recordChange(transaction, ctx, 'invoice addressed', `booking ${code}`, { after: { bin } })
  })

/** Normalizes the spelling of the BIN. */
export const asKept = ({ name, bin, address }: Buyer): Buyer => ({ name, bin: binIn(bin) ?? '', address })

/** The caller must have locked the stay. */
export async function keepBuyer(db: Database, { code }: Pick<BookedRow, 'code'>, typed: Buyer): Promise<Buyer> {
  const buyer = asKept(typed)
  await db
    .insertInto('stay_buyer')
    .values({ stay_code: code, ...buyer })
    .onConflict((known) =>
      known
        .column('stay_code')
        .doUpdateSet(({ ref, eb }) => ({ ...buyer, version: eb(ref('stay_buyer.version'), '+', 1) })),
    )
    .execute()
  return buyer
}

/** A BIN requires a name and an address. */
export function validateBuyer({ name, bin, address }: Partial<Buyer>): ValidationResult {
  const fieldErrors: FieldMessages = {}
  if (name === '') fieldErrors['name'] = [{ key: 'error.required' }]
  if (bin && binIn(bin) === undefined) fieldErrors['bin'] = [{ key: 'invoice.no_bin' }]
  if (bin && address === '') fieldErrors['address'] = [{ key: 'invoice.needs_address' }]
  return { fieldErrors }
}

/**
 * Parses a BIN: nine digits for the business and four for its unit, with any separator and in Latin or Bengali digits.
 */
function binIn(typed: string): string | undefined {
  const digits = typed.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - BENGALI_NOUGHT))
  const [, business, unit] = /^(\d{9})[- ]?(\d{4})$/.exec(digits.trim()) ?? []
  return business && `${business}-${unit}`
}
const BENGALI_NOUGHT = 0x09e6
