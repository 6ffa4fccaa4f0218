import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import Fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Endpoints } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { createErrorBody } from './api.ts'
import { readForm } from '../files/receive.ts'
import { describeEvents, failureSchemas } from './openapi.ts'
import { unavailable, UserError } from '../errors.ts'
import { describeError } from '../log.ts'
import type { ConnectionGuard } from './guard/connection-guard.ts'
import { MAX_URL_LENGTH } from './guard/rejections.ts'
import { readHeader } from './headers.ts'
import { readLanguage } from './language.ts'
import type { Events } from '../events.ts'
import type { FairQueue } from '../background/fair-queue.ts'
import { matchesEtag } from './page-cache.ts'
import { dataCsp } from './security.ts'
import { logInfrastructureError, findInfrastructureCause } from '../infrastructure-error.ts'
import { logRejection } from './rejection-log.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether an API endpoint accepts multipart forms. Undefined for other routes. */
    multipart?: boolean
    /** Whether the response is a stream of events. */
    isLive?: boolean
  }
}

interface ServerSettings {
  headers: Record<string, string>
  logLevel: string
  /** Returns fields for each log line. */
  logFields?: (() => object) | undefined
  version: string
  /** The webhook events, for the API description. */
  events: Events
  /** Limits connections and serves cached responses before the framework runs. */
  connectionGuard: ConnectionGuard
  /** The queue in which requests wait, fair between callers. Null: no request waits. */
  queue: FairQueue | null
  callerOf(request: FastifyRequest): string
}

const BODY_LIMIT_BYTES = 64 * 1024

/** Creates the web server without its routes. */
export async function createServer({
  headers,
  logLevel,
  logFields,
  version,
  events,
  connectionGuard: guard,
  queue,
  callerOf,
}: ServerSettings): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    forceCloseConnections: 'idle',
    genReqId: () => crypto.randomUUID(),
    logger: {
      level: logLevel,
      serializers: { err: describeError },
      ...(logFields && { mixin: logFields }),
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    serverFactory: (handler) => guard.serverFor(handler),
    clientErrorHandler: guard.rejectMalformedRequest,
    routerOptions: { maxParamLength: MAX_URL_LENGTH },
    frameworkErrors(error, request, reply) {
      if (isPageRequest(request)) {
        request.raw.url = escapePercentSigns(request.url)
        app.routing(request.raw, reply.raw)
      } else sendError(error, request, reply.headers(headers))
    },
  })
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) =>
    readForm(request.headers['content-type'], body),
  )
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Selvage',
        version,
        description:
          'The API of the whole website. Amounts are plain numbers in BDT and dates are YYYY-MM-DD. Messages are in the language of Accept-Language (en or bn).',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transformObject: (document) => ({
      ...('openapiObject' in document && document.openapiObject),
      webhooks: describeEvents(events),
    }),
    refResolver: { buildLocalReference: (json, _base, _fragment, i) => String(json['$id'] ?? `def-${i}`) },
  })
  for (const schema of failureSchemas) app.addSchema(schema)
  app.setValidatorCompiler(() => () => true) // contracts are validated by their own schemas

  app.decorateRequest('accountId', null)
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
  app.addHook('onRequest', rejectOtherMediaTypes)
  if (queue)
    app.addHook('preHandler', async (request, { raw }) => {
      if (request.routeOptions.config.isLive) return
      const release = await queue.take(callerOf(request))
      if (raw.destroyed) return release()
      raw.once('prefinish', release).once('close', release)
    })
  app.addHook('onSend', addDefaultCspAndEtag)
  // Fastify watches the end of each response only if there is such a hook.
  if (['debug', 'trace'].includes(logLevel)) app.addHook('onResponse', logRequest)
  app.setErrorHandler(sendError)
  return app
}

/** Returns whether a browser opens a path outside of the API. */
const isPageRequest = ({ url, headers }: FastifyRequest): boolean =>
  !url.startsWith('/api/') && /\btext\/html\b/.test(readHeader(headers, 'accept') ?? '')

