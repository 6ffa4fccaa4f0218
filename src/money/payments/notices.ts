import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '#platform/context.ts'
import type { WholeDatabase } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Limit } from '#platform/contract.ts'
import { enforceRateLimit } from '#platform/http/rate-limit.ts'
import { href, inLanguage, type Language } from '#routes/public.ts'
import { buildReturnPath } from './paths.ts'
import { gatewayAdapters } from './registry.ts'
import { enqueueSettling } from './settling.ts'
import { findAttempt, findAttemptByToken, findGateway, type Attempt, type Gateways } from './store.ts'

interface NoticeDeps {
  db: WholeDatabase
  context: Pick<Context, 'clock' | 'isLimited'>
  gateways: Gateways
  addressOf(request: FastifyRequest): string
}

/** The maximum size of a notice. A genuine notice has some forty short fields. */
const MAX_FORM_BYTES = 16 * 1024
const mediaType = 'application/x-www-form-urlencoded'
/** A gateway sends the notices of all guests from a few addresses. */
const noticeLimit = { bucket: 'payment notice', times: 1_200, seconds: 600 }
const returnLimit = { bucket: 'payment return', times: 120, seconds: 3_600 }

/**
 * Receives forms from the gateways, without any cookie or token of ours. Their content is never trusted and only
 * triggers a query to the gateway. A notice gets a reply at once, and a browser is redirected to a page of the site.
 */
export function serveNotices(app: FastifyInstance, { db, context, gateways, addressOf }: NoticeDeps): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      mediaType,
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
    )
    const routeOptions = { schema: { hide: true }, bodyLimit: MAX_FORM_BYTES }

    for (const { name, noticePath } of gatewayAdapters)
      scope.post(noticePath, routeOptions, async (request, reply) => {
        await enforceLimit(request, noticeLimit)
        await receiveNotice({ db, context, gateways }, name, readForm(request))
        return reply.type('text/plain').header('cache-control', 'no-store').send('OK')
      })

    for (const [path, hasLeft] of [
      [buildReturnPath(':token'), false],
      [`${buildReturnPath(':token')}/left`, true],
    ] as const)
      scope.route({
        method: ['GET', 'POST'],
        url: path,
        ...routeOptions,
        handler: async (request, reply) => {
          await enforceLimit(request, returnLimit)
          const { token } = request.params as { token: string }
          const attempt = await receiveReturn({ db, context }, token, hasLeft)
          const page = inLanguage(href('payment', null, { payment: token }), attempt.language as Language)
          return reply.header('cache-control', 'no-store').redirect(page, 303)
        },
      })
  })

  const enforceLimit = (request: FastifyRequest, limit: Limit) =>
    enforceRateLimit(db, { now: context.clock(), address: addressOf(request), context }, limit)
}

type ReceivingDeps = Pick<NoticeDeps, 'db' | 'gateways'> & { context: Pick<Context, 'clock'> }

/** Enqueues a query about the payment that a signed notice names. Ignores other notices. */
export async function receiveNotice(
  { db, context, gateways }: ReceivingDeps,
  gatewayName: string,
  form: URLSearchParams,
): Promise<void> {
  const notice = findGateway(gateways, gatewayName)?.readNotice(form)
  // An unsigned notice is not from the gateway. If a genuine notice is lost, the sweep finds the payment.
  if (notice?.isSigned && (await findAttempt(db, notice.tranId))?.gateway === gatewayName)
    await enqueueSettling(db, context.clock(), notice.tranId, { valId: notice.valId })
}

/** Enqueues a query about the payment from which a browser returns, and returns the attempt. */
export async function receiveReturn(
  { db, context }: Omit<ReceivingDeps, 'gateways'>,
  token: string,
  hasLeft: boolean,
): Promise<Attempt> {
  const attempt = token.length <= 64 ? await findAttemptByToken(db, token) : undefined
  if (!attempt) throw notFound()
  await enqueueSettling(db, context.clock(), attempt.tran_id, { left: hasLeft })
  return attempt
}

const readForm = ({ body }: FastifyRequest) => (body instanceof URLSearchParams ? body : new URLSearchParams())
