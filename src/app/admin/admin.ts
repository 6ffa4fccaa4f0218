// The commands for the administrator: npm run admin -- <command>
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '#platform/clock.ts'
import { openDatabase, type DatabaseLocation } from '#platform/database/database.ts'
import { checkMigrations, listPendingMigrations, migrate, MigrationError } from '#platform/database/migrate.ts'
import { looksLikeEmail } from '#platform/http/contact-details.ts'
import { findInfrastructureCause } from '#platform/infrastructure-error.ts'
import { migrationsFolder } from '#platform/project-root.ts'
import { createOwnerLink } from '#people/staff/owner.ts'
import { prepareDatabase } from '../app.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { getDatabaseLocation, readSettings, resolvePublicUrl, SettingsError } from '../settings.ts'
import { AdminError } from './admin-error.ts'
import type { Manifest } from './archive.ts'
import { backUp } from './backup.ts'
import { runDoctor } from './doctor.ts'
import { move } from './move.ts'
import { restore } from './restore.ts'
import { DAY_MS } from '#platform/durations.ts'

const helpText = `Commands for the administrator of a site:

  npm run admin -- doctor           Checks the stored data and lists what is inconsistent.
  npm run admin -- backup <file>    Writes a backup of the database with all stored files. The site can be in use.
  npm run admin -- restore <file>   Restores a backup into an empty database, then checks the data.
  npm run admin -- move             Copies the embedded database to the empty PostgreSQL database of DATABASE_URL.
  npm run admin -- migrate          Applies the migrations of this version without starting the site.
  npm run admin -- owner <email>    Prints a link that creates an owner, or resets the account of one.
  npm run admin -- <command> --help

The commands use the database of the settings, as "npm start" does: DATABASE_URL, or the file in DATA_DIR.
They exit with 0 if everything is done, with 1 and one sentence if nothing was done, and with 2 if the data was written
but the check after it failed or found something. docs/operations.md describes them.`

/** Records of older backups are deleted when a new backup is recorded. */
const BACKUP_RETENTION_MS = 90 * DAY_MS

interface Arguments {
  /** The file or the email address. */
  operand: string
  force: boolean
  'dry-run': boolean
}

interface Command {
  help: string
  takes?: 'file' | 'email address'
  option?: 'force' | 'dry-run'
  run: (args: Arguments) => Promise<void>
}

const commands: Record<string, Command> = {
  doctor: {
    help: `npm run admin -- doctor

Checks the stored data and lists what is inconsistent. It changes nothing, and the site can be in use.
Exits with 1 if it finds anything.`,
    run: runDoctorCommand,
  },
  backup: {
    help: `npm run admin -- backup <file> [--force]

Writes one file with all tables and stored files, as they are at one moment. The site can be in use.
BACKUP_KEY encrypts the file: 64 digits from "openssl rand -hex 32". Keep the key apart from the backup.

  --force    Replaces an existing file.`,
    takes: 'file',
    option: 'force',
    run: writeBackup,
  },
  restore: {
    help: `npm run admin -- restore <file> [--force]

Restores a backup into an empty database: that of DATABASE_URL, or the file in DATA_DIR. Stop the site first.
It checks the whole backup before it writes, writes everything or nothing, and applies newer migrations.
Then it checks the data like "doctor", and exits with 2 if it finds anything. BACKUP_KEY is the key of the backup.

  --force    Replaces a database that has data.`,
    takes: 'file',
    option: 'force',
    run: restoreBackup,
  },
  move: {
    help: `npm run admin -- move

Copies the embedded database in DATA_DIR to the empty PostgreSQL database of DATABASE_URL. Stop the site first.
It writes everything or nothing, compares the rows of each table, and prints their numbers and checksums. Then it
checks the data like "doctor", and exits with 2 if it finds anything. The embedded database stays as it is.`,
    run: moveToPostgres,
  },
  migrate: {
    help: `npm run admin -- migrate [--dry-run]

Applies the migrations of this version that the database does not have yet, as "npm start" does.
Processes of the version before keep serving.

  --dry-run  Only lists the migrations, and checks that the applied ones are those of this version.`,
    option: 'dry-run',
    run: migrateDatabase,
  },
  owner: {
    help: `npm run admin -- owner <email>

Prints a link that can be used once. It creates an owner with this email address. If the owner exists, it removes the
password and the second factors, and the owner chooses new ones.`,
    takes: 'email address',
    run: printOwnerLink,
  },
}

