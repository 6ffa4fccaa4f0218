import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { accountsContract } from './accounts/contract.ts'
import { accountsHandlers } from './accounts/http.ts'
import { accountsJudges } from './accounts/judges.ts'
import { passwordJobs } from './accounts/password-change.ts'
import { accountOfToken, forgetEndedSessions } from './accounts/session-store.ts'
import { forgetEndedLinks } from './accounts/signed-link.ts'
import { bookingsContract } from './bookings/contract.ts'
import { holdJobs } from './bookings/hold.ts'
import { bookingsHandlers, bookingsJudges } from './bookings/http.ts'
import { bookingsOfPerson } from './bookings/person.ts'
import { readCompany } from './content/company.ts'
import { contentContract } from './content/contract.ts'
import { contentHandlers } from './content/http.ts'
import { postJobs } from './content/post.ts'
import { forgetSpentCaptchas } from './enquiries/captcha.ts'
import { enquiriesContract } from './enquiries/contract.ts'
import { enquiriesHandlers, enquiriesJudges } from './enquiries/http.ts'
import { enquiriesOfPerson } from './enquiries/person.ts'
import { forgetSentLetters, mailJobs } from './messages/outbox.ts'
import { makeApi } from './platform/api.ts'
import { assetFiles, readClientBuild } from './platform/assets.ts'
import type { Clock } from './platform/clock.ts'
import { contentVersion } from './platform/content-version.ts'
import type { Asker, Contract } from './platform/contract.ts'
import type { Database, OpenDatabase } from './platform/database.ts'
import { serveHealth } from './platform/health.ts'
import { forgetOldRows, keepHouse } from './platform/housekeeping.ts'
import { makeServer, serveApiEdges } from './platform/http.ts'
import { startWorker, type Worker } from './platform/jobs.ts'
import type { Letterbox } from './platform/mail.ts'
import { serveMadeFiles } from './platform/made-files.ts'
import { migrate } from './platform/migrate.ts'
import { openApiContract, openApiHandlers } from './platform/openapi.ts'
import { PageCache } from './platform/page-cache.ts'
import { servePages } from './platform/page-server.ts'
import { knowBuiltPictures, picturesPrefix } from './platform/picture-store.ts'
import { countCall, type CountCall } from './platform/rate-limit.ts'
import { dataPolicy, safetyHeaders } from './platform/security.ts'
import type { Settings } from './platform/settings.ts'
import { noteTrouble } from './platform/trouble.ts'
import { freeTries, slowedTries, type Tries } from './platform/tries.ts'
import { roomsContract } from './rooms/contract.ts'
import { roomsHandlers } from './rooms/http.ts'
import { seedDemo } from './seed.ts'
import { siteFiles } from './site/files.ts'
import type { EndpointName, Language } from './urls.ts'

export interface House {
  db: Database
  clock: Clock
  letterbox: Letterbox
  settings: Settings
  publicUrl: string
  version: string
}

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = root + 'dist/'

/** Brings a database to where this code can use it: tables, the pictures of the build, and, if wanted, the demo company. */
export async function prepareDatabase({ db, engine }: OpenDatabase, clock: Clock, demo: boolean): Promise<void> {
  await migrate(db, engine, root + 'migrations')
  await knowBuiltPictures(db, dist + 'pictures.json')
  if (demo) await seedDemo(db, clock, root + 'seed/')
}

/** The slices, in the order in which they lean on one another; and the API's description of itself. */
const slices = (house: House & { tries: Tries; countCall: CountCall }, describe: () => object) => [
  { contract: contentContract, handlers: contentHandlers(house) },
  { contract: roomsContract, handlers: roomsHandlers(house) },
  { contract: accountsContract, handlers: accountsHandlers({ ...house, keepers }), judges: accountsJudges(house) },
  { contract: bookingsContract, handlers: bookingsHandlers(house), judges: bookingsJudges(house) },
  { contract: enquiriesContract, handlers: enquiriesHandlers(house), judges: enquiriesJudges(house) },
  { contract: openApiContract, handlers: openApiHandlers(describe) },
]
const keepers = { bookings: bookingsOfPerson, enquiries: enquiriesOfPerson }
const contract = {
  ...contentContract,
  ...roomsContract,
  ...accountsContract,
  ...bookingsContract,
  ...enquiriesContract,
  ...openApiContract,
}
contract satisfies Record<EndpointName, unknown> & Contract

