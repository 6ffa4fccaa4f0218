import { createGateways, listPaymentOrigins } from './gateways.ts'
import { registerFeedRoute } from '#front-desk/calendars/feed-http.ts'
import { readCompany } from '#content/company.ts'
import { serveNotices } from '#money/payments/notices.ts'
import type { Gateways } from '#money/payments/store.ts'
import { serveOneClick } from '#mail/one-click.ts'
import { readClientBuild } from '#platform/http/assets.ts'
import { trustProxies } from '#platform/http/caller.ts'
import { dayIn, type Clock } from '#platform/clock.ts'
import { trackContentVersion } from '#platform/database/content-version.ts'
import type { RequestContext } from '#platform/contract.ts'
import { isDomainName } from '#platform/host-name.ts'
import type { OpenDatabase, WholeDatabase } from '#platform/database/database.ts'
import { serveHealth } from '#platform/http/health.ts'
import { rejectUnknownCalls } from '#platform/http/server.ts'
import type { Context } from '#platform/context.ts'
import type { Metrics } from '#platform/metrics.ts'
import { serveStaticResponses } from '#platform/http/static-responses.ts'
import { migrate } from '#platform/database/migrate.ts'
import { serveOffice } from '#office/shell.ts'
import { ByteCache } from '#platform/http/page-cache.ts'
import { servePages } from '#platform/pages/page-server.ts'
import { registerBuiltPictures } from '#content/media/store.ts'
import { buildSecurityHeaders } from '#platform/http/security.ts'
import type { Settings } from './settings.ts'
import { distFolder, migrationsFolder, projectRoot } from '#platform/project-root.ts'
import { seedDemo } from './demo/demo.ts'
import { isPublic, listSiteFiles } from '#site/crawlers/files.ts'
import { everyEndpoint } from '#routes/office.ts'
import type { Language } from '#routes/public.ts'
import { createVisitCounter, type VisitCounter } from '#insight/visits/visit-counter.ts'
import { readCustomMessages } from '#mail/email-texts.ts'
import { listEditableKeys } from '#mail/wording.ts'
import { emailDefinitions } from '#office/email-definitions.ts'
import { setCustomMessages } from '#locales/both.ts'
import { createFailureLog, startBackgroundTasks } from './background-tasks.ts'
import { openHttpServer, type ServerParts } from './http-server.ts'
import { createProductApi, type contract } from './product-api.ts'

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
  const { clock, publicUrl } = context
  const cache = new ByteCache()
  const callers = trustProxies(settings.TRUST_PROXY)
  const parts = { db, context, settings, metrics, cache, callers, headers: buildSecurityHeaders(publicUrl) }
  const server = await openHttpServer(parts)
  const { app, connectionGuard, tracer } = server
  const logFailure = createFailureLog(app.log)
  const visitCounter = createVisitCounter({
    db,
    clock,
    publicUrl,
    onError: (error) => logFailure(error, 'page views cannot be stored'),
  })
  const stopContentWatch = await watchContent({ db, clock, cache, visitCounter, logFailure })
  const gateways = await createGateways(app, context, settings)
  const announceStop = await registerRoutes({ ...parts, ...server, gateways, visitCounter })
  const { stops, ...background } = startBackgroundTasks({
    db,
    context,
    gateways,
    mailFolder: settings.MAIL_IN,
    metrics,
    tracer,
    log: app.log,
  })
  app.addHook('preClose', async () => connectionGuard.endLiveStreams())
  app.addHook('onClose', async () => {
    for (const stop of [stopContentWatch, ...stops, () => visitCounter.stop(), () => tracer?.close()]) await stop()
  })
  await app.ready()
  return { app, connectionGuard, announceStop, visits: visitCounter, ...background }
}

interface WatchParts {
  db: WholeDatabase
  clock: Clock
  cache: ByteCache
  visitCounter: VisitCounter
  logFailure: (error: unknown, message: string) => void
}

/**
 * Keeps the cached pages and the texts of emails in step with the published content. Pages are cached per content
 * version and day. Returns a function that stops it.
 */
async function watchContent({ db, clock, cache, visitCounter, logFailure }: WatchParts): Promise<() => void> {
  let lastContent: { version: number; timeZone: string } | null = null
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
  const stopTracker = contentTracker.watch()
  return () => {
    stopTracker()
    clearInterval(dayTimer)
  }
}
const DAY_CHECK_INTERVAL_MS = 400

type RouteParts = ServerParts &
  Awaited<ReturnType<typeof openHttpServer>> & { gateways: Gateways; visitCounter: VisitCounter }

/** Registers the API, the files and the pages. Returns a function that announces the stop to the health check. */
async function registerRoutes(parts: RouteParts): Promise<() => void> {
  const { app, db, context, settings, cache, callers, headers, pictures, setRoute, gateways, visitCounter } = parts
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
  const announceStop = serveHealth(app, db, context.clock)
  serveOneClick(app, db, context)
  serveStaticResponses(app, { files: listSiteFiles(db, context), cache, headers })
  pictures.open(app)
  registerFeedRoute(app, {
    db,
    requestContextOf: ({ raw }) => createVisitorContext(context, 'en', callers.addressOf(raw)),
  })
  serveNotices(app, { db, context, gateways, addressOf: ({ raw }) => callers.addressOf(raw) })
  serveOffice(app, { db, folder: distFolder + 'office', headers })
  const pages = (await import(distFolder + 'server/entry-server.js')) as typeof import('#site/entry-server.tsx')
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
  return announceStop
}

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
