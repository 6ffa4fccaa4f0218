import { createHash } from 'node:crypto'
import { GatewayTrouble, type Asking } from '../gateway.ts'

export interface Store {
  /** Where it is asked: of the live gateway, of its sandbox, or of a simulator. */
  url: string
  storeId: string
  password: string
  fetch: typeof globalThis.fetch
  /** How long one question may take, to the last byte of its answer. */
  patienceMs?: number
}

const PATIENCE_MS = 20_000
const MAX_BYTES = 256 * 1024

/** As it was written: a number too is a text here, so none has ever been a float. Where it held a secret it does no more. */
export type Answer = Readonly<Record<string, unknown>>

/** Asks, and gives back what was answered, if it is an answer at all. Whatever else happens is a `GatewayTrouble`. */
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
    // Not every fetch that is handed over heeds its signal.
    const { promise: tooLong, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new GatewayTrouble(during, 'slow')), patienceMs)
    try {
      return await Promise.race([work, tooLong])
    } catch (error) {
      // What a fetch throws may name the address that it asked, in its message or in what is behind it.
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

/** Undefined for what is no JSON. */
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
