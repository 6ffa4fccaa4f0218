import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { createAssetServer } from '#platform/http/assets.ts'
import { getCallerKey, type Callers } from '#platform/http/caller.ts'
import type { Contract } from '#platform/contract.ts'
import type { WholeDatabase } from '#platform/database/database.ts'
import { overloaded } from '#platform/errors.ts'
import { createConnectionGuard } from '#platform/http/guard/connection-guard.ts'
import { defaultBounds, noBounds } from '#platform/http/guard/connections.ts'
import { createServer } from '#platform/http/server.ts'
import { createFairQueue } from '#platform/background/fair-queue.ts'
import type { Context } from '#platform/context.ts'
import type { Metrics } from '#platform/metrics.ts'
import { createExporter, type ExporterOptions } from '#platform/tracing/exporter.ts'
import { getCurrentTraceId } from '#platform/tracing/spans.ts'
import { openTracer, type Tracer } from '#platform/tracing/tracer.ts'
import { ByteCache } from '#platform/http/page-cache.ts'
import { PAGE_ROUTE } from '#platform/pages/page-server.ts'
import { picturesPrefix } from '#content/media/store.ts'
import { createPictureServer } from '#content/media/picture-server.ts'
import { dataCsp } from '#platform/http/security.ts'
import { distFolder } from '#platform/project-root.ts'
import type { Settings } from './settings.ts'
import { everyEndpoint, type EveryEndpointName } from '#routes/office.ts'
import { inLanguage, languages, pages as sitePages } from '#routes/public.ts'
import { everyEvent } from '#insight/webhooks/events.ts'
import { contract } from './product-api.ts'

/** The dependencies of the HTTP server and of its routes. */
export interface ServerParts {
  db: WholeDatabase
  context: Context
  settings: Settings
  metrics: Metrics | null
  cache: ByteCache
  callers: Callers
  /** The security headers of every response. */
  headers: Record<string, string>
}

/**
 * Opens the server without routes. Its connection guard serves cached pages, static files and pictures from memory, and
 * passes all other requests on to Fastify.
 */
export async function openHttpServer({ db, context, settings, metrics, cache, callers, headers }: ServerParts) {
  const { isLimited, installation, timeLimits } = context
  const dataHeaders = { ...headers, 'content-security-policy': dataCsp }
  const assets = createAssetServer(
    [
      { folder: distFolder + 'client/assets', prefix: '/assets/', isImmutable: true },
      { folder: distFolder + 'office/assets', prefix: '/assets/', isImmutable: true },
      { folder: distFolder + 'pictures', prefix: picturesPrefix, isImmutable: true },
      { folder: distFolder + 'icons', prefix: '/', isImmutable: false },
    ],
    dataHeaders,
  )
  const pictures = createPictureServer(db, dataHeaders)
  const tracer = createTracer(settings, {
    version: installation.version,
    onDropped: (count) => metrics?.countDroppedSpans(count),
    onError: (error) => app.log.warn({ err: error }, 'spans cannot be exported'),
  })
  const setRoute =
    metrics || tracer
      ? (request: IncomingMessage, route: string) => {
          metrics?.setRoute(request, route)
          tracer?.setRoute(request, route)
        }
      : null
  const connectionGuard = createConnectionGuard({
    callers,
    headers,
    serveFromMemory(request, response) {
      let route: string | null = null
      if (cache.serve(request, response)) route = 'cached page'
      else if (assets.serve(request, response)) route = 'asset'
      else if (pictures.serve(request, response)) route = 'picture'
      if (route) setRoute?.(request, route)
      return route !== null
    },
    mayTakeLong: (request) => isMultipart(request) && uploadPaths.has(request.url!.split('?')[0]!),
    onError: (error) => app.log.error({ err: error }, 'the connection guard failed'),
    bounds: isLimited ? defaultBounds : noBounds,
    headersTimeoutMs: timeLimits?.headers,
    bodyTimeoutMs: timeLimits?.body,
    metrics,
    tracer,
  })
  const app: FastifyInstance = await createServer({
    headers,
    logLevel: settings.LOG_LEVEL,
    ...(tracer && { logFields: () => ({ traceId: getCurrentTraceId() }) }),
    version: installation.version,
    events: everyEvent,
    connectionGuard,
    queue: isLimited
      ? createFairQueue({
          slots: Infinity,
          slotsPerCaller: MAX_CONCURRENT_PER_CALLER,
          maxWaitingPerCaller: defaultBounds.connections,
          createError: overloaded,
          between: connectionGuard.waitForConnections,
        })
      : null,
    callerOf: ({ raw }) => getCallerKey(callers.addressOf(raw)),
  })
  if (setRoute)
    app.addHook('onRequest', async ({ raw, routeOptions: { url } }) => {
      // The page server sets the route of a page itself.
      if (url !== undefined && url !== PAGE_ROUTE) setRoute(raw, url)
    })
  if (tracer) app.addHook('preValidation', ({ raw }, _reply, done) => tracer.resume(raw, done))
  return { app, connectionGuard, pictures, tracer, setRoute }
}

const isMultipart = ({ headers }: IncomingMessage) => /^multipart\//i.test(headers['content-type'] ?? '')

/** The paths of the endpoints and the page that accept files. */
const uploadPaths = new Set<string>([
  ...Object.entries(contract as Contract).flatMap(([name, { files }]) =>
    files ? [everyEndpoint[name as EveryEndpointName][1]] : [],
  ),
  ...languages.map((language) => inLanguage(sitePages.enquiryStatus, language)),
])

/**
 * The maximum number of requests per caller that run at once, so that a caller with many requests does not delay
 * others.
 */
const MAX_CONCURRENT_PER_CALLER = 2

/** Returns null if no collector is set. */
function createTracer(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share, OTEL_SERVICE_NAME: serviceName }: Settings,
  options: Pick<ExporterOptions, 'version' | 'onDropped' | 'onError'>,
): Tracer | null {
  return endpoint === undefined ? null : openTracer(createExporter({ endpoint, serviceName, ...options }), share)
}
