import { setTimeout as sleep } from 'node:timers/promises'
import { consumeFault, type EndpointName, type Fault } from './faults.ts'
import type { Reply } from './replies.ts'

export type ReplyWithFaults = ReturnType<typeof createReplyWithFaults>

/** Replies to a request of the app, or fails as a payer or a test has planned. */
export const createReplyWithFaults =
  ({ faults }: { faults: Fault[] }, slowMs: number, closing: AbortSignal) =>
  async (endpoint: EndpointName, tranId: string | null, signal: AbortSignal, reply: () => Reply): Promise<Response> => {
    switch (consumeFault(faults, endpoint, tranId)) {
      case 'pending':
        return createJsonResponse(createPendingReply(endpoint, tranId) ?? reply())
      case 'inactive':
        return createJsonResponse(
          endpoint === 'open' ? { status: 'FAILED', failedreason: 'Store is De-active' } : inactiveReply,
        )
      case 'broken':
        return createServerError()
      case 'nonsense':
        return new Response('<!doctype html><title>Welcome</title><p>Not an API reply.', { headers: htmlHeaders })
      case 'slow':
        await sleep(slowMs, null, { signal: AbortSignal.any([signal, closing]) }).catch(() => {})
        return createJsonResponse(reply())
      case 'lost':
        reply()
        return createServerError()
      case null:
        return createJsonResponse(reply())
    }
  }

const htmlHeaders = { 'content-type': 'text/html; charset=utf-8' }
const inactiveReply = { APIConnect: 'INACTIVE' }

export const createJsonResponse = (reply: Reply, status = 200) =>
  Response.json(reply, { status, headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } })

const createServerError = () => new Response('<h1>500</h1>', { status: 500, headers: htmlHeaders })

function createPendingReply(endpoint: EndpointName, tranId: string | null): Reply | null {
  const row = { tran_id: tranId ?? '', status: 'PENDING' }
  if (endpoint === 'validate') return { APIConnect: 'DONE', ...row }
  return endpoint === 'query' ? { APIConnect: 'DONE', no_of_trans_found: 1, element: [row] } : null
}
