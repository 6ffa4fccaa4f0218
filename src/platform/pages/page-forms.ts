import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readLanguage } from '#routes/public.ts'
import { toApiError } from '../http/api.ts'
import { ApiError, UserError } from '../errors.ts'
import { headerOf } from '../http/headers.ts'
import { asRefusal } from '../http/server.ts'
import { sendUncached, type Sendable } from '../http/page-cache.ts'
import type { RefusedForm } from './refused.ts'
import { logInfrastructureError } from '../infrastructure-error.ts'

interface PageFormsOptions {
  /** Throws for a page that takes no form. */
  mustAct(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Does what the form asks for, and says the address to go on to. */
  act(request: FastifyRequest, form: URLSearchParams): Promise<string>
  drawAgain(request: FastifyRequest, refused: RefusedForm): Promise<Sendable>
  /** Without asking the database for anything; with what was sent, so that it can be sent again. */
  drawTrouble(request: FastifyRequest): Promise<Sendable>
}

/**
 * Forms posted to a page's own address, by browsers that run no scripts or do not run them yet. What is done is shown
 * at another address, so that a reload does not do it again; what is refused is said on the page, with what was typed.
 */
export function serveForms(app: FastifyInstance, { mustAct, act, drawAgain, drawTrouble }: PageFormsOptions): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(mediaType, { parseAs: 'string' }, readForm)
    scope.setErrorHandler(sayAgain)
    scope.route({
      method: 'POST',
      url: '/*',
      schema: { hide: true },
      onRequest: [mustAct, refuseOtherSites, refuseOtherMediaTypes],
      handler: async (request, reply) => reply.redirect(await act(request, formOf(request)), 303),
    })
  })

  async function sayAgain(error: FastifyError | UserError | ApiError, request: FastifyRequest, reply: FastifyReply) {
    const userError = error instanceof ApiError ? error : asRefusal(error)
    if (userError && notForReaders.includes(userError.status)) throw error
    if (!userError) request.log.error({ err: error, id: request.id }, 'form failed')
    if (userError?.retryAfterSeconds) reply.header('retry-after', userError.retryAfterSeconds)
    const answer = logInfrastructureError(request.server.log, error)
      ? await drawTrouble(request)
      : await drawAgain(request, refusedForm(userError ?? unexpected, request))
    const headers = { ...(reply.getHeaders() as Record<string, string>), ...answer.headers }
    sendUncached({ ...answer, headers }, request.raw, reply.raw)
    return reply.hijack()
  }
}

const mediaType = 'application/x-www-form-urlencoded'
/** No form of ours is answered so: said in the way of the API. */
const notForReaders = [405, 415]
const unexpected = new UserError(500, { key: 'error.unexpected' })

/** No form of ours has as many; each costs more to read than its letters. */
const MAX_FIELDS = 100

/** Lines of a text area travel with two characters at their ends, and are counted with one. */
async function readForm(_request: FastifyRequest, body: string): Promise<URLSearchParams> {
  if (body.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) throw new UserError(400, { key: 'error.malformed' })
  return new URLSearchParams(body.replace(/%0d%0a/gi, '%0A'))
}

/** Nothing is done in a visitor's name that another site asks for. What sends neither header is no browser of ours. */
async function refuseOtherSites({ headers, host }: FastifyRequest): Promise<void> {
  const { 'sec-fetch-site': site, origin } = headers
  const isOurs = site ? site === 'same-origin' : !origin || hostIn(headerOf(headers, 'origin')) === host
  if (!isOurs) throw new UserError(403, { key: 'error.other_site' })
}

const hostIn = (origin = '') => URL.parse(origin)?.host

async function refuseOtherMediaTypes({ headers }: FastifyRequest): Promise<void> {
  if (headerOf(headers, 'content-type')?.split(';')[0]!.trim().toLowerCase() === mediaType) return
  throw new UserError(415, { key: 'error.media_type', values: { accepted: mediaType } })
}

/** Empty before it is read, and where it could not be. */
export const formOf = ({ body }: FastifyRequest) => (body instanceof URLSearchParams ? body : new URLSearchParams())

/** What the API has refused is said already; what never came so far is not. */
function refusedForm(userError: UserError | ApiError, request: FastifyRequest): RefusedForm {
  const { language } = readLanguage(request.url.split('?')[0]!)
  const { status, message, errors } = userError instanceof ApiError ? userError : toApiError(userError, language)
  return { status, message, errors, typed: Object.fromEntries(formOf(request)) }
}
