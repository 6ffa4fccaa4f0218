import { recordAudit } from '#platform/audit.ts'
import { hashToken } from '#platform/codes.ts'
import type { RequestContext, CallerAccount } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { UserError, assertValid, rateLimited } from '#platform/errors.ts'
import { enqueue, type JobKinds } from '#platform/background/jobs.ts'
import { limitAttempts } from '#platform/http/attempts.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { enforceRateLimit } from '#platform/http/rate-limit.ts'
import { hasPermission } from '#schema/permissions.ts'
import { officeRoot } from '#routes/office.ts'
import { lockAccount } from './account.ts'
import type { SignedIn } from './contract.ts'
import { findKnownDevice, rememberDevice, type KnownDevice } from './known-device.ts'
import { toEmailKey, toUsernameKey } from './names.ts'
import { isPassword } from './password.ts'
import { beginSession, rememberLanguage } from './session-store.ts'

interface Credentials {
  /** One of the two is required. Either field accepts a username or an email address. */
  username?: string | undefined
  email?: string | undefined
  password: string
  remember?: boolean | undefined
  /** The device tokens of earlier sign-ins in this browser. */
  device?: string | undefined
}

/**
 * Limits wrong sign-ins per network from unknown browsers, so that nobody can try all accounts in turn. Each account
 * also has its own wait, so this limit can be high enough for a busy office.
 */
const wrongSignInLimit = { bucket: 'sign-in', times: 200, seconds: 3600, per: 'network' } as const

/**
 * Signs in. Neither the response nor its timing reveals whether the account exists. Attempts are counted per account,
 * whichever name is used. A known browser has its own count, so strangers cannot lock anyone out.
 */
export async function signIn(db: Database, ctx: RequestContext, credentials: Credentials): Promise<SignedIn> {
  assertValid(validateCredentials(db, ctx, credentials).fieldErrors)
  const { now } = ctx
  const { username, email, password, remember = false, device: deviceTokens } = credentials
  const name = username || email!
  const [column, key] = name.includes('@')
    ? (['email_key', toEmailKey(name)] as const)
    : (['username_key', toUsernameKey(name)] as const)
  const account = await db
    .selectFrom('account')
    .select(['id', 'role', 'name', 'password', 'second_factors'])
    .where(column, '=', key)
    .executeTakeFirst()
  const device = deviceTokens ? await findKnownDevice(db, now, account?.id ?? 0, deviceTokens) : null
  const attemptSubject = account ? getSignInSubject(account.id) : `sign-in ${key}`

  async function attemptSignIn(): Promise<SignedIn | null> {
    const isPasswordCorrect = await isPassword(password, account?.password ?? null, {
      address: ctx.address,
      account: attemptSubject,
    })
    const startedSignIn =
      isPasswordCorrect &&
      account &&
      (await inTransaction(db, async (transaction) => {
        if (!(await lockIfUnchanged(transaction, account))) return null
        await rememberLanguage(transaction, account.id, ctx.language)
        const savedDevice = await rememberDevice(transaction, now, account.id, device)
        await recordAudit(transaction, {
          at: now,
          accountId: account.id,
          action: 'sign-in',
          subject: `account ${account.id}`,
        })
        const token = await beginSession(transaction, now, account, ctx.userAgent, {
          isRemembered: remember,
          device: savedDevice.hash,
        })
        return { access_token: token, device_token: savedDevice.token }
      }))
    const homeField = account && hasPermission(account, 'enter the office') && { home: officeRoot }
    if (startedSignIn)
      return { user: { id: account.id, name: account.name, role: account.role }, ...startedSignIn, ...homeField }
    await enqueue(db, now, 'note-refusal', { accountId: account?.id ?? null, at: now })
    return null
  }

  async function attemptWithLimits(savedDevice: KnownDevice | null): Promise<SignedIn | null> {
    if (savedDevice)
      return limitAttempts(
        db,
        ctx,
        `${attemptSubject} by ${Buffer.from(savedDevice.hash).toString('base64url')}`,
        attemptSignIn,
      )
    const undoRateLimitHit = await enforceRateLimit(db, ctx, wrongSignInLimit)
    const startedSignIn = await limitAttempts(db, ctx, attemptSubject, attemptSignIn)
    if (startedSignIn) await undoRateLimitHit()
    return startedSignIn
  }

  const session = await attemptWithLimits(device).catch((error: unknown) => {
    // The message for users who must wait explains how to avoid the wait.
    const waitMessages = { seconds: 'login.rate_limited', minutes: 'login.rate_limited_minutes' } as const
    throw error instanceof UserError && error.status === 429
      ? rateLimited(error.retryAfterSeconds!, waitMessages)
      : error
  })
  if (!session)
    throw new UserError(
      422,
      { key: 'error.invalid' },
      { fields: { account: [{ key: 'login.failed' }] }, event: 'sign-in failed' },
    )
  return session
}

/** Requires the username or the email address. */
export function validateCredentials(
  _: Database,
  __: RequestContext,
  { username, email }: Partial<Credentials>,
): ValidationResult {
  const field = email === undefined ? 'username' : 'email'
  return { fieldErrors: username || email ? {} : { [field]: [{ key: 'error.required' }] } }
}

/** Returns the subject under which attempts at an account are counted. */
export const getSignInSubject = (accountId: number): string => `sign-in to ${accountId}`

/**
 * The job after a rejected sign-in. It is also enqueued for unknown names, so that both cases do the same work before
 * the response.
 */
export const signInJobs: JobKinds = {
  async 'note-refusal'({ accountId, at }: { accountId: number | null; at: number }, db: Database) {
    if (accountId !== null)
      await recordAudit(db, { at, accountId: null, action: 'sign-in failed', subject: `account ${accountId}` })
  },
}

/**
 * Locks the account if it is active and still has the checked password. A concurrent password change must wait until
 * this session has begun, and then ends it.
 */
async function lockIfUnchanged(
  db: Database,
  { id, password }: { id: number; password: string | null },
): Promise<boolean> {
  const lockedAccount = await lockAccount(db, id)
    .where('password', '=', password)
    .where('suspended_at', 'is', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return lockedAccount.numUpdatedRows === 1n
}

/**
 * Checks the password of the signed-in user. Returns the stored hash, or null if the password is wrong. Attempts are
 * counted per session, so a stolen session locks nobody else out.
 */
export async function confirmPassword(db: Database, ctx: RequestContext, password: string): Promise<string | null> {
  const { id }: CallerAccount = ctx.account!
  return limitAttempts(db, ctx, `password ${id} ${hashToken(ctx.token!).toString('base64url')}`, async () => {
    const row = await db.selectFrom('account').select('password').where('id', '=', id).executeTakeFirstOrThrow()
    const isPasswordCorrect = await isPassword(password, row.password, {
      address: ctx.address,
      account: getSignInSubject(id),
    })
    const action = isPasswordCorrect ? 'password confirmed' : 'password rejected'
    await recordAudit(db, { at: ctx.now, accountId: id, action, subject: `account ${id}` })
    return isPasswordCorrect ? row.password : null
  })
}
