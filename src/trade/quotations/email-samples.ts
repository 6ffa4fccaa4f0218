import type { EmailSamples } from '#mail/samples.ts'
import type { Database } from '#platform/database/database.ts'
import type { Language } from '#routes/public.ts'
import { answerConfirmationEmail, answerEmailToCompany, quotationEmail, withdrawalEmail } from './emails.ts'
import { formatNumber, getQuotation, parseRevision, type Quotation, type Revision } from './store.ts'

/** Previews of the quotation emails, made from the last sent quotation. */
export const quotationEmailSamples: EmailSamples = {
  async quotation_sent(db, { context }, { language }) {
    const last = await loadLastSent(db, language)
    const keys = { token: '', replyTo: undefined }
    return (
      last && { about: last.number, make: () => quotationEmail(last.quotation, last.sent, keys, context.publicUrl) }
    )
  },
  async quotation_withdrawn(db, _, { language }) {
    const last = await loadLastSent(db, language)
    const options = { sentence: '', replyTo: undefined }
    return last && { about: last.number, make: () => withdrawalEmail(last.quotation, last.sent, options) }
  },
  async quotation_answered(db, _, { language }) {
    const last = await loadLastSent(db, language)
    return last && { about: last.number, make: () => answerConfirmationEmail(last.quotation, last.sent, 'accept') }
  },
  async company_quotation(db, { context }, { language }) {
    const last = await loadLastSent(db, language)
    const answer = { answer: 'accept', text: '' } as const
    return (
      last && {
        about: last.number,
        make: () => answerEmailToCompany(last.quotation, last.sent, answer, { language }, context.publicUrl),
      }
    )
  },
}

async function loadLastSent(
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
  const quotation = await getQuotation(db, row.quotation_id)
  return { quotation, sent: { ...parseRevision(row), language }, number: formatNumber(quotation, row.revision) ?? '' }
}
