import type { MessageKey } from '#locales/translator.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { Language } from '#routes/public.ts'
import type { EmailKind } from './kinds.ts'
import type { Email } from './email.ts'

/** The definition of a kind of email, in the slice that writes it. */
export interface EmailDefinition {
  /**
   * The subject first, then the texts in the order of the email. The company can change their wording if the kind is
   * editable.
   */
  texts: readonly [MessageKey, ...MessageKey[]]
  /** Null for emails that staff write by hand. They have no template to edit. */
  sample: EmailSample | null
  /** Only for emails with a secret link. Without this function, staff cannot send such an email again. */
  rewrite?: EmailRewriter
}

export type EmailDefinitions = Readonly<Record<EmailKind, EmailDefinition>>

/**
 * A function that returns a sample about the requested record, or else about the latest one. Null if there is no
 * record.
 */
export type EmailSample = (
  db: Database,
  ctx: RequestContext,
  query: { language: Language; code: string | null },
) => Promise<EmailPreviewSource | null>

/** A sample email about real data. It is not sent. */
interface EmailPreviewSource {
  /** The label of the underlying record, such as a booking reference. */
  about: string
  /** Makes the email with the texts that apply at the time of the call. */
  make(): Email
}

/**
 * A function that writes an email again with a new secret link, from the current data. It returns null if the content
 * is out of date.
 */
export type EmailRewriter = (db: Database, ctx: RequestContext, about: string) => Promise<RewrittenEmail | null>

interface RewrittenEmail {
  to: string
  language: Language
  email: Email
}
