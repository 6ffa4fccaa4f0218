import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readLanguage } from '#routes/public.ts'
import { toApiError, type FileReceiver } from '../http/api.ts'
import { ReceivedForm } from '../files/receive.ts'
import { ApiError, UserError } from '../errors.ts'
import { readHeader } from '../http/headers.ts'
import { toUserError } from '../http/server.ts'
import { sendUncached, type CacheableResponse } from '../http/page-cache.ts'
import type { RejectedForm } from './rejected-form.ts'
import { logInfrastructureError } from '../infrastructure-error.ts'
import { logRejection } from '../http/rejection-log.ts'

interface PageFormsOptions {
  /** Throws if the page accepts no form. */
  assertAcceptsForm(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Returns how the page receives files, or null if it accepts none. */
  findFileReceiver(request: FastifyRequest): Promise<FileReceiver | null>
  /** Carries out the form and returns the next URL. */
  submit(request: FastifyRequest, form: URLSearchParams, receivedForm?: ReceivedForm): Promise<string>
  renderWithErrors(request: FastifyRequest, rejectedForm: RejectedForm): Promise<CacheableResponse>
  /**
   * Renders an error page without database access. It contains the submitted values, so that they can be sent again.
   */
  renderOutage(request: FastifyRequest): Promise<CacheableResponse>
}

/**
 * Handles forms posted to a page's own URL by browsers without scripts, or before these run. After success the browser
 * is redirected, so that a reload does not repeat the action. After an error the page is shown again with the message
 * and the typed values.
 */
export function serveForms(
  app: FastifyInstance,
  { assertAcceptsForm, findFileReceiver, submit, renderWithErrors, renderOutage }: PageFormsOptions,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(formMediaType, { parseAs: 'string' }, readForm)
    scope.addContentTypeParser(multipart, async (request: FastifyRequest) =>
      (await findFileReceiver(request))!.receive(request),
    )
    scope.setErrorHandler(sendErrorPage)
    scope.route({
      method: 'POST',
      url: '/*',
      schema: { hide: true },
      onRequest: [assertAcceptsForm, rejectOtherSites, checkMediaType],
      async handler(request, reply) {
        const receivedForm = request.body instanceof ReceivedForm ? request.body : undefined
        try {
          return reply.redirect(await submit(request, readFormBody(request), receivedForm), 303)
        } finally {
          await receivedForm?.release()
        }
      },
    })
  })

  /** Rejects other media types, and files if the page accepts none or the visitor has uploaded too many. */
  async function checkMediaType(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const type = readHeader(request.headers, 'content-type')?.split(';')[0]!.trim().toLowerCase()
    if (type === formMediaType) return
    const fileReceiver = await findFileReceiver(request)
    if (fileReceiver && type === multipart) return fileReceiver.admit(request, reply)
    const acceptedTypes = fileReceiver ? `${formMediaType}, ${multipart}` : formMediaType
    throw new UserError(415, { key: 'error.media_type', values: { accepted: acceptedTypes } })
  }

  async function sendErrorPage(
    error: FastifyError | UserError | ApiError,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const userError = error instanceof ApiError ? error : toUserError(error)
    if (userError && apiStatuses.includes(userError.status)) throw error
    if (userError) logRejection(request, userError)
    else request.log.error({ err: error }, 'form failed')
    if (userError?.retryAfterSeconds) reply.header('retry-after', userError.retryAfterSeconds)
    const page = logInfrastructureError(request.server.log, error)
      ? await renderOutage(request)
      : await renderWithErrors(request, toRejectedForm(userError ?? unexpectedError, request))
    const headers = { ...(reply.getHeaders() as Record<string, string>), ...page.headers }
    sendUncached({ ...page, headers }, request.raw, reply.raw)
    return reply.hijack()
  }
}

const formMediaType = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data'
/** Our own forms never get this response, so use the API error format. */
const apiStatuses = [405, 415]
const unexpectedError = new UserError(500, { key: 'error.unexpected' })

/** More fields than any of our forms has. Parsing a field costs more than its length suggests. */
const MAX_FIELDS = 100

/** Browsers send line breaks as two characters, but length limits count them as one. */
async function readForm(_request: FastifyRequest, body: string): Promise<URLSearchParams> {
  if (body.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) throw new UserError(400, { key: 'error.malformed' })
  return new URLSearchParams(body.replace(/%0d%0a/gi, '%0A'))
}

/**
 * Rejects forms from other sites, so that none can act for the visitor. All supported browsers send one of these
 * headers.
 */
async function rejectOtherSites({ headers, host }: FastifyRequest): Promise<void> {
  const { 'sec-fetch-site': fetchSite, origin } = headers
  const isSameSite = fetchSite
    ? fetchSite === 'same-origin'
    : !origin || parseHost(readHeader(headers, 'origin')) === host
  if (!isSameSite) throw new UserError(403, { key: 'error.other_site' })
}

const parseHost = (origin = '') => URL.parse(origin)?.host

/** Returns an empty form before the body is parsed, and if parsing failed. Files are left out. */
export function readFormBody({ body }: FastifyRequest): URLSearchParams {
  if (body instanceof ReceivedForm)
    return new URLSearchParams(Object.entries(body.fields).map(([name, value]) => [name, String(value)]))
  return body instanceof URLSearchParams ? body : new URLSearchParams()
}

/**
 * Returns what the page shows about a rejected form. API errors are already translated; other errors are translated
 * here.
 */
function toRejectedForm(userError: UserError | ApiError, request: FastifyRequest): RejectedForm {
  const { language } = readLanguage(request.url.split('?')[0]!)
  const { status, message, errors } = userError instanceof ApiError ? userError : toApiError(userError, language)
  return { status, message, errors, values: Object.fromEntries(readFormBody(request)) }
}
