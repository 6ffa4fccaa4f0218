import { prepareDatabase } from './app.ts'
import type { Clock } from './platform/clock.ts'
import type { Database, OpenDatabase } from './platform/database/database.ts'
import { whatExposes } from './platform/http/exposure.ts'
import type { Settings } from './platform/settings.ts'
import { root } from './root.ts'
import { isEmpty } from './seed/demo.ts'
import { openToAnybody } from './seed/people.ts'

export const seed = root + 'seed/'

/** Others can reach this server, and its database has published passwords. The message says what to do. */
export class OpenDoors extends Error {}

/**
 * Prepares the database for these settings. `isDemo`: an empty database is filled with the demo company. `isShown`: it is
 * also the demo that is shown, with payments in play, because nobody else can reach it or `SEED=demo` allows that.
 */
export async function prepareFor(
  settings: Settings,
  database: OpenDatabase,
  clock: Clock,
): Promise<{ isDemo: boolean; isShown: boolean }> {
  const isDemo = (settings.SEED ?? (settings.DATABASE_URL ? 'none' : 'demo')) === 'demo'
  const exposing = settings.SEED === 'demo' ? undefined : await whatExposes(settings)
  const isShown = isDemo && !exposing
  await prepareDatabase(database, clock, isShown)
  if (exposing) await refuseOpenDoors(database.db, exposing, isDemo)
  return { isDemo, isShown }
}

async function refuseOpenDoors(db: Database, exposing: string, isDemo: boolean): Promise<void> {
  if (isDemo && (await isEmpty(db)))
    throw new OpenDoors(
      `With ${exposing} others can reach this server, and the passwords of the demo company are published: ` +
        'say SEED=none for an empty house, SEED=demo for a demo that anybody may sign in to, or listen on 127.0.0.1 alone.',
    )
  const names = await openToAnybody(db, seed)
  if (names.length > 0)
    throw new OpenDoors(
      `With ${exposing} others can reach this server, and its database still has published passwords of the demo company (${names.join(', ')}): ` +
        'change them, use another database, listen on 127.0.0.1 alone, or say SEED=demo if anybody may sign in.',
    )
}
