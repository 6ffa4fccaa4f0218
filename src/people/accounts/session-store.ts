import { recordAudit } from '#platform/audit.ts'
import { createSecretToken, hashToken } from '#platform/codes.ts'
import type { RequestContext, CallerAccount } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { unauthenticated, notFound } from '#platform/errors.ts'
import { statement } from '#platform/database/statement.ts'
import { readGrants } from '#schema/permissions.ts'
import type { Role } from '#schema/accounts.ts'
import type { Language } from '#routes/public.ts'
import { purgeAllDevices, purgeSessionDevice, purgeOtherDevices } from './known-device.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/durations.ts'

/** A session ends after `idleMs` without use, and after `totalMs` at the latest. */
const lifetimes = {
  guest: { idleMs: DAY_MS, totalMs: DAY_MS },
  member: { idleMs: 12 * HOUR_MS, totalMs: DAY_MS },
  remembered: { idleMs: 14 * DAY_MS, totalMs: 30 * DAY_MS },
  staff: { idleMs: 2 * HOUR_MS, totalMs: 12 * HOUR_MS },
  owner: { idleMs: 2 * HOUR_MS, totalMs: 12 * HOUR_MS },
}
/**
 * Returns how long a session lasts. Only members can be remembered. Staff see other people's data, so they sign in
 * every day.
 */
const getLifetime = (role: Role, isRemembered: boolean) =>
  lifetimes[role === 'member' && isRemembered ? 'remembered' : role]
/** The last use is stored at most this often, which saves a write per request. */
const SEEN_UPDATE_MS = 5 * MINUTE_MS
const MAX_SESSIONS = 10

/**
 * Begins a session and ends the oldest ones beyond the limit. Only the hash is stored, so the token is returned once.
 */
export async function beginSession(
  db: Database,
  now: number,
  account: { id: number; role: Role; second_factors?: number },
  userAgent: string,
  { isRemembered = false, device = null }: { isRemembered?: boolean; device?: Uint8Array | null } = {},
): Promise<string> {
  const token = createSecretToken()
  const hash = hashToken(token)
  const { idleMs, totalMs } = getLifetime(account.role, isRemembered)
  await db
    .insertInto('session')
    .values({
      token_hash: hash,
      account_id: account.id,
      user_agent: userAgent,
      remembered: isRemembered ? 1 : 0,
      device_hash: device,
      created_at: now,
      seen_at: now,
      idle_expires_at: now + idleMs,
      ends_at: now + totalMs,
      reauthenticated_at: account.second_factors ? null : now,
      challenge: null,
      challenge_until: null,
    })
    .execute()
  const otherSessions = db
    .selectFrom('session')
    .select('token_hash')
    .where('account_id', '=', account.id)
    .where('token_hash', '<>', hash)
  const newestSessions = otherSessions.orderBy('created_at', 'desc').limit(MAX_SESSIONS - 1)
  await db
    .deleteFrom('session')
    .where('token_hash', 'in', otherSessions)
    .where('token_hash', 'not in', newestSessions)
    .execute()
  return token
}

/**
 * Returns the account of a valid token. Runs on every request with a token, so an ended session stops working at once.
 * Every few minutes it also extends the session and saves the page language for later emails.
 */
export async function authenticateToken(
  db: Database,
  now: number,
  token: string,
  language: Language,
  isDemo: boolean,
): Promise<CallerAccount | null> {
  const hash = hashToken(token)
  const row = (await findSessionByToken(db, { hash, now })).rows[0]
  if (!row) return null
  if (now - row.seen_at > SEEN_UPDATE_MS) {
    const idle_expires_at = now + getLifetime(row.role, row.remembered === 1).idleMs
    await db.updateTable('session').set({ seen_at: now, idle_expires_at }).where('token_hash', '=', hash).execute()
    await rememberLanguage(db, row.id, language)
  }
  const pendingStep = findMissingFactorStep(row, isDemo)
  return {
    id: row.id,
    role: row.role,
    name: row.name,
    verifiedAt: row.reauthenticated_at,
    ...(row.role === 'staff' && { grants: readGrants(row.grants) }),
    ...(pendingStep && { pendingStep }),
  }
}

/**
 * Marks the session as verified now and replaces its token. The old token ends at once, so a copy of it gains nothing
 * from the verification. Returns the new token.
 */
