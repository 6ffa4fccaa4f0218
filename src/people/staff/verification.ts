import { renewSession } from '../accounts/session-store.ts'
import { confirmPassword } from '../accounts/sign-in.ts'
import { recordAudit } from '#platform/audit.ts'
import { hashToken } from '#platform/codes.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import { limitAttempts } from '#platform/http/attempts.ts'
import { emailFactorEvent } from './factor-emails.ts'
import { verifyPasskey, type PasskeyAssertion } from './passkeys.ts'
import { findStep } from './totp.ts'

/** Input for a verification: a second factor, or the password if there is none. */
interface Verification {
  /** A six-digit app code or a recovery code. */
  code?: string | undefined
  passkey?: PasskeyAssertion | undefined
  password?: string | undefined
}

/**
 * Verifies the user of a session at sign-in and before sensitive actions: with a second factor, or with the password if
 * there is none. Returns the new token of the session. Attempts with a second factor are counted per account, so
 * someone who stole the password cannot guess codes.
 */
export async function verify(db: Database, ctx: RequestContext, verification: Verification): Promise<string> {
  const { id } = ctx.account!
  const { second_factors } = await db
    .selectFrom('account')
    .select('second_factors')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (second_factors === 0) return verifyPassword(db, ctx, verification.password ?? '')
  const factor = verification.passkey ? 'passkey' : 'code'
  const newToken = await limitAttempts(db, ctx, `second factor of ${id}`, () =>
    inTransaction(db, async (transaction) => {
      const isValid = verification.passkey
        ? await verifyPasskey(transaction, ctx, verification.passkey)
        : await consumeCode(transaction, ctx, verification.code ?? '')
      return isValid ? renewSession(transaction, ctx) : null
    }),
  )
  await recordAudit(db, {
    at: ctx.now,
    accountId: id,
    action: newToken ? 'second factor confirmed' : 'second factor rejected',
    subject: `account ${id}`,
    details: { factor },
    address: ctx.address,
  })
  if (!newToken) throw invalid({ [factor]: factor === 'code' ? 'error.code_wrong' : 'error.passkey_wrong' })
  return newToken
}

async function verifyPassword(db: Database, ctx: RequestContext, password: string): Promise<string> {
  if (!(await confirmPassword(db, ctx, password))) throw invalid({ password: 'error.password_incorrect' })
  return renewSession(db, ctx)
}

/** Returns whether the code is valid, and uses it up. Each code works once, even for concurrent requests. */
async function consumeCode(db: Database, ctx: RequestContext, typedCode: string): Promise<boolean> {
  const code = normalizeCode(typedCode)
  return /^\d{6}$/.test(code) ? consumeAppCode(db, ctx, code) : consumeRecoveryCode(db, ctx, code)
}

async function consumeAppCode(db: Database, { account, now }: RequestContext, code: string): Promise<boolean> {
  const app = await db
    .selectFrom('authenticator')
    .select(['secret', 'last_step'])
    .where('account_id', '=', account!.id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const step = app && findStep(app.secret, code, now, app.last_step)
  if (!step) return false
  const updateResult = await db
    .updateTable('authenticator')
    .set({ last_step: step })
    .where('account_id', '=', account!.id)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return updateResult.numUpdatedRows === 1n
}

async function consumeRecoveryCode(db: Database, ctx: RequestContext, code: string): Promise<boolean> {
  const updateResult = await db
    .updateTable('recovery_code')
    .set({ used_at: ctx.now })
    .where('account_id', '=', ctx.account!.id)
    .where('code_hash', '=', hashToken(code.toUpperCase()))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (updateResult.numUpdatedRows === 0n) return false
  await emailFactorEvent(db, ctx, 'recovery code used')
  return true
}

/** Removes spaces and hyphens and converts Bengali digits. */
const normalizeCode = (text: string) =>
  text.replace(/[\s-]/g, '').replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - '০'.charCodeAt(0)))
