import type { Database } from '#platform/database/database.ts'
import { whatExposes } from '#platform/http/exposure.ts'
import type { Settings } from '#platform/settings.ts'
import { isEmpty } from './demo.ts'
import { openToAnybody } from './people.ts'

/**
 * Thrown when others can reach this server and its database has published passwords. The message says how to fix it.
 */
export class OpenDoors extends Error {}

/**
 * Prepares the database for these settings. `isDemo`: the settings request the demo company. `isShown`: the server also
 * shows the demo, because nobody else can reach the server or because `SEED=demo` allows it.
 *
 * @param folder The folder with the seed files.
 * @param prepare Prepares the database with or without the demo company.
 */
export async function prepareFor(
  settings: Settings,
  db: Database,
  folder: string,
  prepare: (isShown: boolean) => Promise<void>,
): Promise<{ isDemo: boolean; isShown: boolean }> {
  const isDemo = (settings.SEED ?? (settings.DATABASE_URL ? 'none' : 'demo')) === 'demo'
  const exposing = settings.SEED === 'demo' ? undefined : await whatExposes(settings)
  const isShown = isDemo && !exposing
  await prepare(isShown)
  if (exposing) await refuseOpenDoors(db, folder, exposing, isDemo)
  return { isDemo, isShown }
}

async function refuseOpenDoors(db: Database, folder: string, exposing: string, isDemo: boolean): Promise<void> {
  if (isDemo && (await isEmpty(db)))
    throw new OpenDoors(
      `With ${exposing} others can reach this server, and the passwords of the demo company are published: ` +
        'say SEED=none for an empty house, SEED=demo for a demo that anybody may sign in to, or listen on 127.0.0.1 alone.',
    )
  const names = await openToAnybody(db, folder)
  if (names.length > 0)
    throw new OpenDoors(
      `With ${exposing} others can reach this server, and its database still has published passwords of the demo company (${names.join(', ')}): ` +
        'change them, use another database, listen on 127.0.0.1 alone, or say SEED=demo if anybody may sign in.',
    )
}
