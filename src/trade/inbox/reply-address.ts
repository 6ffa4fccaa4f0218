import { readableCode, textHash } from '#platform/codes.ts'
import type { Context } from '#platform/context.ts'

/** Long enough to be unguessable. Tokens are lower case, because mail servers may change the case. */
const TOKEN_LENGTH = 26

/**
 * Creates a unique reply address for one email. Only its hash is stored. Returns null if reply addresses are not
 * configured.
 */
export function newReplyAddress({ replyAddress }: Pick<Context, 'replyAddress'>) {
  if (replyAddress === undefined) return null
  const token = readableCode(TOKEN_LENGTH).toLowerCase()
  return { address: replyAddress.replace('{token}', token), hash: hashOf(token) }
}

/** Finds our reply addresses among the recipients and returns their hashes. */
export function replyHashesIn(addresses: readonly string[], replyAddress: string | undefined): string[] {
  if (replyAddress === undefined) return []
  const [before, after] = replyAddress.toLowerCase().split('{token}') as [string, string]
  return addresses.flatMap((each) => {
    const address = each.toLowerCase()
    const isOurs = address.length === before.length + TOKEN_LENGTH + after.length
    return isOurs && address.startsWith(before) && address.endsWith(after)
      ? [hashOf(address.slice(before.length, before.length + TOKEN_LENGTH))]
      : []
  })
}

const hashOf = (token: string) => textHash(`reply ${token}`)
