import { secretToken } from '#platform/codes.ts'
import type { Context } from '#platform/context.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { href, inLanguage, type Language } from '#routes/public.ts'
import { wantAgain, wantNoMore } from './no-emails.ts'

/** By which whoever gets a letter says, without an account, that they want no more of its like. It opens nothing else. */
export interface Decline {
  token: string
  /** Where a reader says so. */
  url: string
}

export function declining({ publicUrl }: Pick<Context, 'publicUrl'>, language: Language): Decline {
  const token = secretToken()
  return { token, url: publicUrl + inLanguage(href('noLetters', null, { token }), language) }
}

const oneClickPath = '/letters/decline/'
/** Where a mail program says so for its reader, at a press and by a form of its own (RFC 8058). */
export const oneClickUrl = (publicUrl: string, token: string): string => publicUrl + oneClickPath + token
export const oneClickRoute = `${oneClickPath}:token` as const

/**
 * From now on the address of a letter gets nothing that can be declined, or everything again. Returns whether such a letter
 * is known: they are forgotten after a while.
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
    if (declines) await wantNoMore(transaction, now, mail.recipient, 'declined')
    else await wantAgain(transaction, mail.recipient)
    return true
  })
