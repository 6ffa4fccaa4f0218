import type { Database } from '#platform/database/database.ts'
import { findUnsafeSetting } from '#platform/http/exposure.ts'
import type { Settings } from '../settings.ts'
import { canSeedDemo } from './demo.ts'
import { listExposedUsernames } from './people.ts'

/**
 * Thrown when others can reach this server and its database has published passwords. The message says how to fix it.
 */
export class ExposedDemoError extends Error {}

/**
 * Prepares the database for these settings. `isDemo`: the settings request the demo company. `isShown`: the server also
 * shows the demo, because nobody else can reach the server or because SEED allows it. `isNew`: the demo company
 * was just added.
 *
 * @param folder The folder with the seed files.
 * @param prepare Prepares the database with or without the demo company.
 */
export async function prepareForSettings(
  settings: Settings,
  db: Database,
  folder: string,
  prepare: (isShown: boolean) => Promise<boolean>,
): Promise<{ isDemo: boolean; isShown: boolean; isNew: boolean }> {
  const seed = settings.SEED ?? (settings.DATABASE_URL ? 'none' : 'demo')
  const isDemo = seed !== 'none'
  const isDemoRequested = isDemo && settings.SEED !== undefined
  const unsafeSetting = isDemoRequested ? undefined : await findUnsafeSetting(settings)
  const isShown = isDemo && !unsafeSetting
  const isNew = await prepare(isShown)
  if (unsafeSetting) await rejectPublishedPasswords(db, folder, unsafeSetting, isDemo)
  return { isDemo, isShown, isNew }
}

async function rejectPublishedPasswords(
  db: Database,
  folder: string,
  unsafeSetting: string,
  isDemo: boolean,
): Promise<void> {
  if (isDemo && (await canSeedDemo(db)))
    throw new ExposedDemoError(
      `With ${unsafeSetting} others can reach this server, and the passwords of the demo company are published: ` +
        'set SEED=none for an empty site, SEED=demo for a demo that anybody may sign in to, or HOST=127.0.0.1.',
    )
  const usernames = await listExposedUsernames(db, folder)
  if (usernames.length > 0)
    throw new ExposedDemoError(
      `With ${unsafeSetting} others can reach this server, and its database still has published passwords of the demo company (${usernames.join(', ')}): ` +
        'change them, use another database, set HOST=127.0.0.1, or set SEED=demo if anybody may sign in.',
    )
}
