// Prints a link that makes a person the owner: npm run owner -- name@company.example
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { prepareDatabase } from './app.ts'
import { systemClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/database.ts'
import { MigrationError } from '#platform/database/migrate.ts'
import { looksLikeEmail } from '#platform/http/contact-details.ts'
import { getDatabaseLocation, resolvePublicUrl, readSettings, SettingsError } from './settings.ts'
import { createOwnerLink } from '#people/staff/owner.ts'

async function main(): Promise<void> {
  const [email = '', ...extraArguments] = process.argv.slice(2)
  if (extraArguments.length > 0 || !looksLikeEmail(email))
    return fail('Enter the email address of the owner: npm run owner -- name@company.example')
  const settings = readSettings(process.env)
  mkdirSync(resolve(settings.DATA_DIR), { recursive: true })
  const database = await openDatabase(getDatabaseLocation(settings))
  try {
    await prepareDatabase(database, systemClock, false)
    const link = await createOwnerLink(database.db, systemClock(), resolvePublicUrl(settings), email)
    if (!link) return fail(`${email} belongs to a user who is not an owner: enter another address.`)
    console.log(
      `${link.isNew ? 'Use this link once to create the owner account' : 'Use this link once to reset the owner account, which removes the old password and second factors'}, within ${link.validHours} hours:\n\n  ${link.url}\n`,
    )
  } finally {
    await database.close()
  }
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}

try {
  await main()
} catch (error) {
  console.error(error instanceof SettingsError || error instanceof MigrationError ? error.message : error)
  process.exitCode = 1
}