/** Returns the location of the database. Fails if the embedded one does not exist, because opening would create it. */
function locateDatabase(): DatabaseLocation {
  const location = getDatabaseLocation(readSettings(process.env))
  if (!location.url && !existsSync(location.file)) throw new AdminError(`There is no database file ${location.file}.`)
  return location
}

async function runDoctorCommand(): Promise<void> {
  const location = locateDatabase()
  if (!(await diagnose(location))) process.exitCode = 1
}

/** Prints the result of the doctor. Returns whether there are no violations. */
async function diagnose(location: DatabaseLocation): Promise<boolean> {
  const database = await openDatabase({ ...location, statementsLastMs: 600_000 })
  try {
    await checkMigrations(database.db, migrationsFolder)
    return await runDoctor(database.db, (line) => console.log(line))
  } finally {
    await database.close()
  }
}

async function writeBackup({ operand, force }: Arguments): Promise<void> {
  const settings = readSettings(process.env)
  const target = { file: resolve(operand), key: settings.BACKUP_KEY, force }
  const source = getDatabaseLocation(settings)
  const takenAt = systemClock()
  const manifest = await backUp({ from: source, to: target, takenAt, migrationsFolder, signal: catchInterruption() })
  const sizeBytes = statSync(target.file).size
  console.log(`Wrote ${describe(manifest)} to ${target.file} (${formatMb(sizeBytes)}).`)
  console.log(settings.BACKUP_KEY ? 'It is encrypted with BACKUP_KEY.' : 'It is not encrypted: BACKUP_KEY is not set.')
  await recordBackup(source, { taken_at: takenAt, bytes: sizeBytes, encrypted: settings.BACKUP_KEY ? 1 : 0 })
}

/** Shows the backup on the status page of the office. A database that cannot be written, such as a standby, is no failure. */
async function recordBackup(
  location: DatabaseLocation,
  record: { taken_at: number; bytes: number; encrypted: number },
): Promise<void> {
  try {
    const database = await openDatabase(location)
    try {
      await database.db
        .deleteFrom('backup')
        .where('taken_at', '<', record.taken_at - BACKUP_RETENTION_MS)
        .execute()
      await database.db.insertInto('backup').values(record).execute()
    } finally {
      await database.close()
    }
  } catch (error) {
    console.log(`The status page of the office does not show this backup: ${(error as Error).message}`)
  }
}

async function restoreBackup({ operand, force }: Arguments): Promise<void> {
  const settings = readSettings(process.env)
  const target = getDatabaseLocation(settings)
  const options = { file: resolve(operand), key: settings.BACKUP_KEY, to: target, force, migrationsFolder }
  const { manifest, applied: appliedMigrations } = await restore({ ...options, signal: catchInterruption() })
  console.log(`Restored ${describe(manifest)} as of ${manifest.takenAt}.`)
  await finishWrite(target, appliedMigrations)
  console.log(
    `Not part of a backup: ${target.url ? 'SEAL_KEY' : `SEAL_KEY, or the file seal.key in DATA_DIR`}. Without the earlier one, encrypted data cannot be read.`,
  )
}

async function moveToPostgres(): Promise<void> {
  const settings = readSettings(process.env)
  const targetLocation = getDatabaseLocation(settings)
  if (!targetLocation.url) throw new AdminError('Set DATABASE_URL to an empty PostgreSQL database.')
  const { sums, applied: appliedMigrations } = await move({
    from: targetLocation.file,
    to: targetLocation.url,
    migrationsFolder,
    signal: catchInterruption(),
  })
  const width = Math.max(...[...sums.keys()].map((name) => name.length))
  for (const [name, { rows, checksum }] of sums)
    console.log(
      `${name.padEnd(width)} ${rows.toLocaleString('en').padStart(10)} rows, checksum ${checksum.slice(0, 16)}, equal`,
    )
  await finishWrite(targetLocation, appliedMigrations)
  const keyFile = resolve(settings.DATA_DIR, 'seal.key')
  if (!settings.SEAL_KEY && existsSync(keyFile))
    console.log(
      `Set SEAL_KEY to the content of ${keyFile} before you start the site. Without it, encrypted data cannot be read.`,
    )
}

