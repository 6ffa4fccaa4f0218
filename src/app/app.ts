import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { createJobHandlers, createScheduledTasks } from './scheduled-tasks.ts'
import { createGateways, listPaymentOrigins } from './gateways.ts'
import { accountsContract } from '#people/accounts/contract.ts'
import { createAccountsHandlers } from '#people/accounts/http.ts'
import { authenticateToken } from '#people/accounts/session-store.ts'
import { registerFeedRoute } from '#front-desk/calendars/feed-http.ts'
import { availabilityContract } from '#stays/availability/contract.ts'
import { cacheCheapestStays, type FindCheapestStays } from '#stays/availability/cheapest-stays.ts'
import { createAvailabilityHandlers } from '#stays/availability/http.ts'
import { bookingsContract } from '#stays/bookings/contract.ts'
import { expireHolds } from '#stays/bookings/hold.ts'
import { bookingsHandlers, validateBooking } from '#stays/bookings/http.ts'
import { onAddressConfirmed } from '#stays/bookings/verification.ts'
import { bookingsPersonalData } from '#stays/bookings/personal-data.ts'
import { contentContract } from '#content/contract.ts'
import { contentHandlers } from '#content/http.ts'
import { readCompany } from '#content/company.ts'
import { postsContract } from '#content/posts/contract.ts'
import { postsHandlers } from '#content/posts/http.ts'
import { enquiriesContract } from '#trade/enquiries/contract.ts'
import { createEnquiriesHandlers } from '#trade/enquiries/http.ts'
import { cacheSearchTexts, type ReadSearchTexts } from '#trade/enquiries/product-search.ts'
import { enquiriesPersonalData } from '#trade/enquiries/personal-data.ts'
import { ownEnquiriesContract } from '#trade/own-enquiries/contract.ts'
import { ownEnquiriesHandlers } from '#trade/own-enquiries/http.ts'
import { invoicesContract } from '#money/invoices/contract.ts'
import { invoicesHandlers } from '#money/invoices/http.ts'
import { invoicesPersonalData } from '#money/invoices/personal-data.ts'
import { paymentsContract } from '#money/payments/contract.ts'
import { createPaymentsHandlers } from '#money/payments/http.ts'
import { serveNotices } from '#money/payments/notices.ts'
import type { Gateways } from '#money/payments/store.ts'
import { ordersContract } from '#trade/orders/contract.ts'
import { ordersHandlers } from '#trade/orders/http.ts'
import { quotationsContract } from '#trade/quotations/contract.ts'
import { quotationsHandlers } from '#trade/quotations/http.ts'
import { quotationsPersonalData } from '#trade/quotations/personal-data.ts'
import { messagesContract } from '#mail/contract.ts'
import { messagesHandlers } from '#mail/http.ts'
import { serveOneClick } from '#mail/one-click.ts'
import { watchMailFolder } from '#trade/inbox/mail-folder.ts'
import { createApi, type ApiPart, type ServedApi } from '#platform/http/api.ts'
import { createAssetServer, readClientBuild } from '#platform/http/assets.ts'
import { getCallerKey, trustProxies } from '#platform/http/caller.ts'
import { dayIn, type Clock } from '#platform/clock.ts'
import { runEachMinute } from '#platform/background/daily.ts'
import { trackContentVersion } from '#platform/database/content-version.ts'
import type { RequestContext, Contract } from '#platform/contract.ts'
import { isDomainName } from '#platform/host-name.ts'
import type { Database, OpenDatabase, WholeDatabase } from '#platform/database/database.ts'
import { overloaded } from '#platform/errors.ts'
import { createConnectionGuard } from '#platform/http/guard/connection-guard.ts'
import { defaultBounds, noBounds } from '#platform/http/guard/connections.ts'
import { serveHealth } from '#platform/http/health.ts'
import { startCleanup } from '#platform/background/cleanup.ts'
import { createServer, rejectUnknownCalls } from '#platform/http/server.ts'
import { startWorker } from '#platform/background/jobs.ts'
import { createFairQueue } from '#platform/background/fair-queue.ts'
import type { Context } from '#platform/context.ts'
import type { Metrics } from '#platform/metrics.ts'
import { createExporter, type ExporterOptions } from '#platform/tracing/exporter.ts'
import { annotateSpan, failCurrentSpan, getCurrentTraceId } from '#platform/tracing/spans.ts'
import { openTracer, type Tracer } from '#platform/tracing/tracer.ts'
import { serveStaticResponses } from '#platform/http/static-responses.ts'
import { migrate } from '#platform/database/migrate.ts'
import { officeContract, listOfficeParts } from '#office/parts.ts'
import { serveOffice } from '#office/shell.ts'
import { openApiContract, openApiHandlers } from '#platform/http/openapi.ts'
import { ByteCache } from '#platform/http/page-cache.ts'
import { PAGE_ROUTE, servePages } from '#platform/pages/page-server.ts'
import { registerBuiltPictures, picturesPrefix } from '#content/media/store.ts'
import { createPictureServer } from '#content/media/picture-server.ts'
import { dataCsp, buildSecurityHeaders } from '#platform/http/security.ts'
import type { Settings } from './settings.ts'
import { logInfrastructureError } from '#platform/infrastructure-error.ts'
import { rebookingContract } from '#front-desk/rebooking/contract.ts'
import { rebookingHandlers } from '#front-desk/rebooking/http.ts'
import { roomsContract } from '#stays/rooms/contract.ts'
import { createRoomsHandlers } from '#stays/rooms/http.ts'
import { migrationsFolder, projectRoot } from '#platform/project-root.ts'
import { seedDemo } from './demo/demo.ts'
import { isPublic, listSiteFiles } from '#site/crawlers/files.ts'
import { everyEndpoint, type EveryEndpointName } from '#routes/office.ts'
import { inLanguage, languages, pages as sitePages, type Language } from '#routes/public.ts'
import { createVisitCounter } from '#insight/visits/visit-counter.ts'
import { everyEvent } from '#insight/webhooks/events.ts'
import { readCustomMessages } from '#mail/email-texts.ts'
import { listEditableKeys } from '#mail/wording.ts'
import { emailDefinitions } from '#office/email-definitions.ts'
import { setCustomMessages } from '#locales/both.ts'

