import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { UserError, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { enforceRateLimit } from '#platform/http/rate-limit.ts'
import { findTakenNames } from './taken-names.ts'
import { validatePasswordFields } from './password-validation.ts'

export interface NewMember {
  name: string
  email: string
  username?: string
  password: string
  /** Only the form with two password fields sends it. */
  password_confirmation?: string
  inviteCode?: string | undefined
}

/**
 * Limits per network how often a sign-up reveals that an account exists: by creating one, or by an error that reports
 * only taken names. `namesLimit` applies if there are other errors as well.
 */
export const signUpLimit = { bucket: 'sign-up', times: 15, seconds: 3600, per: 'network' } as const
const namesLimit = { bucket: 'sign-up-names', times: 5, seconds: 3600, per: 'network' } as const

/** Validates a sign-up form without looking at names that other accounts use. */
export async function validateMemberForm(db: Database, member: Partial<NewMember>): Promise<FieldMessages> {
  const { inviteCode } = member
  return {
    ...validatePasswordFields('password', member, member),
    ...(inviteCode &&
      !(await findAccountByReferralCode(db, inviteCode)) && { inviteCode: [{ key: 'error.referral_code' } as const] }),
  }
}

/**
 * Validates the form of a new member. Reports taken names too, but only a few times per hour. After that, a form that
 * is rejected for other errors does not mention them.
 */
export async function validateMember(
  db: Database,
  ctx: RequestContext,
  member: Partial<NewMember>,
): Promise<ValidationResult> {
  const fieldErrors = await validateMemberForm(db, member)
  if (member.email === undefined && member.username === undefined) return { fieldErrors }
  const mayRevealTakenNames = await enforceRateLimit(db, ctx, namesLimit).then(() => true, rethrowUnlessRateLimited)
  return {
    fieldErrors: mayRevealTakenNames ? { ...(await findTakenNames(db, ctx.now, member)), ...fieldErrors } : fieldErrors,
  }
}

function rethrowUnlessRateLimited(error: unknown): false {
  if (error instanceof UserError && error.status === 429) return false
  throw error
}

export const findAccountByReferralCode = (db: Database, code: string) =>
  db
    .selectFrom('account')
    .select('id')
    .where('referral_code', '=', code.toUpperCase())
    .where('closed_at', 'is', null)
    .executeTakeFirst()
