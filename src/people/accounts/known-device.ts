import { createSecretToken, hashToken } from '#platform/codes.ts'
import type { Database } from '#platform/database/database.ts'
import { DAY_MS } from '#platform/durations.ts'

/** A browser that has signed in to the account before, identified by its own token. The token grants no access. */
export interface KnownDevice {
  token: string
  hash: Uint8Array
}

const DEVICE_TTL_MS = 180 * DAY_MS
const MAX_DEVICES_PER_ACCOUNT = 10
/** The maximum number of tokens that a browser sends. It stores several, because several people may share it. */
const MAX_TOKENS = 3

/** Returns a device that the account knows by one of these tokens and that has not expired, or null. */
export async function findKnownDevice(
  db: Database,
  now: number,
  accountId: number,
  tokens: string,
): Promise<KnownDevice | null> {
  const candidates = tokens
    .split(' ')
    .slice(0, MAX_TOKENS)
    .map((token) => ({ token, hash: hashToken(token) }))
  const row = await db
    .selectFrom('known_device')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .where(
      'token_hash',
      'in',
      candidates.map(({ hash }) => hash),
    )
    .where('ends_at', '>', now)
    .executeTakeFirst()
  return candidates.find(({ hash }) => row && hash.equals(row.token_hash)) ?? null
}

/** Remembers a browser or extends its expiry. The device unused for the longest is dropped when there are too many. */
export async function rememberDevice(
  db: Database,
  now: number,
  accountId: number,
  savedDevice: KnownDevice | null,
): Promise<KnownDevice> {
  const device = savedDevice ?? createDevice()
  const ends_at = now + DEVICE_TTL_MS
  await db
    .insertInto('known_device')
    .values({ account_id: accountId, token_hash: device.hash, ends_at })
    .onConflict((conflict) => conflict.columns(['account_id', 'token_hash']).doUpdateSet({ ends_at }))
    .execute()
  const otherDevices = db
    .selectFrom('known_device')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .where('token_hash', '<>', device.hash)
  const newestOtherDevices = otherDevices.orderBy('ends_at', 'desc').limit(MAX_DEVICES_PER_ACCOUNT - 1)
  await db
    .deleteFrom('known_device')
    .where('account_id', '=', accountId)
    .where('token_hash', 'in', otherDevices)
    .where('token_hash', 'not in', newestOtherDevices)
    .execute()
  return device
}

function createDevice(): KnownDevice {
  const token = createSecretToken()
  return { token, hash: hashToken(token) }
}

export const purgeAllDevices = (db: Database, accountId: number) =>
  db.deleteFrom('known_device').where('account_id', '=', accountId).execute()

/** Deletes the known devices of an account, except the device of the given session. */
export const purgeOtherDevices = (db: Database, accountId: number, sessionHash: Uint8Array) =>
  db
    .deleteFrom('known_device')
    .where('account_id', '=', accountId)
    .where('token_hash', 'not in', selectDeviceHashes(db, sessionHash))
    .execute()

export const purgeSessionDevice = (db: Database, accountId: number, sessionHash: Uint8Array) =>
  db
    .deleteFrom('known_device')
    .where('account_id', '=', accountId)
    .where('token_hash', 'in', selectDeviceHashes(db, sessionHash))
    .execute()

const selectDeviceHashes = (db: Database, sessionHash: Uint8Array) =>
  db
    .selectFrom('session')
    .select('device_hash')
    .where('token_hash', '=', sessionHash)
    .where('device_hash', 'is not', null)
    .$narrowType<{ device_hash: Uint8Array }>()

export const purgeExpiredDevices = (db: Database, now: number) =>
  db.deleteFrom('known_device').where('ends_at', '<=', now).execute()