export async function renewSession(db: Database, { token, now }: RequestContext): Promise<string> {
  const newToken = createSecretToken()
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ token_hash: hashToken(newToken), reauthenticated_at: now })
    .where('token_hash', '=', hashToken(token!))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw unauthenticated() // a concurrent request has replaced or ended it
  return newToken
}

/** Owners need a second factor, except in the demo, which anyone may enter. */
function findMissingFactorStep(
  {
    role,
    reauthenticated_at,
    second_factors,
  }: { role: Role; reauthenticated_at: number | null; second_factors: number },
  isDemo: boolean,
): CallerAccount['pendingStep'] {
  if (reauthenticated_at === null) return 'confirm second factor'
  return role === 'owner' && second_factors === 0 && !isDemo ? 'set up second factor' : undefined
}

export const rememberLanguage = (db: Database, accountId: number, language: Language) =>
  db
    .updateTable('account')
    .set({ language })
    .where('id', '=', accountId)
    .where('language', '<>', language)
    .where('closed_at', 'is', null)
    .execute()

const findSessionByToken = statement((db, { hash, now }: { hash: Uint8Array; now: number }) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .leftJoin('staff_role', 'staff_role.id', 'account.staff_role_id')
    .select([
      'account.id',
      'account.role',
      'account.name',
      'session.seen_at',
      'session.remembered',
      'staff_role.grants',
      'account.second_factors',
      'session.reauthenticated_at',
    ])
    .where('session.token_hash', '=', hash)
    .where('session.idle_expires_at', '>', now)
    .where('session.ends_at', '>', now)
    .where('account.suspended_at', 'is', null)
    .where('account.closed_at', 'is', null)
    .compile(),
)

/**
 * Lists the valid sessions of the account: the caller's own first, then by last use. The token hash serves as ID
 * because it grants no access.
 */
export async function listSessions(db: Database, { account, token, now }: RequestContext) {
  const rows = await db
    .selectFrom('session')
    .select(['token_hash', 'user_agent', 'created_at', 'seen_at'])
    .where('account_id', '=', account!.id)
    .where('idle_expires_at', '>', now)
    .where('ends_at', '>', now)
    .orderBy('seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  const ownHash = hashToken(token!)
  return rows
    .map(({ token_hash, ...row }) => ({ ...row, id: toSessionId(token_hash), isCurrent: ownHash.equals(token_hash) }))
    .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
}

const toSessionId = (hash: Uint8Array): string => Buffer.from(hash).toString('base64url')

export async function endSession(db: Database, { account, token, now }: RequestContext): Promise<void> {
  const { id } = account!
  await inTransaction(db, async (transaction) => {
    await transaction.deleteFrom('session').where('token_hash', '=', hashToken(token!)).execute()
    await recordAudit(transaction, { at: now, accountId: id, action: 'sign-out', subject: `account ${id}` })
  })
}

/** Ends a session of the caller and deletes its known device. */
export async function endSessionById(db: Database, { account }: RequestContext, { id }: { id: string }): Promise<void> {
  const [accountId, hash] = [account!.id, Buffer.from(id, 'base64url')]
  await inTransaction(db, async (transaction) => {
    await purgeSessionDevice(transaction, accountId, hash)
    const endedSessions = await transaction
      .deleteFrom('session')
      .where('account_id', '=', accountId)
      .where('token_hash', '=', hash)
      .executeTakeFirst()
    if (endedSessions.numDeletedRows === 0n) throw notFound()
  })
}

/** Ends all other sessions. Deletes all known devices except the one of the current session. */
export const endOtherSessions = (db: Database, { account, token }: RequestContext) =>
  inTransaction(db, async (transaction) => {
    const [accountId, currentHash] = [account!.id, hashToken(token!)]
    await purgeOtherDevices(transaction, accountId, currentHash)
    await transaction
      .deleteFrom('session')
      .where('account_id', '=', accountId)
      .where('token_hash', '<>', currentHash)
      .execute()
  })

export async function endAllSessions(db: Database, accountId: number): Promise<void> {
  await purgeAllDevices(db, accountId)
  await db.deleteFrom('session').where('account_id', '=', accountId).execute()
}

/** Returns when the session began, or null if its row was deleted. Does not check whether the session has expired. */
export async function readSessionStart(db: Database, token: string): Promise<number | null> {
  const row = await db
    .selectFrom('session')
    .select('created_at')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return row?.created_at ?? null
}

export const purgeExpiredSessions = (db: Database, now: number) =>
  db
    .deleteFrom('session')
    .where((row) => row.or([row('idle_expires_at', '<', now), row('ends_at', '<', now)]))
    .execute()
