import type { Selectable } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Offer } from '../inbox/quotation-entries.ts'
import type { RevisionState } from '#schema/quotations.ts'
import type { Tables } from '#schema/tables.ts'
import type { Language } from '#routes/public.ts'
import type { Currency, Incoterm } from './limits.ts'
import type { Charge, Line } from './sums.ts'

/** The content of a revision and its recipient. Days are day numbers. */
export interface QuotationForm {
  company: string
  name: string
  email: string
  language: Language
  /** The brand for which the goods are made. */
  buyer: string
  /** The buyer's own reference, such as an order or a style. */
  reference: string
  currency: Currency
  incoterm: Incoterm | ''
  place: string
  payment: string
  lead_time: string
  valid_until: number
  /** The allowed deviation from the ordered quantity, in percent. */
  tolerance: number | null
  remarks: string
  lines: Line[]
  charges: Charge[]
}

export type Quotation = Selectable<Tables['quotation']>
type Row = Selectable<Tables['quotation_revision']>
export interface Revision extends Omit<Row, 'content'> {
  content: QuotationForm
}

export async function getQuotation(db: Database, id: number): Promise<Quotation> {
  const row = await db.selectFrom('quotation').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Returns the code of the enquiry that a quotation answers. Null if it answers none. */
export async function findEnquiryCode(
  db: Database,
  { enquiry_id }: Pick<Quotation, 'enquiry_id'>,
): Promise<string | null> {
  if (enquiry_id === null) return null
  const row = await db.selectFrom('enquiry').select('code').where('id', '=', enquiry_id).executeTakeFirst()
  return row?.code ?? null
}

export async function getRevision(db: Database, id: number): Promise<Revision> {
  const row = await db.selectFrom('quotation_revision').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return parseRevision(row)
}

/** Lists the revisions of a quotation, newest first. */
export async function listRevisions(db: Database, quotationId: number): Promise<Revision[]> {
  const rows = await db
    .selectFrom('quotation_revision')
    .selectAll()
    .where('quotation_id', '=', quotationId)
    .orderBy('revision', 'desc')
    .execute()
  return rows.map(parseRevision)
}

/** Groups the buyers' questions by revision ID. */
export async function listQuestions(db: Database, revisions: readonly { id: number }[]) {
  const revisionIds = revisions.map(({ id }) => id)
  const rows =
    revisionIds.length === 0
      ? []
      : await db
          .selectFrom('quotation_question')
          .selectAll()
          .where('revision_id', 'in', revisionIds)
          .orderBy('id')
          .execute()
  return Map.groupBy(rows, ({ revision_id }) => revision_id)
}

export const parseRevision = (row: Row): Revision => ({ ...row, content: JSON.parse(row.content) as QuotationForm })

/** The current state. "Expired" is derived from the date and never stored. */
export type ShownState = RevisionState | 'expired'
export const getShownState = ({ state, valid_until }: Pick<Row, 'state' | 'valid_until'>, today: number): ShownState =>
  state === 'sent' && valid_until < today ? 'expired' : state

/** Builds the reference to a sent quotation for its conversation. */
export const toOffer = (quotation: Quotation, { revision }: Pick<Row, 'revision'>): Offer => ({
  id: quotation.id,
  enquiry_id: quotation.enquiry_id,
  message_id: quotation.message_id,
  number: formatNumber(quotation, revision)!,
})

/** Formats a number: Q-2026-0001, or Q-2026-0001-R2 for a later revision. Null before the first revision is sent. */
export function formatNumber({ year, no }: Pick<Quotation, 'year' | 'no'>, revision = 1): string | null {
  if (year === null || no === null) return null
  return `Q-${year}-${String(no).padStart(4, '0')}${revision > 1 ? `-R${revision}` : ''}`
}
