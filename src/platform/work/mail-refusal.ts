/** What came of handing a letter over that was not taken. */
export interface MailRefusal {
  /** What the server said, or what failed, for people. */
  said: string
  /** The server has refused this letter, or this address, for good: it would say the same each time. */
  isForGood: boolean
  /** Where letters go took none for this domain now: others are not concerned. */
  isOfDomain: boolean
}

const MAX_SAID = 500

/**
 * Of what a letterbox throws. A refusal counts for good only where the server looked at the recipient or at the letter: who
 * may not sign in, or may not write as us, may once the settings are put right.
 */
export function mailRefusal(error: unknown): MailRefusal {
  const { code = '', responseCode = 0, command = '' } = (error ?? {}) as Failure
  const isOfEmail = code === 'EENVELOPE' ? command === 'RCPT TO' : code === 'EMESSAGE'
  const isUnusable = code === 'EENVELOPE' && command === 'API'
  const isSlow = code === 'ETIMEDOUT' || code === 'EABORT'
  const said = error instanceof Error ? error.message : String(error)
  return {
    said: said.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_SAID).toWellFormed(),
    isForGood: isUnusable || (isOfEmail && responseCode >= 500 && responseCode < 600),
    isOfDomain: (isOfEmail && responseCode >= 400 && responseCode < 500) || (isSlow && command !== 'CONN'),
  }
}

interface Failure {
  code?: string
  responseCode?: number
  command?: string
}