const distFolder = projectRoot + 'dist/'

/**
 * Prepares a database for this code: schema, built pictures and, if requested, the demo company. Returns whether the
 * demo company was added.
 */
export async function prepareDatabase(
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
  clock: Clock,
  isDemo: boolean,
): Promise<boolean> {
  await migrate(db, engine, migrationsFolder)
  await registerBuiltPictures(db, distFolder + 'pictures.json')
  return isDemo && seedDemo(db, clock, projectRoot + 'seed/')
}

/** The contract and the handlers of each slice, followed by the description of the API. */
const listSlices = (
  describeApi: () => object,
  gateways: Gateways,
  findCheapestStays: FindCheapestStays,
  readSearchTexts: ReadSearchTexts,
): ApiPart[] => [
  { contract: contentContract, handlers: contentHandlers },
  { contract: postsContract, handlers: postsHandlers },
  { contract: roomsContract, handlers: createRoomsHandlers(findCheapestStays) },
  { contract: messagesContract, handlers: messagesHandlers },
  { contract: availabilityContract, handlers: createAvailabilityHandlers(endExpiredHolds, findCheapestStays) },
  { contract: accountsContract, handlers: createAccountsHandlers(personalData, onAddressConfirmed, validateBooking) },
  { contract: bookingsContract, handlers: bookingsHandlers },
  { contract: paymentsContract, handlers: createPaymentsHandlers(gateways) },
  { contract: invoicesContract, handlers: invoicesHandlers },
  { contract: rebookingContract, handlers: rebookingHandlers },
  { contract: enquiriesContract, handlers: createEnquiriesHandlers(readSearchTexts) },
  { contract: quotationsContract, handlers: quotationsHandlers },
  { contract: ordersContract, handlers: ordersHandlers },
  { contract: ownEnquiriesContract, handlers: ownEnquiriesHandlers },
  ...listOfficeParts(personalData, gateways),
  { contract: openApiContract, handlers: openApiHandlers(describeApi) },
]
const endExpiredHolds = (db: Database, { now, context }: RequestContext) => expireHolds(db, now, context)
const personalData = {
  bookings: bookingsPersonalData,
  enquiries: enquiriesPersonalData,
  quotations: quotationsPersonalData,
  invoices: invoicesPersonalData,
}

export const contract = {
  ...contentContract,
  ...postsContract,
  ...roomsContract,
  ...messagesContract,
  ...availabilityContract,
  ...accountsContract,
  ...bookingsContract,
  ...paymentsContract,
  ...invoicesContract,
  ...rebookingContract,
  ...enquiriesContract,
  ...quotationsContract,
  ...ordersContract,
  ...ownEnquiriesContract,
  ...officeContract,
  ...openApiContract,
}
contract satisfies Record<EveryEndpointName, unknown> & Contract

