import { createHash } from 'node:crypto'
import { runInCallSpan } from '#platform/tracing/spans.ts'
import { GatewayError, type GatewayOperation } from '../gateway.ts'

export interface Store {
  /** The base URL of the live gateway, its sandbox or a simulator. */
  url: string
  storeId: string
  password: string
  fetch: typeof globalThis.fetch
  /** The timeout of one request, until the last byte of the reply. */
  timeoutMs?: number
}

const TIMEOUT_MS = 20_000
const MAX_REPLY_BYTES = 256 * 1024

/** A reply with all numbers as text, so that no amount becomes a float. Secrets are removed. */
export type Reply = Readonly<Record<string, unknown>>

/** Creates the client for the gateway's API. Every failure becomes a `GatewayError`. */
export function createSslcommerzClient({ url, storeId, password, fetch, timeoutMs = TIMEOUT_MS }: Store) {
  const baseUrl = /^.*[^/]/.exec(url)![0]
  const parseJson = createJsonParser(password)

  return async (
    operation: GatewayOperation,
    method: 'GET' | 'POST',
    path: string,
    params: Record<string, string>,
  ): Promise<Reply> => {
    const form = new URLSearchParams({ ...params, store_id: storeId, store_passwd: password, format: 'json' })
    const abortController = new AbortController()
    const requestOptions = {
      redirect: 'manual',
      signal: abortController.signal,
      headers: { accept: 'application/json' },
    } as const
    const call = async () =>
      method === 'GET'
        ? fetch(`${baseUrl}${path}?${form}`, requestOptions)
        : fetch(baseUrl + path, { ...requestOptions, method: 'POST', body: form })
    const callTraced = () => runInCallSpan(method, 'payment gateway', call)
    const pendingReply = callAndParse(operation, callTraced, parseJson)
    // A custom fetch may ignore its abort signal.
    const { promise: timeout, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new GatewayError(operation, 'slow')), timeoutMs)
    try {
      return await Promise.race([pendingReply, timeout])
    } catch (error) {
      // The error of a fetch can contain the URL, in its message or its cause.
      throw error instanceof GatewayError ? error : new GatewayError(operation, 'unreachable', readErrorCode(error))
    } finally {
      clearTimeout(timer)
      pendingReply.catch(() => {})
      abortController.abort()
    }
  }
}

async function callAndParse(
  operation: GatewayOperation,
  call: () => Promise<Response>,
  parseJson: (json: string) => unknown,
) {
  const response = await call()
  if (response.status !== 200) throw new GatewayError(operation, 'nonsense', `status ${response.status}`)
  const reply = parseJson(await readText(operation, response))
  if (!isRecord(reply)) throw new GatewayError(operation, 'nonsense', 'no JSON object')
  return reply
}

export const isRecord = (value: unknown): value is Reply =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

async function readText(operation: GatewayOperation, { body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let byteCount = 0
  for await (const chunk of body ?? []) {
    byteCount += chunk.length
    if (byteCount > MAX_REPLY_BYTES) throw new GatewayError(operation, 'nonsense', 'too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Creates a JSON parser that removes secrets and keeps numbers as text. It returns undefined for invalid JSON. */
function createJsonParser(password: string): (json: string) => unknown {
  const secrets = [
    password,
    encodeURIComponent(password),
    new URLSearchParams({ '': password }).toString().slice(1),
    createHash('md5').update(password).digest('hex'),
  ]
  const removeSecrets = (text: string) => secrets.reduce((cleanText, secret) => cleanText.replaceAll(secret, '…'), text)
  const reviveValue = (_key: string, value: unknown, { source }: { source?: string }) =>
    typeof value === 'number' ? source : typeof value === 'string' ? removeSecrets(value) : value
  return (json) => {
    try {
      return JSON.parse(json, reviveValue as (key: string, value: unknown) => unknown)
    } catch {
      return undefined
    }
  }
}

function readErrorCode(error: unknown): string {
  const code = error instanceof Error && (error.cause as { code?: unknown } | undefined)?.code
  return typeof code === 'string' && /^[A-Z_]{3,40}$/.test(code) ? code : ''
}
