import { endpoints, type EndpointName, type Language } from '../urls.ts'
import type { CallOptions } from './contract.ts'

/** What the API refused, as it said it: a sentence, and sentences by field. */
export class ApiError extends Error {
  readonly status: number
  readonly errors: Readonly<Record<string, readonly string[]>>
  constructor(status: number, body: { message?: string; errors?: Readonly<Record<string, readonly string[]>> } | null) {
    super(body?.message ?? '')
    this.status = status
    this.errors = body?.errors ?? {}
  }
}

interface Doors {
  language: Language
  token: () => string | null
  /** The server no longer takes the token. */
  onUnauthenticated: () => void
}

/** The endpoints as functions over fetch. */
export function fetchClient<Api>({ language, token, onUnauthenticated }: Doors): Api {
  async function call(name: EndpointName, input: Record<string, unknown>, options: CallOptions = {}): Promise<unknown> {
    const [method, path] = endpoints[name]
    const bearer = token()
    const response = await fetch(method === 'GET' ? path + query(input) : path, {
      method,
      headers: {
        'accept-language': language,
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(options.key && { 'idempotency-key': options.key }),
        ...(method === 'POST' && { 'content-type': 'application/json' }),
      },
      ...(method === 'POST' && { body: JSON.stringify(input) }),
    })
    const body = await bodyOf(response).catch(() => null)
    if (response.ok) return body
    // Of a token that another has replaced by now, it says nothing new.
    if (response.status === 401 && token() === bearer) onUnauthenticated()
    throw new ApiError(response.status, body as { message?: string } | null)
  }
  return new Proxy({} as never, {
    get: (_, name: EndpointName) => (input: Record<string, unknown>, options?: CallOptions) => call(name, input, options),
  })
}

function bodyOf(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (type.includes('json')) return response.json()
  return type.startsWith('text/') ? response.text() : response.arrayBuffer().then((bytes) => new Uint8Array(bytes))
}

function query(input: Record<string, unknown>): string {
  const pairs = Object.entries(input).filter(([, value]) => value !== undefined)
  return pairs.length === 0 ? '' : '?' + new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))
}
