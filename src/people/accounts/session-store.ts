import { secretToken, tokenHash } from '#platform/codes.ts'
import type { RequestContext, AskerAccount } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { statement } from '#platform/database/statement.ts'
import { readGrants } from '#schema/permissions.ts'
import type { Role } from '#schema/accounts.ts'
import type { Language } from '#routes/public.ts'
import { purgeAllDevices, purgeDeviceOf, purgeOtherDevices } from './known-device.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A session ends when it was not used for this long, and in any case after so long. */
const lasting = {
  guest: { idleMs: DAY_MS, wholeMs: DAY_MS },
  member: { idleMs: 12 * HOUR_MS, wholeMs: DAY_MS },
  remembered: { idleMs: 14 * DAY_MS, wholeMs: 30 * DAY_MS },
  staff: { idleMs: 2 * HOUR_MS, wholeMs: 12 * HOUR_MS },
  owner: { idleMs: 2 * HOUR_MS, wholeMs: 12 * HOUR_MS },
}
/** Only members are remembered: whoever may see what others wrote signs in every day. */
const lastingOf = (role: Role, remembered: boolean) => lasting[role === 'member' && remembered ? 'remembered' : role]
/** How stale the mark of the last use may be: spares a write with every request. */
const MARK_EVERY_MS = 5 * 60_000
const MAX_SESSIONS = 10

/** A new session; the oldest of too many end. The token is told once and kept by nobody but its bearer. */
export async function beginSession(
  db: Database,
  now: number,
  account: { id: number; role: Role; second_factors?: number },
  userAgent: string,
  { remembered = false, device = null }: { remembered?: boolean; device?: Uint8Array | null } = {},
): Promise<string> {
  const token = secretToken()
  const hash = tokenHash(token)
  const { idleMs, wholeMs } = lastingOf(account.role, remembered)
  await db
    .insertInto('session')
    .values({
      token_hash: hash,
      account_id: account.id,
      user_agent: userAgent,
      remembered: remembered ? 1 : 0,
      device_hash: device,
      created_at: now,
      seen_at: now,
      idle_until: now + idleMs,
      ends_at: now + wholeMs,
      proved_at: account.second_factors ? null : now,
      challenge: null,
      challenge_until: null,
    })
    .execute()
  const others = db
    .selectFrom('session')
    .select('token_hash')
    .where('account_id', '=', account.id)
    .where('token_hash', '<>', hash)
  const kept = others.orderBy('created_at', 'desc').limit(MAX_SESSIONS - 1)
  await db.deleteFrom('session').where('token_hash', 'in', others).where('token_hash', 'not in', kept).execute()
  return token
}

/**
 * Whose token this is, if it still counts: asked anew with every request, so that what ends, ends at once. The language
 * they read in now and then becomes the account's, for what is written when nobody is at a page.
 */
export async function accountOfToken(
  db: Database,
  now: number,
  token: string,
  language: Language,
  isDemo: boolean,
): Promise<AskerAccount | null> {
  const hash = tokenHash(token)
  const row = (await bearer(db, { hash, now })).rows[0]
  if (!row) return null
  if (now - row.seen_at > MARK_EVERY_MS) {
    const idle_until = now + lastingOf(row.role, row.remembered === 1).idleMs
    await db.updateTable('session').set({ seen_at: now, idle_until }).where('token_hash', '=', hash).execute()
    await rememberLanguage(db, row.id, language)
  }
  const atDoor = whatIsMissing(row, isDemo)
  return {
    id: row.id,
    role: row.role,
    name: row.name,
    provedAt: row.proved_at,
    ...(row.role === 'staff' && { grants: readGrants(row.grants) }),
    ...(atDoor && { atDoor }),
  }
}

/** Owners have a second factor, but for the demo, where everybody is to come in. */
function whatIsMissing(
  { role, proved_at, second_factors }: { role: Role; proved_at: number | null; second_factors: number },
  isDemo: boolean,
): AskerAccount['atDoor'] {
  if (proved_at === null) return 'to prove'
  return role === 'owner' && second_factors === 0 && !isDemo ? 'to set up' : undefined
}

export const rememberLanguage = (db: Database, accountId: number, language: Language) =>
  db
    .updateTable('account')
    .set({ language })
    .where('id', '=', accountId)
    .where('language', '<>', language)
    .where('closed_at', 'is', null)
    .execute()

const bearer = statement((db, { hash, now }: { hash: Uint8Array; now: number }) =>
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
      'session.proved_at',
    ])
    .where('session.token_hash', '=', hash)
    .where('session.idle_until', '>', now)
    .where('session.ends_at', '>', now)
    .where('account.suspended_at', 'is', null)
    .where('account.closed_at', 'is', null)
    .compile(),
)

/** The sessions of an account that still count: the asker's own, then the one used last. The hash of a token opens nothing: it is its name. */
export async function sessionsOf(db: Database, { account, token, now }: RequestContext) {
  const rows = await db
    .selectFrom('session')
    .select(['token_hash', 'user_agent', 'created_at', 'seen_at'])
    .where('account_id', '=', account!.id)
    .where('idle_until', '>', now)
    .where('ends_at', '>', now)
    .orderBy('seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  const own = tokenHash(token!)
  return rows
    .map(({ token_hash, ...row }) => ({ ...row, id: nameOf(token_hash), isCurrent: own.equals(token_hash) }))
    .toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}

const nameOf = (hash: Uint8Array): string => Buffer.from(hash).toString('base64url')

export const endSession = (db: Database, { token }: RequestContext) =>
  db.deleteFrom('session').where('token_hash', '=', tokenHash(token!)).execute()

/** One of the asker's own. The browser that it was begun with is a stranger from then on. */
export async function endSessionNamed(
  db: Database,
  { account }: RequestContext,
  { id }: { id: string },
): Promise<void> {
  const [accountId, hash] = [account!.id, Buffer.from(id, 'base64url')]
  await inTransaction(db, async (transaction) => {
    await purgeDeviceOf(transaction, accountId, hash)
    const ended = await transaction
      .deleteFrom('session')
      .where('account_id', '=', accountId)
      .where('token_hash', '=', hash)
      .executeTakeFirst()
    if (ended.numDeletedRows === 0n) throw notFound()
  })
}

/** Browsers other than that of the session that is kept are strangers from then on. */
export const endOtherSessions = (db: Database, { account, token }: RequestContext) =>
  inTransaction(db, async (transaction) => {
    const [accountId, kept] = [account!.id, tokenHash(token!)]
    await purgeOtherDevices(transaction, accountId, kept)
    await transaction
      .deleteFrom('session')
      .where('account_id', '=', accountId)
      .where('token_hash', '<>', kept)
      .execute()
  })

export async function endAllSessions(db: Database, accountId: number): Promise<void> {
  await purgeAllDevices(db, accountId)
  await db.deleteFrom('session').where('account_id', '=', accountId).execute()
}

/** When a session was begun, if it has not ended. */
export async function sessionBeganAt(db: Database, token: string): Promise<number | null> {
  const row = await db
    .selectFrom('session')
    .select('created_at')
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst()
  return row?.created_at ?? null
}

export const purgeEndedSessions = (db: Database, now: number) =>
  db
    .deleteFrom('session')
    .where((row) => row.or([row('idle_until', '<', now), row('ends_at', '<', now)]))
    .execute()
