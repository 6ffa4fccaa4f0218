import { createHash } from 'node:crypto'
import { GatewayTrouble, type Asking } from '../gateway.ts'

export interface Store {
  /** The base URL of the live gateway, its sandbox or a simulator. */
  url: string
  storeId: string
  password: string
  fetch: typeof globalThis.fetch
  /** The timeout of one request, until the last byte of the reply. */
  patienceMs?: number
}

const PATIENCE_MS = 20_000
const MAX_BYTES = 256 * 1024

/** A reply with all numbers as text, so that no amount becomes a float. Secrets are removed. */
export type Answer = Readonly<Record<string, unknown>>

/** Creates the client for the gateway's API. Every failure becomes a `GatewayError`. */
export function askSslcommerz({ url, storeId, password, fetch, patienceMs = PATIENCE_MS }: Store) {
  const base = /^.*[^/]/.exec(url)![0]
  const read = withoutSecrets(password)

  return async (during: Asking, verb: 'GET' | 'POST', path: string, asked: Record<string, string>): Promise<Answer> => {
    const form = new URLSearchParams({ ...asked, store_id: storeId, store_passwd: password, format: 'json' })
    const ended = new AbortController()
    const request = { redirect: 'manual', signal: ended.signal, headers: { accept: 'application/json' } } as const
    const call = async () =>
      verb === 'GET'
        ? fetch(`${base}${path}?${form}`, request)
        : fetch(base + path, { ...request, method: 'POST', body: form })
    const work = answerOf(during, call, read)
    // A custom fetch may ignore its abort signal.
    const { promise: tooLong, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new GatewayTrouble(during, 'slow')), patienceMs)
    try {
      return await Promise.race([work, tooLong])
    } catch (error) {
      // The error of a fetch can contain the URL, in its message or its cause.
      throw error instanceof GatewayTrouble ? error : new GatewayTrouble(during, 'unreachable', codeBehind(error))
    } finally {
      clearTimeout(timer)
      work.catch(() => {})
      ended.abort()
    }
  }
}

async function answerOf(during: Asking, call: () => Promise<Response>, read: (json: string) => unknown) {
  const response = await call()
  if (response.status !== 200) throw new GatewayTrouble(during, 'nonsense', `status ${response.status}`)
  const answer = read(await textOf(during, response))
  if (!isRecord(answer)) throw new GatewayTrouble(during, 'nonsense', 'no JSON object')
  return answer
}

export const isRecord = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

async function textOf(during: Asking, { body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > MAX_BYTES) throw new GatewayTrouble(during, 'nonsense', 'too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Creates a JSON parser that removes secrets and keeps numbers as text. It returns undefined for invalid JSON. */
function withoutSecrets(password: string): (json: string) => unknown {
  const secrets = [
    password,
    encodeURIComponent(password),
    new URLSearchParams({ '': password }).toString().slice(1),
    createHash('md5').update(password).digest('hex'),
  ]
  const cleaned = (text: string) => secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text)
  const asWritten = (_key: string, value: unknown, { source }: { source?: string }) =>
    typeof value === 'number' ? source : typeof value === 'string' ? cleaned(value) : value
  return (json) => {
    try {
      return JSON.parse(json, asWritten as (key: string, value: unknown) => unknown)
    } catch {
      return undefined
    }
  }
}

function codeBehind(error: unknown): string {
  const code = error instanceof Error && (error.cause as { code?: unknown } | undefined)?.code
  return typeof code === 'string' && /^[A-Z_]{3,40}$/.test(code) ? code : ''
}
