import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp, prepareDatabase } from './app.ts'
import { systemClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/database.ts'
import { openSealer } from '#platform/files/seal.ts'
import { readDkimKey, InvalidDkimKeyError, type DkimKey } from '#platform/mail/dkim.ts'
import { openMailer } from '#platform/mail/mailer.ts'
import { createAddressCheck } from '#platform/external/fetch.ts'
import { readCertificate } from '#platform/external/certificate.ts'
import { MigrationError } from '#platform/database/migrate.ts'
import { getDatabaseLocation, resolvePublicUrl, getSealKeySource, getDkimSettings, type Settings } from './settings.ts'
import { prepareDataFolder } from './data-folder.ts'
import { openMetrics } from './metrics.ts'
import { getOnlinePaymentMode } from './gateways.ts'
import { projectRoot } from '#platform/project-root.ts'
import { ExposedDemoError, prepareForSettings } from './demo/exposed-demo.ts'
import { seedHistory } from './demo/history/history.ts'
import { listDemoSignIns } from './demo/people.ts'

const seedFolder = join(projectRoot, 'seed/')

/**
 * Starts the server: data folder, database, port. A failure ends the process. For known failures, prints one sentence
 * that says how to fix it. `workerNumber` is the number of this process, from 1, if several processes share the port.
 */
export async function startServer(settings: Settings, workerNumber?: number): Promise<void> {
  try {
    await start(settings, workerNumber)
  } catch (error) {
    const isExpectedError = [StartError, MigrationError, ExposedDemoError].some((kind) => error instanceof kind)
    console.error(isExpectedError ? (error as Error).message : error)
    process.exit(1)
  }
}

async function start(settings: Settings, workerNumber?: number): Promise<void> {
  const dataFolder = resolve(settings.DATA_DIR)
  const folderError = prepareDataFolder(dataFolder)
  if (folderError) throw new StartError(folderError)
  const database = await openDatabase({
    ...getDatabaseLocation(settings),
    isTraced: settings.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
  }).catch((error: NodeJS.ErrnoException) => {
    // If a host name has several addresses and none answers, the error has no message.
    throw new StartError(
      `Cannot open the database: ${error.message || error.code}. Check ${settings.DATABASE_URL ? 'DATABASE_URL' : 'DATA_DIR'}.`,
    )
  })
  const { isDemo, isShown, isNew } = await prepareForSettings(settings, database.db, seedFolder, (demo) =>
    prepareDatabase(database, systemClock, demo),
  )

  const mailer = openMailer({
    smtpUrl: settings.SMTP_URL,
    folder: join(dataFolder, 'mail'),
    from: settings.MAIL_FROM,
    dkim: loadDkimKey(settings),
  })
  const publicUrl = resolvePublicUrl(settings)
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }
  const context = {
    clock: systemClock,
    mailer,
    publicUrl,
    replyAddress: settings.MAIL_REPLY_TO,
    sealer: openSealer(getSealKeySource(settings)),
    isAllowedAddress: createAddressCheck(settings.REACH_INSIDE),
    isLimited: settings.RATE_LIMIT === 'on',
    onlinePayments: getOnlinePaymentMode(settings, isShown),
    isDemo: isShown,
    installation: {
      version,
      startedAt: systemClock(),
      dataFolder,
      hasMailServer: settings.SMTP_URL !== undefined,
      readCertificate: () => readCertificate(publicUrl),
    },
  }
  // Before the worker of buildApp starts, because no email of the history may be sent.
  if (isNew && settings.SEED !== 'company') await seedHistory(database.db, context, seedFolder)
  const metrics = settings.METRICS_PORT === undefined ? null : await openMetrics(database, systemClock, version)
  const { app, connectionGuard, announceStop } = await buildApp(database.db, context, settings, metrics)
  // Each process has its own metrics, and therefore its own port for them.
  const metricsPort = settings.METRICS_PORT && settings.METRICS_PORT + (workerNumber ?? 1) - 1
  const metricsAddress = await metrics
    ?.listen(settings.METRICS_HOST, metricsPort!)
    .catch((error: NodeJS.ErrnoException) => {
      throw new StartError(describeListenError(error, 'METRICS_', settings.METRICS_HOST, metricsPort!))
    })
  await app.listen({ host: settings.HOST, port: settings.PORT }).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(describeListenError(error, '', settings.HOST, settings.PORT))
  })
  // On Ctrl-C, a terminal sends SIGINT to the workers too. They stop when the main process sends SIGTERM.
  if (workerNumber) process.on('SIGINT', () => {})
  stopOnSignals(workerNumber ? ['SIGTERM'] : ['SIGINT', 'SIGTERM'], settings.STOP_DELAY * 1_000, async () => {
    announceStop()
    // Without the delay, a load balancer would still send requests to a port that is already closed.
    await sleep(settings.STOP_DELAY * 1_000)
    await connectionGuard.drain(5_000)
    await app.close()
    mailer.close()
    metrics?.close()
    await database.close()
  })
  if (workerNumber === undefined || workerNumber === 1)
    printAddresses(app.server.address(), settings, isDemo, mailer.place)
  if (metricsAddress) console.log(`  Metrics are at ${metricsAddress}`)
}

class StartError extends Error {}

/** Reads the DKIM key at the start, so that an unusable key fails here and not with each email. */
function loadDkimKey(settings: Settings): DkimKey | undefined {
  const dkimSettings = getDkimSettings(settings)
  if (!dkimSettings) return undefined
  try {
    return readDkimKey(dkimSettings.domain, dkimSettings.selector, dkimSettings.file)
  } catch (error) {
    throw error instanceof InvalidDkimKeyError ? new StartError(error.message) : error
  }
}

/** `prefix` is the prefix of the settings HOST and PORT. */
function describeListenError(
  { code, message }: NodeJS.ErrnoException,
  prefix: '' | 'METRICS_',
  host: string,
  port: number,
): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: stop the other program, or choose another port with ${prefix}PORT=${port + 1} npm start.`
  if (code === 'EACCES') return `This user may not use port ${port}: set ${prefix}PORT to a number above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is not an address of this machine: change ${prefix}HOST.`
  return `Cannot listen on ${host}:${port}: ${message}`
}

function printAddresses(
  address: ReturnType<import('node:net').Server['address']>,
  settings: Settings,
  isDemo: boolean,
  mailDestination: string,
): void {
  const port = typeof address === 'object' && address ? address.port : settings.PORT
  const host = settings.HOST === '127.0.0.1' || settings.HOST === '0.0.0.0' ? 'localhost' : settings.HOST
  console.log(`Selvage is running at http://${host}:${port}`)
  if (isDemo) for (const line of listDemoSignIns(seedFolder)) console.log(`  ${line}`)
  console.log(`  Mail goes to ${mailDestination}`)
}

/** Finishes the running requests first. A second signal, or ten seconds after the delay, ends the process at once. */
function stopOnSignals(signals: readonly NodeJS.Signals[], delayMs: number, stop: () => Promise<void>): void {
  let isStopping = false
  const onSignal = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => process.exit(1), delayMs + 10_000).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of signals) process.on(signal, onSignal)
}