interface ApiParts {
  db: WholeDatabase
  context: Context
  gateways: Gateways
  describeApi: () => object
  /** Changes whenever published content changes. Caches of the API are valid for one key. */
  contentKey: () => string | number
  addressOf: (request: IncomingMessage) => string
}

/** Creates the API of all slices. It needs no server, so that a simulation can call it directly. */
export const createProductApi = ({ db, context, gateways, describeApi, contentKey, addressOf }: ApiParts): ServedApi =>
  createApi(listSlices(describeApi, gateways, cacheCheapestStays(contentKey), cacheSearchTexts(contentKey)), {
    db,
    context,
    endpoints: everyEndpoint,
    addressOf,
    identify: (token, now, language) => authenticateToken(db, now, token, language, context.isDemo),
  })

const isMultipart = ({ headers }: IncomingMessage) => /^multipart\//i.test(headers['content-type'] ?? '')

/** The paths of the endpoints and the page that accept files. */
const uploadPaths = new Set<string>([
  ...Object.entries(contract as Contract).flatMap(([name, { files }]) =>
    files ? [everyEndpoint[name as EveryEndpointName][1]] : [],
  ),
  ...languages.map((language) => inLanguage(sitePages.enquiryStatus, language)),
])

/**
 * Builds the server. A request is tried against the caches and static files first, then the API, then the page
 * renderer.
 */
