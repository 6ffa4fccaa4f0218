/** As mail systems treat it: letters of any case are the same. */
export const emailKey = (email: string): string => email.normalize('NFKC').toLowerCase()

/**
 * One spelling for each mailbox, for limits alone: what stands behind a + is for its owner's own order, and many take no
 * notice of dots. Where two people differ by no more than that they share a limit, which costs neither of them much.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email)
  const at = key.lastIndexOf('@')
  const [name = ''] = key.slice(0, at).split('+')
  return (name.replaceAll('.', '') || key.slice(0, at)) + key.slice(at)
}