/** A request's life, from top to bottom: kept bytes, then the API, then a page made for it. */
export async function buildApp(house: House) {
  const { db, clock, settings, publicUrl } = house
  const pages = (await import(dist + 'server/entry-server.js')) as typeof import('./site/entry-server.tsx')
  const headers = safetyHeaders(publicUrl)
  const cache = new PageCache()
  const assets = assetFiles(
    [
      { folder: dist + 'client/assets', prefix: '/assets/', immutable: true },
      { folder: dist + 'pictures', prefix: picturesPrefix, immutable: true },
      { folder: dist + 'icons', prefix: '/', immutable: false },
    ],
    { ...headers, 'content-security-policy': dataPolicy },
  )
  const app = await makeServer({
    headers,
    trustProxy: settings.TRUST_PROXY ?? false,
    logLevel: settings.LOG_LEVEL,
    version: house.version,
    front: (request, response) => cache.serve(request, response) || assets.serve(request, response),
  })
  const note = (error: unknown, what: string) => noteTrouble(app.log, error) || app.log.error({ err: error }, what)
  const content = contentVersion(db, (version) => cache.moveTo(version), (error) => note(error, 'content version unknown'))
  await content.refresh()

  const tries = settings.RATE_LIMIT === 'on' ? slowedTries(db, clock) : freeTries
  const counting: CountCall = async (limit, address) => {
    if (settings.RATE_LIMIT === 'on' && address !== null) await countCall(db, clock, limit, address)
  }
  const api = makeApi(slices({ ...house, tries, countCall: counting }, () => app.swagger()), {
    identify: (token) => accountOfToken(db, clock, token),
    countCall: counting,
  })
  api.serve(app)
  serveApiEdges(app)
  serveHealth(app, db, clock)
  serveMadeFiles(app, { files: siteFiles(house), cache, headers })
  servePages(app, {
    ...pages,
    apiFor: (language, request) => api.client<typeof contract>(visitor(language, request)),
    cache,
    client: readClientBuild(dist + 'client'),
    headers,
    firstFonts,
    frameOrigins: async () => originsOf((await readCompany(db)).mapEmbedUrl),
  })

  const jobs = { ...postJobs, ...mailJobs(house.letterbox, clock), ...passwordJobs(house), ...holdJobs(clock) }
  const worker = startWorker(db, clock, jobs, (error, job) => {
    // A mail server that is away is no trouble of ours, and is told of by each letter.
    if (job === 'worker') note(error, 'jobs cannot be looked at')
    else app.log.error({ err: error, job }, 'job failed')
  })
  const forget = [
    () => forgetOldRows(db, clock),
    () => forgetEndedSessions(db, clock()),
    () => forgetEndedLinks(db, clock()),
    () => forgetSentLetters(db, clock()),
    () => bookingsOfPerson.forgetClosed(db, clock()),
    () => forgetSpentCaptchas(db, clock()),
  ]
  stopWithServer(app, content.watch(), keepHouse(forget, (error) => note(error, 'housekeeping failed')), worker)
  await app.ready()
  return { app, content, worker }
}

/** At most two a language: what the first lines are set in. */
const firstFonts: Record<Language, string[]> = {
  en: ['src/ui/fonts/fraunces-600.woff2', 'src/ui/fonts/hind-siliguri-400.woff2'],
  bn: ['src/ui/fonts/hind-siliguri-bangla-400.woff2'],
}

const originsOf = (url: string) => (URL.canParse(url) ? [new URL(url).origin] : [])

const visitor = (language: Language, request?: FastifyRequest): Asker => ({
  account: null,
  language,
  address: request?.ip ?? null,
  userAgent: '',
  token: null,
  idempotencyKey: null,
})

function stopWithServer(app: FastifyInstance, stopWatching: () => void, stopTidying: () => void, worker: Worker): void {
  app.addHook('onClose', async () => {
    stopWatching()
    stopTidying()
    await worker.stop()
  })
}
