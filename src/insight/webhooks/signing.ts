import { createHmac, randomBytes } from 'node:crypto'

/*
 * By the specification of Standard Webhooks, 1.0.0: what is sent is signed with its id and with the second in which it is sent, so
 * that whoever keeps a copy cannot send it again later, or as something else.
 */

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** As whoever is told keeps it. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

interface Signed {
  id: string
  body: string
  at: number
  /** Each signs: while a secret is exchanged, whoever is told knows one of them. */
  secrets: readonly string[]
}

export function signedHeaders({ id, body, at, secrets }: Signed): Record<string, string> {
  const second = Math.floor(at / 1000)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${second}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(second), 'webhook-signature': signatures.join(' ') }
}