/** Escapes the percent signs of a path that cannot be decoded, so that it is the path of an unknown page. */
const escapePercentSigns = (url: string): string => url.replace(/^[^?]*/, (path) => path.replaceAll('%', '%25'))

/** Responds to unknown paths and wrong methods under /api with JSON errors. */
export function rejectUnknownCalls(app: FastifyInstance, endpoints: Endpoints): void {
  const methodByPath = new Map<string, string>(Object.values(endpoints).map(([method, path]) => [path, method]))
  const reject = async (request: FastifyRequest, reply: FastifyReply) => {
    const allowedMethod = methodByPath.get(request.url.split('?')[0]!)
    if (!allowedMethod) throw new UserError(404, { key: 'error.not_found' })
    reply.header('allow', allowedMethod === 'GET' ? 'GET, HEAD' : allowedMethod)
    throw new UserError(405, { key: 'error.method', values: { method: request.method } })
  }
  app.all('/api/*', { schema: { hide: true }, onRequest: reject }, reject) // before any body is read
}

async function rejectOtherMediaTypes(request: FastifyRequest): Promise<void> {
  if (request.method !== 'POST' || request.is404) return
  const takesMultipart = request.routeOptions.config.multipart
  const type = /^([\w/+-]+)\s*(;|$)/.exec(readHeader(request.headers, 'content-type') ?? '')?.[1]?.toLowerCase()
  if (takesMultipart === undefined || type === 'application/json' || (takesMultipart && type === 'multipart/form-data'))
    return
  const acceptedTypes = takesMultipart ? 'application/json, multipart/form-data' : 'application/json'
  throw new UserError(415, { key: 'error.media_type', values: { accepted: acceptedTypes } })
}

/** Adds an ETag to responses that a shared cache may store, and responds with 304 if it matches. */
async function addDefaultCspAndEtag(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', dataCsp)
  if (
    typeof payload !== 'string' ||
    reply.statusCode !== 200 ||
    reply.getHeader('cache-control') !== 'public, no-cache'
  )
    return payload
  const etag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`
  reply.header('etag', etag)
  if (!matchesEtag(readHeader(request.headers, 'if-none-match') ?? '', etag)) return payload
  reply.code(304).removeHeader('content-length')
  return null
}

/**
 * Logs each request of the framework for debugging. Addresses and parameters may be personal data, the route is not.
 */
async function logRequest(request: FastifyRequest, { raw, elapsedTime }: FastifyReply): Promise<void> {
  const fields = { method: request.method, route: getRoute(request), status: raw.statusCode }
  request.log.debug({ ...fields, ms: Math.round(elapsedTime) }, 'request')
}

const getRoute = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'none'

function sendError(error: FastifyError | UserError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const translator = translatorFor(readLanguage(request))
  const userError = toUserError(error)
  reply.header('content-security-policy', dataCsp).header('cache-control', 'no-store')
  if (!userError) {
    request.log.error({ err: error, route: getRoute(request) }, 'request failed')
    return reply
      .code(500)
      .header('x-request-id', request.id)
      .send({ message: translator.t('error.unexpected') })
  }
  logInfrastructureError(request.server.log, error)
  logRejection(request, userError)
  if (userError.retryAfterSeconds) reply.header('retry-after', userError.retryAfterSeconds)
  return reply.code(userError.status).send(createErrorBody(userError, translator))
}

/** Converts errors of the framework and infrastructure failures into user errors. Undefined: a bug. */
export function toUserError(error: FastifyError | UserError): UserError | undefined {
  if (error instanceof UserError) return error
  if (findInfrastructureCause(error)) return unavailable()
  switch (error.statusCode) {
    case 413:
      return new UserError(413, { key: 'error.too_large' })
    case 415:
      return new UserError(415, { key: 'error.media_type', values: { accepted: 'application/json' } })
    default:
      return error.statusCode && error.statusCode < 500 ? new UserError(400, { key: 'error.malformed' }) : undefined
  }
}
