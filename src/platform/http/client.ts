import { queryString, type Endpoints, type Language } from '#routes/public.ts'
import type { CallOptions } from '../contract.ts'
import { ApiError } from '../errors.ts'

interface ClientOptions {
  /** The endpoints that the client can call. */
  endpoints: Endpoints
  language: Language
  token: () => string | null
  /** Called when the server no longer accepts the token. The office handles this itself (`withRenewedToken`). */
  onUnauthenticated?: () => void
  /** Whether calls go on when the visitor leaves the document. */
  keepalive?: boolean
}

/** The request timeout. Users do not wait longer for a response. */
const TIMEOUT_MS = 30_000

/** Creates functions that call the endpoints with fetch. */
export function fetchClient<Api>({
  endpoints,
  language,
  token,
  onUnauthenticated,
  keepalive = false,
}: ClientOptions): Api {
  async function call(
    [method, path]: Endpoints[string],
    input: Record<string, unknown>,
    options: CallOptions = {},
  ): Promise<unknown> {
    const isPost = method === 'POST'
    const bearerToken = token()
    const response = await fetch(isPost ? path : path + queryString(input as Record<string, string | number>), {
      method,
      keepalive,
      headers: {
        'accept-language': language,
        ...(bearerToken && { authorization: `Bearer ${bearerToken}` }),
        ...(options.key && { 'idempotency-key': options.key }),
        ...(isPost && { 'content-type': 'application/json' }),
      },
      ...(isPost && { body: JSON.stringify(input) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    // A successful POST must answer with JSON, because a proxy in between might answer with its own page.
    if (response.ok) return isPost || isJson(response) ? response.json() : response.blob()
    // Ignore a 401 for a token that has been replaced since.
    if (response.status === 401 && token() === bearerToken) onUnauthenticated?.()
    const retryAfterSeconds = Number(response.headers.get('retry-after')) || undefined
    throw new ApiError(response.status, await response.json().catch(() => null), { retryAfterSeconds })
  }
  return Object.fromEntries(
    Object.entries(endpoints).map(([name, address]) => [
      name,
      (input: Record<string, unknown>, options?: CallOptions) => call(address, input, options),
    ]),
  ) as Api
}

const isJson = ({ headers }: Response) => headers.get('content-type')?.includes('json')
