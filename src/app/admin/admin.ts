// The commands for the administrator: npm run admin -- <command>
import { existsSync } from 'node:fs'
import { openDatabase } from '#platform/database/database.ts'
import { checkMigrations, MigrationError } from '#platform/database/migrate.ts'
import { migrationsFolder } from '#platform/project-root.ts'
import { databaseLocation, readSettings, SettingsError } from '../settings.ts'
import { runDoctor } from './doctor.ts'

const help = `Commands for the administrator of a site:

  npm run admin -- doctor    Checks the stored data and lists what is inconsistent. It changes nothing, and the site
                             can be in use. Exits with 1 if it finds anything.
  npm run admin -- --help    Shows this text.

The commands use the database of the settings, as "npm start" does: DATABASE_URL, or the file in DATA_DIR.`

/** An error that the administrator can correct. */
class UsageError extends Error {}

const commands: Record<string, () => Promise<void>> = { doctor }

async function doctor(): Promise<void> {
  const location = databaseLocation(readSettings(process.env))
  if (!location.url && !existsSync(location.file)) throw new UsageError(`There is no database file ${location.file}.`)
  const database = await openDatabase({ ...location, statementsLastMs: 600_000 })
  try {
    await checkMigrations(database.db, migrationsFolder)
    if (!(await runDoctor(database.db, (line) => console.log(line)))) process.exitCode = 1
  } finally {
    await database.close()
  }
}

async function main([name = '--help', ...extraArguments]: string[]): Promise<void> {
  if (name === '--help' || name === 'help') return console.log(help)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new UsageError(`There is no command "${name}".\n\n${help}`)
  if (extraArguments.length > 0) throw new UsageError(`"${name}" takes no arguments.`)
  await command()
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  const isExpected = error instanceof UsageError || error instanceof SettingsError || error instanceof MigrationError
  console.error(isExpected ? error.message : error)
  process.exitCode = 1
}
