import type { EmailSamples } from '#mail/samples.ts'
import type { Database } from '#platform/database/database.ts'
import type { Language } from '#routes/public.ts'
import { answeredEmail, answeredToCompany, quotationEmail, withdrawnEmail } from './emails.ts'
import { numberOf, quotationWith, read, type Quotation, type Revision } from './store.ts'

/** Previews of the quotation emails, made from the last sent quotation. */
export const quotationEmailSamples: EmailSamples = {
  async quotation_sent(db, { context }, { language }) {
    const last = await lastSent(db, language)
    const keys = { token: '', replyTo: undefined }
    return (
      last && { about: last.number, make: () => quotationEmail(last.quotation, last.sent, keys, context.publicUrl) }
    )
  },
  async quotation_withdrawn(db, _, { language }) {
    const last = await lastSent(db, language)
    const more = { sentence: '', replyTo: undefined }
    return last && { about: last.number, make: () => withdrawnEmail(last.quotation, last.sent, more) }
  },
  async quotation_answered(db, _, { language }) {
    const last = await lastSent(db, language)
    return last && { about: last.number, make: () => answeredEmail(last.quotation, last.sent, 'accept') }
  },
  async company_quotation(db, { context }, { language }) {
    const last = await lastSent(db, language)
    const answer = { answer: 'accept', text: '' } as const
    return (
      last && {
        about: last.number,
        make: () => answeredToCompany(last.quotation, last.sent, answer, { language }, context.publicUrl),
      }
    )
  },
}

async function lastSent(
  db: Database,
  language: Language,
): Promise<{ quotation: Quotation; sent: Revision; number: string } | null> {
  const row = await db
    .selectFrom('quotation_revision')
    .selectAll()
    .where('sent_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const quotation = await quotationWith(db, row.quotation_id)
  return { quotation, sent: { ...read(row), language }, number: numberOf(quotation, row.revision) ?? '' }
}
