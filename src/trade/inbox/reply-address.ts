import { createReadableCode, digestText } from '#platform/codes.ts'
import type { Context } from '#platform/context.ts'

/**
 * The length of a token, long enough to be unguessable. Tokens are lower case, because mail servers may change the
 * case.
 */
const TOKEN_LENGTH = 26

/**
 * Creates a unique reply address for one email. Only its hash is stored. Returns null if reply addresses are not
 * configured.
 */
export function createReplyAddress({ replyAddress }: Pick<Context, 'replyAddress'>) {
  if (replyAddress === undefined) return null
  const token = createReadableCode(TOKEN_LENGTH).toLowerCase()
  return { address: replyAddress.replace('{token}', token), hash: hashReplyToken(token) }
}

/** Finds our reply addresses among the recipients and returns their hashes. */
export function findReplyHashes(addresses: readonly string[], replyAddress: string | undefined): string[] {
  if (replyAddress === undefined) return []
  const [prefix, suffix] = replyAddress.toLowerCase().split('{token}') as [string, string]
  return addresses.flatMap((recipient) => {
    const address = recipient.toLowerCase()
    const hasRightLength = address.length === prefix.length + TOKEN_LENGTH + suffix.length
    return hasRightLength && address.startsWith(prefix) && address.endsWith(suffix)
      ? [hashReplyToken(address.slice(prefix.length, prefix.length + TOKEN_LENGTH))]
      : []
  })
}

const hashReplyToken = (token: string) => digestText(`reply ${token}`)
