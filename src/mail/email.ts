import type { UnsubscribeLink } from './unsubscribe.ts'
import type { EmailKind } from './kinds.ts'

export interface Email {
  /** The kind of email, one of the kinds the app sends. */
  kind: EmailKind
  subject: string
  paragraphs: readonly string[]
  /** Highlighted facts: one name and value per line. */
  facts?: readonly (readonly [string, string])[]
  /** The first link is the main action of the email. */
  links?: readonly { label: string; url: string }[]
  /**
   * The subject in the audit log, such as `booking ABC123`. Staff see earlier emails about the same subject when they
   * answer.
   */
  about?: string
  /** Whether the email contains a secret link. Its body is then erased after sending. */
  secret?: true
  /** The attachment. It is erased after sending. */
  file?: EmailFile
  /** The reply address, if it is not the company's. It is secret, so it is erased after sending. */
  replyTo?: string
  /** The unsubscribe link. Only optional emails have one. */
  decline?: UnsubscribeLink
  /** Set if staff send the email again. The rate limit of answers then applies, not that of its kind. */
  bucket?: 'answer'
}

/** The parts of an email that the templates render. */
export type EmailParts = Pick<Email, 'subject' | 'paragraphs' | 'facts' | 'links' | 'decline'>

export interface EmailFile {
  name: string
  type: string
  bytes: Uint8Array
}

/** The sender's details around an email. */
export interface EmailHeader {
  /** The name in the header of an email. */
  name: string
  /** The closing lines: regards, name, address and contact details. Empty for emails to the company itself. */
  signature: readonly string[]
}
