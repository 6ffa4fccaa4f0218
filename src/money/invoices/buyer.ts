import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { conflict, notFound, assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { recordChange } from '#platform/work/audit.ts'
import { takeStay, type BookedRow } from '#stays/bookings/store.ts'

/** To whom an invoice is made out. Somebody who is no business has no BIN. */
export interface Buyer {
  name: string
  bin: string
  address: string
}

/** Where nobody has said it, whoever booked. */
export async function buyerOf(
  db: Database,
  { code, name }: Pick<BookedRow, 'code' | 'name'>,
): Promise<Buyer & { version: number }> {
  const said = await db.selectFrom('stay_buyer').selectAll().where('stay_code', '=', code).executeTakeFirst()
  return said ?? { name, bin: '', address: '', version: 0 }
}

/** Says to whom the next invoice of a stay is made out; those that were issued stay as they are. */
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
    // Of whom it is the log says no more: their name is forgotten with the stay.
    await recordChange(transaction, ctx, 'invoice addressed', `booking ${code}`, { after: { bin } })
  })

/** However its number was set. */
export const asKept = ({ name, bin, address }: Buyer): Buyer => ({ name, bin: binIn(bin) ?? '', address })

/** The stay was taken before. */
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

/** A business is named with its number and its address, or not as one. */
export function validateBuyer({ name, bin, address }: Partial<Buyer>): ValidationResult {
  const fieldErrors: FieldMessages = {}
  if (name === '') fieldErrors['name'] = [{ key: 'error.required' }]
  if (bin && binIn(bin) === undefined) fieldErrors['bin'] = [{ key: 'invoice.no_bin' }]
  if (bin && address === '') fieldErrors['address'] = [{ key: 'invoice.needs_address' }]
  return { fieldErrors }
}

/** As it is written on papers: nine digits of the business, and four of its unit. However its digits are set, and in either script. */
function binIn(typed: string): string | undefined {
  const digits = typed.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - BENGALI_NOUGHT))
  const [, business, unit] = /^(\d{9})[- ]?(\d{4})$/.exec(digits.trim()) ?? []
  return business && `${business}-${unit}`
}
const BENGALI_NOUGHT = 0x09e6
