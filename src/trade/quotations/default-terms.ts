import { recordChange } from '#platform/audit.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import type { QuotationForm } from './store.ts'

/** The terms with which new quotations start. */
export interface DefaultTerms extends Pick<
  QuotationForm,
  'currency' | 'incoterm' | 'place' | 'payment' | 'lead_time' | 'tolerance' | 'remarks'
> {
  valid_days: number
}

const initialTerms: DefaultTerms = {
  currency: 'USD',
  incoterm: '',
  place: '',
  payment: '',
  lead_time: '',
  tolerance: null,
  remarks: '',
  valid_days: 30,
}

export async function readDefaultTerms(db: Database): Promise<DefaultTerms> {
  const row = await db.selectFrom('quotation_terms').select('terms').executeTakeFirst()
  return row ? (JSON.parse(row.terms) as DefaultTerms) : initialTerms
}

/** Saves the terms with which new quotations start. Existing quotations stay as they are. */
export const saveDefaultTerms = (db: Database, ctx: RequestContext, terms: DefaultTerms): Promise<void> =>
  inTransaction(db, async (transaction) => {
    const previousTerms = await readDefaultTerms(transaction)
    const row = { id: 1, terms: JSON.stringify(terms) }
    await transaction
      .insertInto('quotation_terms')
      .values(row)
      .onConflict((conflicting) => conflicting.column('id').doUpdateSet({ terms: row.terms }))
      .execute()
    await recordChange(transaction, ctx, 'quotation terms saved', 'quotations terms', {
      before: previousTerms,
      after: terms,
    })
  })
