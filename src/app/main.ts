import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildApp, prepareDatabase } from './app.ts'
import { systemClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/database.ts'
import { openSealer } from '#platform/files/seal.ts'
import { readDkimKey, InvalidDkimKeyError, type DkimKey } from '#platform/background/dkim.ts'
import { openMailer } from '#platform/background/mail.ts'
import { createAddressCheck } from '#platform/external/fetch.ts'
import { MigrationError } from '#platform/database/migrate.ts'
import {
  databaseLocation,
  resolvePublicUrl,
  readSettings,
  sealKeySource,
  dkimSettings,
  SettingsError,
  type Settings,
} from './settings.ts'
import { onlinePaymentMode } from './gateways.ts'
import { projectRoot } from '#platform/project-root.ts'
import { ExposedDemoError, prepareForSettings } from './demo/exposed-demo.ts'
import { addDemoActivity, createInternalSender } from './demo/activity.ts'
import { listDemoSignIns, readStaffPassword } from './demo/people.ts'

const seed = join(projectRoot, 'seed/')

/** Starts the server: settings, data folder, database, server. Each failure is one sentence that says how to fix it. */
async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const dataFolder = resolve(settings.DATA_DIR)
  ensureWritable(dataFolder)
  const database = await openDatabase(databaseLocation(settings)).catch((error: NodeJS.ErrnoException) => {
    // If a host name has several addresses and none answers, the error has no message.
    throw new StartError(
      `Cannot open the database: ${error.message || error.code}. Check ${settings.DATABASE_URL ? 'DATABASE_URL' : 'DATA_DIR'}.`,
    )
  })
  const { isDemo, isShown, isNew } = await prepareForSettings(settings, database.db, seed, (demo) =>
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
  // The activity of the demo company is entered with the clock set back.
  let clockShift = 0
  const context = {
    clock: () => systemClock() + clockShift,
    mailer,
    publicUrl,
    replyAddress: settings.MAIL_REPLY_TO,
    sealer: openSealer(sealKeySource(settings)),
    isAllowedAddress: createAddressCheck(settings.REACH_INSIDE),
    isLimited: settings.RATE_LIMIT === 'on',
    paidOnline: onlinePaymentMode(settings, isShown),
    isDemo: isShown,
  }
  const { app, connectionGuard } = await buildApp(database.db, context, settings, version)
  // Only without SEED: who asks for the demo company gets it without activity. A mail server would send its emails.
  if (isNew && settings.SEED === undefined && settings.SMTP_URL === undefined) {
    const now = systemClock()
    await addDemoActivity({
      send: createInternalSender(app),
      setTime: (time) => void (clockShift = time - now),
      now,
      password: readStaffPassword(seed),
    })
    clockShift = 0
  }
  await app.listen({ host: settings.HOST, port: settings.PORT }).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(describeListenError(error, settings))
  })
  stopOnSignals(async () => {
    await connectionGuard.drain(5_000)
    await app.close()
    mailer.close()
    await database.close()
  })
  printAddresses(app.server.address(), settings, isDemo, mailer.place)
}

class StartError extends Error {}

/** Reads the DKIM key at the start, so that an unusable key fails here and not with each email. */
function loadDkimKey(settings: Settings): DkimKey | undefined {
  const signing = dkimSettings(settings)
  if (!signing) return undefined
  try {
    return readDkimKey(signing.domain, signing.selector, signing.file)
  } catch (error) {
    throw error instanceof InvalidDkimKeyError ? new StartError(error.message) : error
  }
}

function ensureWritable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch {
    throw new StartError(
      `Cannot write to the data folder ${folder}: give this user write access, or set DATA_DIR to another folder.`,
    )
  }
}

function describeListenError({ code, message }: NodeJS.ErrnoException, { HOST, PORT }: Settings): string {
  if (code === 'EADDRINUSE')
    return `Port ${PORT} is in use: stop the other program, or choose another port with PORT=3001 npm start.`
  if (code === 'EACCES') return `This user may not use port ${PORT}: set PORT to a number above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${HOST} is not an address of this machine: change HOST.`
  return `Cannot listen on ${HOST}:${PORT}: ${message}`
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
  if (isDemo) for (const line of listDemoSignIns(seed)) console.log(`  ${line}`)
  console.log(`  Mail goes to ${mailDestination}`)
}

/** Finishes the running requests first. A second signal, or ten seconds, ends the process at once. */
function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false
  const onSignal = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => process.exit(1), 10_000).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

try {
  await main()
} catch (error) {
  const isKnown = [StartError, SettingsError, MigrationError, ExposedDemoError].some((kind) => error instanceof kind)
  console.error(isKnown ? (error as Error).message : error)
  process.exit(1)
}
