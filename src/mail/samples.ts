import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { Language } from '#routes/public.ts'
import type { EmailKind } from './kinds.ts'
import type { Email } from './email.ts'

/** A sample email about real data. It is not sent. */
interface EmailPreviewSource {
  /** The label of the underlying record, such as a booking reference. */
  about: string
  /** Makes the email with the texts that apply at the time of the call. */
  make(): Email
}

/** Finds the requested record, or the latest one, and returns a sample about it. Returns null if there is none. */
export type EmailSample = (
  db: Database,
  ctx: RequestContext,
  query: { language: Language; code: string | null },
) => Promise<EmailPreviewSource | null>

/** The sample functions of the slices, by kind of email. */
export type EmailSamples = Partial<Record<EmailKind, EmailSample>>
