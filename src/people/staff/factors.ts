import { randomBytes } from 'node:crypto'
import { encode } from 'uqr'
import { lockAccount } from '../accounts/account.ts'
import { endOtherSessions, renewSession } from '../accounts/session-store.ts'
import { pickTranslation, readCompany } from '#content/company.ts'
import { recordAudit } from '#platform/audit.ts'
import { createReadableCode, hashToken } from '#platform/codes.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { conflict, invalid, notFound } from '#platform/errors.ts'
import { emailFactorEvent } from './factor-emails.ts'
import { buildOtpauthUrl, toBase32, SECRET_LENGTH_BYTES, findStep } from './totp.ts'

export async function listFactors(db: Database, accountId: number) {
  const app = await db
    .selectFrom('authenticator')
    .select('confirmed_at')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const passkeys = await db
    .selectFrom('passkey')
    .select(['id', 'name', 'transports', 'created_at', 'used_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
  const { left: remainingCodes } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll().as('left'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { appSince: app?.confirmed_at ?? null, passkeys, recoveryLeft: Number(remainingCodes) }
}

export interface NewApp {
  /** The secret as text, for users who cannot scan the QR code. */
  secret: string
  address: string
  /** The address as a QR code: modules per side, and the dark modules as an SVG path. */
  squares: { side: number; path: string }
}

/** Creates a secret for an authenticator app. The factor is active once `confirmAuthenticatorApp` gets a valid code. */
export async function setUpAuthenticatorApp(db: Database, ctx: RequestContext): Promise<NewApp> {
  const { id, name } = ctx.account!
  const currentFactors = await listFactors(db, id)
  if (currentFactors.appSince !== null) throw conflict('error.app_exists')
  const secret = randomBytes(SECRET_LENGTH_BYTES)
  const row = { account_id: id, secret, created_at: ctx.now, confirmed_at: null, last_step: 0 }
  await db
    .insertInto('authenticator')
    .values(row)
    .onConflict((again) => again.column('account_id').doUpdateSet(row).where('authenticator.confirmed_at', 'is', null))
    .execute()
  const company = pickTranslation((await readCompany(db)).shortName, 'en')
  const otpauthUrl = buildOtpauthUrl(secret, company, name)
  return { secret: toBase32(secret), address: otpauthUrl, squares: toQrSquares(otpauthUrl) }
}

function toQrSquares(text: string): NewApp['squares'] {
  const { data, size } = encode(text, { border: 0 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { side: size, path }
}

/** The new token of the session, and recovery codes if the account had no unused ones. */
export interface AddedFactor {
  codes: string[]
  token: string
}

/** Activates the app with its first code. */
export async function confirmAuthenticatorApp(
  db: Database,
  ctx: RequestContext,
  { code }: { code: string },
): Promise<AddedFactor> {
  const { id } = ctx.account!
  return inTransaction(db, async (transaction) => {
    await lockAccount(transaction, id).execute()
    const app = await transaction
      .selectFrom('authenticator')
      .selectAll()
      .where('account_id', '=', id)
      .executeTakeFirst()
    if (!app || app.confirmed_at !== null) throw conflict('error.app_not_started')
    const step = findStep(app.secret, code, ctx.now, app.last_step)
    if (step === null) throw invalid({ code: 'error.code_wrong' })
    await transaction
      .updateTable('authenticator')
      .set({ confirmed_at: ctx.now, last_step: step })
      .where('account_id', '=', id)
      .execute()
    return completeNewFactor(transaction, ctx, 'authenticator added')
  })
}

/**
 * Completes a new factor. The current session counts as verified and gets a new token. All others end because one may
 * be a stranger's. Creates recovery codes if the account has no unused ones.
 */
export async function completeNewFactor(
  db: Database,
  ctx: RequestContext,
  action: 'authenticator added' | 'passkey added',
): Promise<AddedFactor> {
  const { id } = ctx.account!
  await db
    .updateTable('account')
    .set(({ eb }) => ({ second_factors: eb('second_factors', '+', 1) }))
    .where('id', '=', id)
    .execute()
  const token = await renewSession(db, ctx)
  await endOtherSessions(db, { ...ctx, token })
  await recordAudit(db, { at: ctx.now, accountId: id, action, subject: `account ${id}`, address: ctx.address })
  await emailFactorEvent(db, ctx, action)
  const { recoveryLeft } = await listFactors(db, id)
  return { codes: recoveryLeft > 0 ? [] : await replaceRecoveryCodes(db, id), token }
}

export async function removeAuthenticatorApp(db: Database, ctx: RequestContext): Promise<void> {
  await removeFactor(db, ctx, 'authenticator removed', async (transaction, id) => {
    const deletedAuthenticator = await transaction
      .deleteFrom('authenticator')
      .where('account_id', '=', id)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst()
    return deletedAuthenticator.numDeletedRows === 1n
  })
}

/**
 * Removes a factor, and the recovery codes with the last factor. An owner must keep at least one factor, except in the
 * demo.
 */
export async function removeFactor(
  db: Database,
  ctx: RequestContext,
  action: 'authenticator removed' | 'passkey removed',
  remove: (db: Database, accountId: number) => Promise<boolean>,
): Promise<void> {
  const { id, role } = ctx.account!
  await inTransaction(db, async (transaction) => {
    await lockAccount(transaction, id).execute()
    if (!(await remove(transaction, id))) throw notFound()
    const { second_factors: remainingFactors } = await transaction
      .updateTable('account')
      .set(({ eb }) => ({ second_factors: eb('second_factors', '-', 1) }))
      .where('id', '=', id)
      .returning('second_factors')
      .executeTakeFirstOrThrow()
    if (remainingFactors === 0 && role === 'owner' && !ctx.context.isDemo) throw conflict('error.last_factor')
    if (remainingFactors === 0) await transaction.deleteFrom('recovery_code').where('account_id', '=', id).execute()
    await recordAudit(transaction, {
      at: ctx.now,
      accountId: id,
      action,
      subject: `account ${id}`,
      address: ctx.address,
    })
    await emailFactorEvent(transaction, ctx, action)
  })
}

const RECOVERY_CODE_COUNT = 10
/** The length of a recovery code: 140 bits. A stolen hash of it cannot be reversed, so it needs no slow hash. */
const CODE_LENGTH = 28

/** Replaces the recovery codes. Old codes stop working. */
export async function renewRecoveryCodes(db: Database, ctx: RequestContext): Promise<string[]> {
  const { id } = ctx.account!
  return inTransaction(db, async (transaction) => {
    await lockAccount(transaction, id).execute()
    const { appSince, passkeys } = await listFactors(transaction, id)
    if (appSince === null && passkeys.length === 0) throw conflict('error.no_factor')
    await recordAudit(transaction, {
      at: ctx.now,
      accountId: id,
      action: 'recovery codes renewed',
      subject: `account ${id}`,
      address: ctx.address,
    })
    return replaceRecoveryCodes(transaction, id)
  })
}

async function replaceRecoveryCodes(db: Database, accountId: number): Promise<string[]> {
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => createReadableCode(CODE_LENGTH))
  await db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ account_id: accountId, code_hash: hashToken(code), used_at: null })))
    .execute()
  return codes.map((code) => code.match(/.{4}/g)!.join('-'))
}
