// Prints a link that makes a person the owner: npm run owner -- name@company.example
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { prepareDatabase } from './app.ts'
import { systemClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/database.ts'
import { MigrationError } from '#platform/database/migrate.ts'
import { looksLikeEmail } from '#platform/http/contact-details.ts'
import { databaseLocation, resolvePublicUrl, readSettings, SettingsError } from '#platform/settings.ts'
import { createOwnerLink } from '#people/staff/owner.ts'

async function main(): Promise<void> {
  const [email = '', ...extraArguments] = process.argv.slice(2)
  if (extraArguments.length > 0 || !looksLikeEmail(email))
    return fail('Say the e-mail address of the owner: npm run owner -- name@company.example')
  const settings = readSettings(process.env)
  mkdirSync(resolve(settings.DATA_DIR), { recursive: true })
  const database = await openDatabase(databaseLocation(settings))
  try {
    await prepareDatabase(database, systemClock, false)
    const link = await createOwnerLink(database.db, systemClock(), resolvePublicUrl(settings), email)
    if (!link) return fail(`${email} is the address of somebody who is no owner here: name another one.`)
    console.log(
      `${link.isNew ? 'By this link, once, the owner comes in' : 'By this link, once, the owner begins anew: password and second factors from before are gone then'}, within ${link.hours} hours:\n\n  ${link.url}\n`,
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
