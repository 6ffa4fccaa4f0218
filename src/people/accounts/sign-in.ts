import { recordAudit } from '#platform/work/audit.ts'
import { tokenHash } from '#platform/codes.ts'
import type { RequestContext, AskerAccount } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { invalid, UserError, assertValid, tooMany } from '#platform/errors.ts'
import { enqueue, type JobKinds } from '#platform/work/jobs.ts'
import { limitAttempts } from '#platform/http/attempts.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { enforceRateLimit } from '#platform/http/rate-limit.ts'
import { may } from '#schema/permissions.ts'
import { officePages } from '#routes/office.ts'
import { lockAccount } from './account.ts'
import type { SignedIn } from './contract.ts'
import { knownDevice, rememberDevice, type KnownDevice } from './known-device.ts'
import { emailKey, usernameKey } from './names.ts'
import { isPassword } from './password.ts'
import { beginSession, rememberLanguage } from './session-store.ts'

interface Claim {
  /** One of these says who it is; either may be in the other's place. */
  username?: string | undefined
  email?: string | undefined
  password: string
  remember?: boolean | undefined
  /** The tokens that the browser was given at earlier sign-ins. */
  device?: string | undefined
}

/**
 * How often an hour one network may be wrong, by a browser that is not known: no guessing at everybody's account in turn.
 * Each account is slowed by itself, so that this need not be so few that an office could not sign in on a Monday.
 */
const wrongSignIns = { bucket: 'sign-in', times: 200, seconds: 3600, per: 'network' } as const

/**
 * A session for whoever this is. Whether the name is known cannot be told from the answer or its time. Tries are counted by
 * the account, whichever of its names is used; those of a browser that has signed in before by that browser, so that nobody
 * is shut out by what strangers try.
 */
export async function signIn(db: Database, ctx: RequestContext, claim: Claim): Promise<SignedIn> {
  assertValid(validateClaim(db, ctx, claim).fieldErrors)
  const { now } = ctx
  const { username, email, password, remember = false, device: sent } = claim
  const name = username || email!
  const [column, key] = name.includes('@')
    ? (['email_key', emailKey(name)] as const)
    : (['username_key', usernameKey(name)] as const)
  const account = await db
    .selectFrom('account')
    .select(['id', 'role', 'name', 'password', 'second_factors'])
    .where(column, '=', key)
    .executeTakeFirst()
  const device = sent ? await knownDevice(db, now, account?.id ?? 0, sent) : null
  const subject = account ? signInsTo(account.id) : `sign-in ${key}`

  async function comeIn(): Promise<SignedIn | null> {
    const isRight = await isPassword(password, account?.password ?? null, {
      address: ctx.address,
      account: subject,
    })
    const begun =
      isRight &&
      account &&
      (await inTransaction(db, async (transaction) => {
        if (!(await isStillSo(transaction, account))) return null
        await rememberLanguage(transaction, account.id, ctx.language)
        const known = await rememberDevice(transaction, now, account.id, device)
        await recordAudit(transaction, {
          at: now,
          accountId: account.id,
          action: 'sign-in',
          subject: `account ${account.id}`,
        })
        const token = await beginSession(transaction, now, account, ctx.userAgent, {
          remembered: remember,
          device: known.hash,
        })
        return { access_token: token, device_token: known.token }
      }))
    const home = account && may(account, 'enter the office') && { home: officePages.requests }
    if (begun) return { user: { id: account.id, name: account.name, role: account.role }, ...begun, ...home }
    await enqueue(db, now, 'note-refusal', { accountId: account?.id ?? null, at: now })
    return null
  }

  async function tryAs(known: KnownDevice | null): Promise<SignedIn | null> {
    if (known) return limitAttempts(db, ctx, `${subject} by ${Buffer.from(known.hash).toString('base64url')}`, comeIn)
    const takeBack = await enforceRateLimit(db, ctx, wrongSignIns)
    const begun = await limitAttempts(db, ctx, subject, comeIn)
    if (begun) await takeBack()
    return begun
  }

  const session = await tryAs(device).catch((error: unknown) => {
    // Who must wait is told of the way that has no pause.
    const waits = { seconds: 'login.slowed', minutes: 'login.slowed_minutes' } as const
    throw error instanceof UserError && error.status === 429 ? tooMany(error.retryAfterSeconds!, waits) : error
  })
  if (!session) throw invalid({ account: 'login.failed' })
  return session
}

/** Whoever signs in says who they are, in one of two ways. */
export function validateClaim(_: Database, __: RequestContext, { username, email }: Partial<Claim>): ValidationResult {
  const field = email === undefined ? 'username' : 'email'
  return { fieldErrors: username || email ? {} : { [field]: [{ key: 'error.required' }] } }
}

/** What tries to sign in to an account are counted as. */
export const signInsTo = (accountId: number): string => `sign-in to ${accountId}`

/** A job for each, also for names that nobody has: whose it was only matters after the answer. */
export const signInJobs: JobKinds = {
  async 'note-refusal'({ accountId, at }: { accountId: number | null; at: number }, db: Database) {
    if (accountId !== null)
      await recordAudit(db, { at, accountId: null, action: 'sign-in refused', subject: `account ${accountId}` })
  },
}

/**
 * The account may be used, and its password is the one that was checked: a session does not begin after a change that
 * ends all of them. The row is held until this one has begun, so that a change under way comes after it, and ends it.
 */
async function isStillSo(db: Database, { id, password }: { id: number; password: string | null }): Promise<boolean> {
  const held = await lockAccount(db, id)
    .where('password', '=', password)
    .where('suspended_at', 'is', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return held.numUpdatedRows === 1n
}

/**
 * Asks somebody who is signed in for the password again. Returns what was kept of it, or null if it was wrong. Tries are
 * counted by the session: whoever has stolen one keeps nobody else from theirs.
 */
export async function confirmPassword(db: Database, ctx: RequestContext, password: string): Promise<string | null> {
  const { id }: AskerAccount = ctx.account!
  return limitAttempts(db, ctx, `password ${id} ${tokenHash(ctx.token!).toString('base64url')}`, async () => {
    const row = await db.selectFrom('account').select('password').where('id', '=', id).executeTakeFirstOrThrow()
    const isRight = await isPassword(password, row.password, { address: ctx.address, account: signInsTo(id) })
    return isRight ? row.password : null
  })
}
