import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareDatabase } from '#app/app.ts'
import { writeCompany } from '#content/company.ts'
import { beginSession } from '#people/accounts/session-store.ts'
import { openDatabase } from '#platform/database/database.ts'
import { MONDAY_MORNING_IN_DHAKA } from '../start-time.ts'
import { keepSignedIn } from '../keep-signed-in.ts'
import { runSimulated, SimulatedRuntime } from './runtime.ts'
import { HOUR_MS } from '#platform/durations.ts'

/** Parser processes that were started for the demo content end after this time. */
const IDLE_MS = HOUR_MS

/** The database that every run begins with, and the tokens of its users. */
export interface Template {
  file: string
  tokens: Record<'owner' | 'staff' | 'anna', string>
}

/**
 * Creates the database of the demo company, with online payment and with sessions that outlast the simulated days. Its
 * random values come from a seed too, so the database is the same in every process.
 */
export async function createTemplate(): Promise<Template> {
  const file = join(await mkdtemp(join(tmpdir(), 'simulation-')), 'template.sqlite')
  const runtime = new SimulatedRuntime(0, MONDAY_MORNING_IN_DHAKA)
  return runSimulated(runtime, async () => {
    const database = await openDatabase({ file })
    const { db } = database
    await prepareDatabase(database, () => runtime.now, true)
    await writeCompany(db, { takesOnlinePayments: true })
    const signIn = async (username: string) => {
      const account = await db
        .selectFrom('account')
        .select(['id', 'role'])
        .where('username', '=', username)
        .executeTakeFirst()
      assert.ok(account, username)
      return beginSession(db, runtime.now, account, '')
    }
    const tokens = { owner: await signIn('owner'), staff: await signIn('staff'), anna: await signIn('anna') }
    await keepSignedIn(db)
    await database.close()
    runtime.advance(IDLE_MS)
    return { file, tokens }
  })
}
