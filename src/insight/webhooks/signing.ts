import { createHmac, randomBytes } from 'node:crypto'

/*
 * Follows Standard Webhooks 1.0.0. The signature covers the body, the event ID and the time of sending, so that a copy
 * cannot be replayed later or as another event.
 */

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** Returns a secret in the format that receivers store. */
export const createSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')

interface MessageToSign {
  id: string
  body: string
  at: number
  /** Each secret creates a signature, because during a rotation the receiver may know only one of the two. */
  secrets: readonly string[]
}

export function createSignedHeaders({ id, body, at, secrets }: MessageToSign): Record<string, string> {
  const atSeconds = Math.floor(at / 1000)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${atSeconds}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(atSeconds), 'webhook-signature': signatures.join(' ') }
}