export async function buildApp(
  db: WholeDatabase,
  context: Context,
  settings: Settings,
  metrics: Metrics | null = null,
) {
  const { clock, publicUrl, isLimited } = context
  const pages = (await import(distFolder + 'server/entry-server.js')) as typeof import('#site/entry-server.tsx')
  const headers = buildSecurityHeaders(publicUrl)
  const cache = new ByteCache()
  const assets = createAssetServer(
    [
      { folder: distFolder + 'client/assets', prefix: '/assets/', isImmutable: true },
      { folder: distFolder + 'office/assets', prefix: '/assets/', isImmutable: true },
      { folder: distFolder + 'pictures', prefix: picturesPrefix, isImmutable: true },
      { folder: distFolder + 'icons', prefix: '/', isImmutable: false },
    ],
    { ...headers, 'content-security-policy': dataCsp },
  )
  const pictures = createPictureServer(db, { ...headers, 'content-security-policy': dataCsp })
  const callers = trustProxies(settings.TRUST_PROXY)
  const tracer = createTracer(settings, {
    version: context.installation.version,
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
    headersTimeoutMs: context.timeLimits?.headers,
    bodyTimeoutMs: context.timeLimits?.body,
    metrics,
    tracer,
  })
  const app: FastifyInstance = await createServer({
    headers,
    logLevel: settings.LOG_LEVEL,
    ...(tracer && { logFields: () => ({ traceId: getCurrentTraceId() }) }),
    version: context.installation.version,
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
  const logFailure = (error: unknown, message: string) =>
    logInfrastructureError(app.log, error) || app.log.error({ err: error }, message)
  const visitCounter = createVisitCounter({
    db,
    clock,
    publicUrl,
    onError: (error) => logFailure(error, 'page views cannot be stored'),
  })
  let lastContent: { version: number; timeZone: string } | null = null
  /** Pages are cached per content version and day. */
  const updateCacheVersion = () => cache.setVersion(`${lastContent!.version} ${dayIn(lastContent!.timeZone, clock())}`)
  const contentTracker = trackContentVersion(
    db,
    async (latest) => {
      if (latest !== lastContent?.version) {
        setCustomMessages(await readCustomMessages(db, listEditableKeys(emailDefinitions)))
        lastContent = { version: latest, timeZone: (await readCompany(db)).timeZone }
        visitCounter.setTimeZone(lastContent.timeZone)
      }
      updateCacheVersion()
    },
    (error) => logFailure(error, 'the content version cannot be read'),
  )
  await contentTracker.refresh()
  const dayTimer = setInterval(updateCacheVersion, DAY_CHECK_INTERVAL_MS).unref()

  const gateways = await createGateways(app, context, settings)
  const api = createProductApi({
    db,
    context,
    gateways,
    describeApi: () => app.swagger(),
    contentKey: () => cache.version,
    addressOf: callers.addressOf,
  })
  api.serve(app)
  rejectUnknownCalls(app, everyEndpoint)
  const announceStop = serveHealth(app, db, clock)
  serveOneClick(app, db, context)
  serveStaticResponses(app, { files: listSiteFiles(db, context), cache, headers })
  pictures.open(app)
  registerFeedRoute(app, {
    db,
    requestContextOf: ({ raw }) => createVisitorContext(context, 'en', callers.addressOf(raw)),
  })
  serveNotices(app, { db, context, gateways, addressOf: ({ raw }) => callers.addressOf(raw) })
  serveOffice(app, { db, folder: distFolder + 'office', headers })
  servePages(app, {
    ...pages,
    apiFor: (language, request) =>
      api.client<typeof contract>(createVisitorContext(context, language, request && callers.addressOf(request.raw))),
    fileReceiver: api.fileReceiver,
    cache,
    client: readClientBuild(distFolder + 'client'),
    headers,
    firstFonts,
    onPageFound: ({ raw }, path) => path && setRoute?.(raw, path),
    createSentListener: (entry, route) => (isPublic(entry) ? visitCounter.listenerFor(entry, route) : null),
    formOrigins: listPaymentOrigins(context, settings),
    frameOrigins: async ({ getGlobalData }) => findMapOrigins((await getGlobalData({})).map.embedUrl),
  })

  const onJobError = (error: unknown, job: string) => {
    // Logged as a job failure. A mail server that is down is not an outage of this app.
    failCurrentSpan(error)
    if (job === 'worker') logFailure(error, 'jobs cannot be read')
    else app.log.error({ err: error, job }, 'job failed')
  }
  const worker = startWorker(db, clock, createJobHandlers(context, gateways), onJobError, {
    onResult(kind, result) {
      metrics?.countJob(kind, result)
      annotateSpan({ 'selvage.job.result': result })
    },
    ...(tracer && { traceJob: tracer.traceJob }),
  })
  const {
    purge: purgeJobs,
    runDailyTasks,
    runMinutelyTasks,
    sendAutomaticEmails,
    refreshFigures,
  } = createScheduledTasks(db, context)
  if (settings.MAIL_IN !== undefined) {
    const stopTask = watchMailFolder(db, context, settings.MAIL_IN, (error) => logFailure(error, 'mail cannot be read'))
    app.addHook('onClose', stopTask)
  }
  app.addHook('preClose', async () => connectionGuard.endLiveStreams())
  stopOnClose(app, [
    contentTracker.watch(),
    () => clearInterval(dayTimer),
    startCleanup(purgeJobs, (error) => logFailure(error, 'cleanup failed')),
    runEachMinute(runDailyTasks, (error) => logFailure(error, 'daily tasks failed')),
    runEachMinute(runMinutelyTasks, (error) => logFailure(error, 'minutely tasks failed')),
    runEachMinute(sendAutomaticEmails, (error) => logFailure(error, 'automatic emails cannot be created')),
    runEachMinute(refreshFigures, (error) => logFailure(error, 'daily figures cannot be computed')),
    () => worker.stop(),
    () => visitCounter.stop(),
    () => tracer?.close(),
  ])
  await app.ready()
  return { app, connectionGuard, announceStop, worker, runDailyTasks, sendAutomaticEmails, visits: visitCounter }
}

/** Returns null if no collector is set. */
function createTracer(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share, OTEL_SERVICE_NAME: serviceName }: Settings,
  options: Pick<ExporterOptions, 'version' | 'onDropped' | 'onError'>,
): Tracer | null {
  return endpoint === undefined ? null : openTracer(createExporter({ endpoint, serviceName, ...options }), share)
}

const DAY_CHECK_INTERVAL_MS = 400

/**
 * The maximum number of requests per caller that run at once, so that a caller with many requests does not delay
 * others.
 */
const MAX_CONCURRENT_PER_CALLER = 2

/** The fonts of the first visible lines, at most two per language. */
const firstFonts: Record<Language, string[]> = {
  en: ['src/ui/fonts/fraunces-600.woff2', 'src/ui/fonts/hind-siliguri-400.woff2'],
  bn: ['src/ui/fonts/hind-siliguri-bangla-400.woff2'],
}

/**
 * The map's origin for the Content-Security-Policy of pages. Addresses stored before hosts were validated yield none.
 */
function findMapOrigins(address: string): string[] {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && isDomainName(url.hostname) ? [url.origin] : []
}

const createVisitorContext = (context: Context, language: Language, address?: string): RequestContext => ({
  account: null,
  language,
  address: address ?? null,
  userAgent: '',
  token: null,
  idempotencyKey: null,
  now: context.clock(),
  visit: {},
  context,
})

/** Runs the stop functions one after the other when the server closes. */
function stopOnClose(app: FastifyInstance, stops: readonly (() => void | Promise<void>)[]): void {
  app.addHook('onClose', async () => {
    for (const stopTask of stops) await stopTask()
  })
}
