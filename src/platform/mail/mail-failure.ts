/** The reason why an email could not be sent. */
export interface MailFailure {
  /** The message of the server, or the failure, in readable form. */
  reason: string
  /** Whether the server permanently rejected this email or its address. A retry would then fail again. */
  isPermanent: boolean
  /** Whether emails to the domain must pause: its server rejected the email temporarily, or was too slow. */
  isOfDomain: boolean
}

const MAX_REASON_LENGTH = 500

/**
 * Classifies an error of the mailer. A rejection counts as permanent only if it concerns the recipient or the content.
 * Wrong credentials or a rejected sender can be fixed in the settings.
 */
export function toMailFailure(error: unknown): MailFailure {
  const { code = '', responseCode = 0, command = '' } = (error ?? {}) as NodemailerError
  const isCausedByEmail = code === 'EENVELOPE' ? command === 'RCPT TO' : code === 'EMESSAGE'
  const isInvalidEnvelope = code === 'EENVELOPE' && command === 'API'
  const isTimeout = code === 'ETIMEDOUT' || code === 'EABORT'
  const reason = error instanceof Error ? error.message : String(error)
  return {
    reason: reason.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_REASON_LENGTH).toWellFormed(),
    isPermanent: isInvalidEnvelope || (isCausedByEmail && responseCode >= 500 && responseCode < 600),
    isOfDomain: (isCausedByEmail && responseCode >= 400 && responseCode < 500) || (isTimeout && command !== 'CONN'),
  }
}

interface NodemailerError {
  code?: string
  responseCode?: number
  command?: string
}
