/** Returns the form in which addresses are compared: Unicode-normalized and in lower case. */
export const toEmailKey = (email: string): string => email.normalize('NFKC').toLowerCase()

/**
 * Returns one spelling per mailbox, for rate limits only. Removes the +suffix and the dots, which many mail systems
 * ignore. Two different people may share a limit this way, which does little harm.
 */
export function getMailboxKey(email: string): string {
  const key = toEmailKey(email)
  const atIndex = key.lastIndexOf('@')
  const [name = ''] = key.slice(0, atIndex).split('+')
  return (name.replaceAll('.', '') || key.slice(0, atIndex)) + key.slice(atIndex)
}
