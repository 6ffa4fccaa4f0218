import { createHash, timingSafeEqual } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import { parseFault } from './choices.ts'
import { createJsonResponse, type ReplyWithFaults } from './faulty-replies.ts'
import { createOpenedReply, createSession, findOrderError } from './opening.ts'
import {
  findPaid,
  requestRefund,
  describeRefund,
  describeSession,
  describeTransaction,
  validatePayment,
  type Reply,
} from './replies.ts'
import type { State } from './store.ts'

interface GatewayApiOptions {
  state: State
  signer: { storeId: string; password: string }
  clock: Clock
  url: string
  replyWithFaults: ReplyWithFaults
  log(line: string): void
}

/** Creates the endpoints that the app calls. */
export function createGatewayApi({ state, signer, clock, url, replyWithFaults, log }: GatewayApiOptions) {
  const isAuthorized = (params: URLSearchParams) =>
    isEqual(params.get('store_id') ?? '', signer.storeId) && isEqual(params.get('store_passwd') ?? '', signer.password)

  return {
    openSession(form: URLSearchParams, signal: AbortSignal): Promise<Response> {
      const createFailure = (failedreason: string) => ({ status: 'FAILED', failedreason })
      const tranId = form.get('tran_id') ?? ''
      return replyWithFaults('open', tranId, signal, () => {
        if (!isAuthorized(form)) return createFailure('Store Credential Error Or Store is De-active')
        const params = new Map(form)
        const orderError = findOrderError(params, (id) => state.sessions.some((candidate) => candidate.tranId === id))
        if (orderError) return createFailure(orderError)
        const session = createSession(params, clock())
        state.sessions.push(session)
        log(`opened ${tranId}`)
        return createOpenedReply(session, url)
      })
    },

    replyToValidation(params: URLSearchParams, signal: AbortSignal): Promise<Response> {
      const valId = params.get('val_id') ?? ''
      const [session] = findPaid(state, (attempt) => attempt.valId === valId)
      return replyWithFaults('validate', session?.tranId ?? null, signal, () =>
        isAuthorized(params)
          ? valId
            ? validatePayment(state, valId, clock())
            : { APIConnect: 'INVALID_REQUEST' }
          : unauthorizedReply,
      )
    },

    /** One URL for four queries. The parameters select the query. */
    replyToQuery(params: URLSearchParams, signal: AbortSignal): Promise<Response> {
      const readText = (name: string) => params.get(name) ?? ''
      const replyIfAuthorized = (reply: () => Reply) => () => (isAuthorized(params) ? reply() : unauthorizedReply)
      if (params.has('refund_amount')) {
        const [session] = findPaid(state, ({ bankTranId }) => bankTranId === readText('bank_tran_id'))
        const createReply = replyIfAuthorized(() => requestRefund(state, params, clock()))
        return replyWithFaults('refund', session?.tranId ?? null, signal, createReply)
      }
      if (params.has('refund_ref_id')) {
        const refund = state.refunds.find(({ ref }) => ref === readText('refund_ref_id'))
        const [session] = findPaid(state, ({ bankTranId }) => bankTranId === refund?.bankTranId)
        const createReply = replyIfAuthorized(() => describeRefund(state, readText('refund_ref_id'), clock()))
        return replyWithFaults('status', session?.tranId ?? null, signal, createReply)
      }
      const key = params.get('sessionkey')
      const tranId = readText('tran_id')
      const session = state.sessions.find((candidate) =>
        key === null ? candidate.tranId === tranId : candidate.key === key,
      )
      const createReply = replyIfAuthorized(() => {
        if (key !== null) return describeSession(session, key, clock())
        return tranId ? describeTransaction(session, tranId, clock()) : { APIConnect: 'INVALID_REQUEST' }
      })
      return replyWithFaults('query', session?.tranId ?? tranId, signal, createReply)
    },

    /** Plans faults for tests, even before a session exists. */
    addFault(form: URLSearchParams): Response {
      if (!isAuthorized(form)) return createJsonResponse(unauthorizedReply, 403)
      const fault = parseFault(form)
      if (!fault) return createJsonResponse({ APIConnect: 'INVALID_REQUEST' }, 400)
      state.faults.push(fault)
      return createJsonResponse({ APIConnect: 'DONE' })
    },
  }
}

const unauthorizedReply = { APIConnect: 'FAILED' }

function isEqual(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}
