import { readableCode, textHash } from '#platform/codes.ts'
import type { Context } from '#platform/context.ts'

/** As many letters as cannot be guessed. Mail servers may change their case, so they have none. */
const TOKEN_LENGTH = 26

/** An address of its own for the answer to a letter. Only its hash is kept; where no such addresses are set up, there is none. */
export function newReplyAddress({ replyAddress }: Pick<Context, 'replyAddress'>) {
  if (replyAddress === undefined) return null
  const token = readableCode(TOKEN_LENGTH).toLowerCase()
  return { address: replyAddress.replace('{token}', token), hash: hashOf(token) }
}

/** Of the addresses that mail was sent to, the hashes of those that are ours. */
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
