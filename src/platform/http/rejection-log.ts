import type { FastifyRequest } from 'fastify'
import type { ApiError, UserError } from '../errors.ts'
import { createLogThrottle } from '../log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the caller, once the API has identified it. */
    accountId: number | null
  }
}

const eventsByStatus: Readonly<Record<number, string>> = {
  401: 'token rejected',
  403: 'forbidden',
  429: 'limit reached',
}

const throttles = new WeakMap<object, (kind: string) => number | null>()

/**
 * Logs a rejected request that may belong to an attack: the event, the route and the account. A 401 without a token is
 * not logged, because the caller may only have signed out.
 */
export function logRejection(request: FastifyRequest, error: UserError | ApiError): void {
  const { status } = error
  if (status === 401 && request.headers.authorization === undefined) return
  const event = ('event' in error && error.event) || eventsByStatus[status]
  if (!event) return
  const { accountId: account, routeOptions, server } = request
  const route = routeOptions.url ?? 'none'
  const count = throttles.getOrInsertComputed(server.log, createLogThrottle)(`${event} ${route} ${account}`)
  if (count !== null) request.log.warn({ event, route, status, account, count }, 'request rejected')
}
