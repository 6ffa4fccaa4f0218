import { createSecretToken } from '#platform/codes.ts'
import type { Context } from '#platform/context.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { href, inLanguage, type Language } from '#routes/public.ts'
import { resubscribe, suppressAddress } from './suppressions.ts'

/**
 * The link at the foot of an email by which the recipient unsubscribes without an account. The token gives no other
 * access.
 */
export interface UnsubscribeLink {
  token: string
  /** The page on which the recipient unsubscribes. */
  url: string
}

export function createUnsubscribeLink({ publicUrl }: Pick<Context, 'publicUrl'>, language: Language): UnsubscribeLink {
  const token = createSecretToken()
  return { token, url: publicUrl + inLanguage(href('unsubscribe', null, { token }), language) }
}

const oneClickPath = '/unsubscribe/'
/**
 * The URL of the one-click unsubscribe (RFC 8058). Mail programs send a form to it when the recipient presses their
 * button.
 */
export const buildOneClickUrl = (publicUrl: string, token: string): string => publicUrl + oneClickPath + token
export const oneClickRoute = `${oneClickPath}:token` as const
/** The addresses in emails that were sent before December 2026. */
export const formerOneClickRoute = '/letters/decline/:token'
export const formerUnsubscribePath = '/no-letters'

/**
 * Unsubscribes the address of an email from all optional emails, or subscribes it again. Returns false if the email is
 * unknown: emails are purged after a while.
 */
export const declineEmails = (
  db: Database,
  now: number,
  { token, declines }: { token: string; declines: boolean },
): Promise<boolean> =>
  inTransaction(db, async (transaction) => {
    const mail = await transaction
      .selectFrom('mail')
      .select('recipient')
      .where('decline_token', '=', token)
      .executeTakeFirst()
    if (!mail || mail.recipient === '') return false
    if (declines) await suppressAddress(transaction, now, mail.recipient, 'declined')
    else await resubscribe(transaction, mail.recipient)
    return true
  })
