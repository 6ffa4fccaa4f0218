import { secretToken, tokenHash } from '#platform/codes.ts'
import type { Database } from '#platform/database/database.ts'

/** A browser that has signed in to the account before, identified by its own token. The token grants no access. */
export interface KnownDevice {
  token: string
  hash: Uint8Array
}

const LASTS_MS = 180 * 24 * 3_600_000
const MAX_OF_ONE = 10
/** Several people may share a browser, so it sends its latest tokens. */
const MAX_SENT = 3

/** Returns the device whose token the account knows. */
export async function knownDevice(
  db: Database,
  now: number,
  accountId: number,
  tokens: string,
): Promise<KnownDevice | null> {
  const sent = tokens
    .split(' ')
    .slice(0, MAX_SENT)
    .map((token) => ({ token, hash: tokenHash(token) }))
  const row = await db
    .selectFrom('known_device')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .where(
      'token_hash',
      'in',
      sent.map(({ hash }) => hash),
    )
    .where('ends_at', '>', now)
    .executeTakeFirst()
  return sent.find(({ hash }) => row && hash.equals(row.token_hash)) ?? null
}

/** Remembers a browser or extends its expiry. The device unused for the longest is dropped when there are too many. */
export async function rememberDevice(
  db: Database,
  now: number,
  accountId: number,
  known: KnownDevice | null,
): Promise<KnownDevice> {
  const device = known ?? newDevice()
  const ends_at = now + LASTS_MS
  await db
    .insertInto('known_device')
    .values({ account_id: accountId, token_hash: device.hash, ends_at })
    .onConflict((again) => again.columns(['account_id', 'token_hash']).doUpdateSet({ ends_at }))
    .execute()
  const others = db
    .selectFrom('known_device')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .where('token_hash', '<>', device.hash)
  const kept = others.orderBy('ends_at', 'desc').limit(MAX_OF_ONE - 1)
  await db
    .deleteFrom('known_device')
    .where('account_id', '=', accountId)
    .where('token_hash', 'in', others)
    .where('token_hash', 'not in', kept)
    .execute()
  return device
}

function newDevice(): KnownDevice {
  const token = secretToken()
  return { token, hash: tokenHash(token) }
}

export const purgeAllDevices = (db: Database, accountId: number) =>
  db.deleteFrom('known_device').where('account_id', '=', accountId).execute()

/** Keeps the device of the given session. */
export const purgeOtherDevices = (db: Database, accountId: number, sessionHash: Uint8Array) =>
  db
    .deleteFrom('known_device')
    .where('account_id', '=', accountId)
    .where('token_hash', 'not in', devicesOf(db, sessionHash))
    .execute()

export const purgeDeviceOf = (db: Database, accountId: number, sessionHash: Uint8Array) =>
  db
    .deleteFrom('known_device')
    .where('account_id', '=', accountId)
    .where('token_hash', 'in', devicesOf(db, sessionHash))
    .execute()

const devicesOf = (db: Database, sessionHash: Uint8Array) =>
  db
    .selectFrom('session')
    .select('device_hash')
    .where('token_hash', '=', sessionHash)
    .where('device_hash', 'is not', null)
    .$narrowType<{ device_hash: Uint8Array }>()

export const purgeEndedDevices = (db: Database, now: number) =>
  db.deleteFrom('known_device').where('ends_at', '<=', now).execute()