async function migrateDatabase({ 'dry-run': isDryRun }: Arguments): Promise<void> {
  const location = locateDatabase()
  const database = await openDatabase(location)
  try {
    const pendingMigrations = await listPendingMigrations(database.db, migrationsFolder)
    if (pendingMigrations.length === 0) return console.log('The database is up to date.')
    if (isDryRun) return console.log(`To be applied:\n${pendingMigrations.map((name) => `  ${name}`).join('\n')}`)
    const appliedMigrations = await migrate(database.db, database.engine, migrationsFolder)
    console.log(`Applied the migrations ${appliedMigrations.join(', ')}.`)
  } finally {
    await database.close()
  }
}

async function printOwnerLink({ operand: email }: Arguments): Promise<void> {
  if (!looksLikeEmail(email)) throw new AdminError(`"${email}" is no email address.`)
  const settings = readSettings(process.env)
  const folderError = settings.DATABASE_URL === undefined && prepareDataFolder(resolve(settings.DATA_DIR))
  if (folderError) throw new AdminError(folderError)
  const database = await openDatabase(getDatabaseLocation(settings))
  try {
    await prepareDatabase(database, systemClock, false)
    const link = await createOwnerLink(database.db, systemClock(), resolvePublicUrl(settings), email)
    if (!link) throw new AdminError(`${email} belongs to a user who is not an owner: enter another address.`)
    const purpose = link.isNew
      ? 'create the owner account'
      : 'reset the owner account, which removes the old password and second factors'
    console.log(`Use this link once to ${purpose}, within ${link.validHours} hours:\n\n  ${link.url}\n`)
  } finally {
    await database.close()
  }
}

/** Checks a database after it was written. The exit code stays 2 if the check fails or finds anything. */
async function finishWrite(location: DatabaseLocation, applied: string[]): Promise<void> {
  process.exitCode = 2
  if (applied.length > 0) console.log(`Applied the migrations ${applied.join(', ')}.`)
  if (await diagnose(location)) process.exitCode = 0
}

function describe({ tables, schema }: Manifest): string {
  const rowCount = [...tables.values()].reduce((sum, table) => sum + table.rows, 0)
  return `${rowCount.toLocaleString('en')} rows of ${tables.size} tables, schema ${schema.replace('.sql', '')},`
}

const formatMb = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** Lets a command remove its unfinished files when the administrator stops it. */
function catchInterruption(): AbortSignal {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => interruption.abort(new AdminError('Interrupted. Nothing was written.')))
  return interruption.signal
}

async function main([name = '--help', ...args]: string[]): Promise<void> {
  if (name === '--help' || name === 'help') return console.log(helpText)
  const command = Object.hasOwn(commands, name) ? commands[name]! : undefined
  if (!command) throw new AdminError(`There is no command "${name}".\n\n${helpText}`)
  if (args.includes('--help')) return console.log(command.help)
  await command.run(readArguments(name, command, args))
}

function readArguments(name: string, { takes, option, help: usage }: Command, args: string[]): Arguments {
  const { values, positionals } = parseArgs({
    args,
    options: { force: { type: 'boolean' }, 'dry-run': { type: 'boolean' } },
    allowPositionals: true,
    strict: false,
  })
  if (!takes && !option && args.length > 0) throw new AdminError(`"${name}" takes no arguments.`)
  const unknownOption = Object.keys(values).find((given) => given !== option)
  if (unknownOption) throw new AdminError(`"${name}" has no option "--${unknownOption}".\n\n${usage}`)
  if (positionals.length !== (takes ? 1 : 0))
    throw new AdminError(`"${name}" takes ${takes ? `one ${takes}` : 'no arguments besides options'}.\n\n${usage}`)
  return { operand: positionals[0] ?? '', force: values.force === true, 'dry-run': values['dry-run'] === true }
}

/**
 * Whether the message is enough without a stack trace: wrong arguments or settings, the migrations, the database server
 * or the disk.
 */
const isExpectedError = (error: unknown): error is Error =>
  error instanceof AdminError ||
  error instanceof SettingsError ||
  error instanceof MigrationError ||
  findInfrastructureCause(error) !== undefined ||
  (error instanceof Error && ('syscall' in error || (error as { code?: string }).code === PERMISSION_DENIED))

/** PostgreSQL: the user may not create tables. */
const PERMISSION_DENIED = '42501'

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(isExpectedError(error) ? error.message : error)
  process.exitCode ??= 1
}
