import type { Insertable } from 'kysely'
import { enqueueEmail } from '#mail/outbox.ts'
import { recordAudit } from '#platform/audit.ts'
import { createReadableCode } from '#platform/codes.ts'
import { findConstraintName } from '#platform/database/constraint.ts'
import type { RequestContext, CallerAccount } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { invalid, invalidFields, UserError, assertValid } from '#platform/errors.ts'
import { enforceRateLimit } from '#platform/http/rate-limit.ts'
import {
  findStoredAnswer,
  makeIdempotently,
  storeAnswer,
  hashIdempotencyKey,
} from '#platform/database/idempotency-key.ts'
import type { Tables } from '#schema/tables.ts'
import type { Language } from '#routes/public.ts'
import { composeWelcomeEmail } from './emails.ts'
import {
  findAccountByReferralCode,
  validateMemberForm,
  validateMember,
  signUpLimit,
  type NewMember,
} from './member-validation.ts'
import { findTakenNames } from './taken-names.ts'
import { toEmailKey, toUsernameKey } from './names.ts'
import { hashPassword, isPassword } from './password.ts'
import { storeSearchWords } from './account-search-words.ts'
import { createLinkToken } from './signed-link.ts'
import { DAY_MS } from '#platform/durations.ts'

interface GuestForm {
  name: string
  email: string
  phone: string
}

/**
 * Creates a new guest on each call, even if an account with this email address exists. Only the idempotency key of the
 * first request returns the same guest again.
 */
export function registerGuest(db: Database, ctx: RequestContext, form: GuestForm): Promise<CallerAccount> {
  const { now, language } = ctx
  const { name, email, phone } = form
  const toGuest = (id: number) => ({ id, role: 'guest', name }) as const
  const idempotentRequest = { scope: 'guest', key: hashIdempotencyKey(ctx), request: form }
  return makeIdempotently(db, idempotentRequest, now, {
    async find(transaction, answer) {
      const row = await selectCreatedAccount(transaction, answer).where('role', '=', 'guest').executeTakeFirst()
      return row && toGuest(row.id)
    },
    async make(transaction) {
      const { id } = await insertAccount(transaction, {
        name,
        email,
        phone,
        role: 'guest',
        language,
        created_at: now,
      })
      return toGuest(id)
    },
    answerOf: ({ id }) => encodeAnswer(id, now),
  })
}

/** Creates a member account. A retry with the same idempotency key finds the account that it created. */
export async function registerMember(db: Database, ctx: RequestContext, member: NewMember): Promise<void> {
  const idempotentRequest = toIdempotentRequest(ctx, member)
  if (await hasSignedUp(db, ctx, member, idempotentRequest)) return
  try {
    await signUp(db, ctx, member, idempotentRequest)
  } catch (error) {
    // A concurrent duplicate of this request may have created the account first. Its name and address are then "taken".
    if (!(error instanceof UserError && (await hasSignedUp(db, ctx, member, idempotentRequest)))) throw error
  }
}

type IdempotentRequest = Parameters<typeof findStoredAnswer>[1]

/**
 * The password is not stored with the request, not even as a hash. A retry is checked against the account's password.
 */
function toIdempotentRequest(
  ctx: RequestContext,
  { password: _, password_confirmation: __, ...request }: NewMember,
): IdempotentRequest {
  return { scope: 'sign-up', key: hashIdempotencyKey(ctx), request }
}

/** Identifies a sign-up in the queue for password hashing. */
const getSignUpCaller = (address: string | null, email: string) => ({
  address,
  account: `sign-up ${toEmailKey(email)}`,
})

async function hasSignedUp(
  db: Database,
  { address }: RequestContext,
  { email, password }: NewMember,
  idempotentRequest: IdempotentRequest,
): Promise<boolean> {
  const storedAnswer = await findStoredAnswer(db, idempotentRequest)
  const account = storedAnswer && (await selectCreatedAccount(db, storedAnswer).executeTakeFirst())
  return account ? isPassword(password, account.password, getSignUpCaller(address, email)) : false
}

/** Includes the creation time because the ID of a deleted row may be reused. */
const encodeAnswer = (id: number, now: number): string => `${id} ${now}`

function selectCreatedAccount(db: Database, storedAnswer: string) {
  const [id, created_at] = storedAnswer.split(' ').map(Number)
  const account = db.selectFrom('account').select(['id', 'password']).where('closed_at', 'is', null)
  return account.where('id', '=', id!).where('created_at', '=', created_at!)
}

const CONFIRM_TTL_DAYS = 7

async function signUp(
  db: Database,
  ctx: RequestContext,
  member: NewMember,
  idempotentRequest: IdempotentRequest,
): Promise<void> {
  const { now, language, context } = ctx
  const isInvalid = Object.keys(await validateMemberForm(db, member)).length > 0
  if (isInvalid) throw invalidFields((await validateMember(db, ctx, member)).fieldErrors)
  await enforceRateLimit(db, ctx, signUpLimit)
  assertValid(await findTakenNames(db, now, member))
  const passwordHash = await hashPassword(member.password, getSignUpCaller(ctx.address, member.email))
  const insertMember = () =>
    inTransaction(db, async (transaction) => {
      const referrer = member.inviteCode ? await findAccountByReferralCode(transaction, member.inviteCode) : undefined
      const username = member.username ?? (await deriveUsername(transaction, member.email))
      const { id: accountId } = await insertAccount(transaction, {
        role: 'member',
        name: member.name,
        email: member.email,
        email_key: toEmailKey(member.email),
        username,
        username_key: toUsernameKey(username),
        password: passwordHash,
        language,
        referral_code: createReadableCode(8),
        referred_by: referrer?.id ?? null,
        created_at: now,
      })
      await storeAnswer(transaction, idempotentRequest, encodeAnswer(accountId, now), now)
      await recordAudit(transaction, { at: now, accountId, action: 'account created', subject: `account ${accountId}` })
      const expiresAt = now + CONFIRM_TTL_DAYS * DAY_MS
      const token = await createLinkToken(transaction, now, {
        purpose: 'confirm-email',
        accountId,
        payload: member.email,
        expiresAt,
      })
      // An email to an unverified address contains no text that the user typed. A username derived from the address is
      // allowed.
      const derivedUsername = member.username === undefined ? username : null
      await enqueueEmail(
        transaction,
        now,
        member.email,
        language,
        composeWelcomeEmail(language, derivedUsername, context.publicUrl, token, CONFIRM_TTL_DAYS),
      )
    })
  await reportTakenNames(() =>
    insertMember().catch((error: unknown) => {
      const constraint = findConstraintName(error)
      const isDerivedNameTaken = member.username === undefined && constraint === 'account_username'
      return isDerivedNameTaken || constraint === 'account_referral_code' ? insertMember() : Promise.reject(error)
    }),
  )
}

/** Work in the transaction that confirms an address, to link other records to the account. */
export type OnAddressConfirmed = (db: Database, now: number, accountId: number, email: string) => Promise<void>

export type ProfileRow = Awaited<ReturnType<typeof loadProfile>>

/** The profile of an account. Guests have no username. */
export async function loadProfile(db: Database, accountId: number) {
  const { email_confirmed_at, ...row } = await db
    .selectFrom('account')
    .select([
      'id',
      'role',
      'name',
      'email',
      'email_confirmed_at',
      'phone',
      'company_name',
      'preferences',
      'username',
      'language',
      'referral_code',
      'created_at',
      'closed_at',
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return {
    ...row,
    username: row.username ?? '',
    language: row.language as Language,
    isConfirmed: email_confirmed_at !== null,
  }
}

/** Locks the account row until the end of the transaction. */
export const lockAccount = (db: Database, accountId: number) =>
  db
    .updateTable('account')
    .set((row) => ({ role: row.ref('role') }))
    .where('id', '=', accountId)

/** Runs `work` and reports a taken email address or username as a field error. */
export async function reportTakenNames<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const constraint = findConstraintName(error)
    if (constraint === 'account_email') throw invalid({ email: 'error.email_taken' })
    if (constraint === 'account_username') throw invalid({ username: 'error.username_taken' })
    throw error
  }
}

type AccountRow = Omit<Insertable<Tables['account']>, 'id' | 'suspended_at' | 'closed_at'>
const emptyAccount = {
  email_key: null,
  email_confirmed_at: null,
  username: null,
  username_key: null,
  phone: null,
  company_name: null,
  password: null,
  referral_code: null,
  referred_by: null,
  staff_role_id: null,
  suspended_at: null,
  closed_at: null,
}

export async function insertAccount(
  db: Database,
  account: Omit<AccountRow, keyof typeof emptyAccount> & Partial<AccountRow>,
): Promise<{ id: number }> {
  const createdAccount = await db
    .insertInto('account')
    .values({ ...emptyAccount, ...account })
    .returning(['id', 'name', 'email', 'phone'])
    .executeTakeFirstOrThrow()
  await storeSearchWords(db, createdAccount)
  return { id: createdAccount.id }
}

/** Derives a username from the email address for the short sign-up form. Members can change it in their profile. */
async function deriveUsername(db: Database, email: string): Promise<string> {
  const localPart = email
    .split('@')[0]!
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 20)
  const baseName = localPart.length >= 3 ? localPart : 'member'
  const existingAccount = await db
    .selectFrom('account')
    .select('id')
    .where('username_key', '=', toUsernameKey(baseName))
    .executeTakeFirst()
  return existingAccount ? `${baseName}-${createReadableCode(6).toLowerCase()}` : baseName
}

/** Lists the active owners with an email address. They receive the notices of the system. */
export async function listOwnersToNotify(db: Database): Promise<{ name: string; email: string; language: Language }[]> {
  const owners = await db
    .selectFrom('account')
    .select(['name', 'email', 'language'])
    .where('role', '=', 'owner')
    .where('closed_at', 'is', null)
    .where('suspended_at', 'is', null)
    .where('email', '<>', '')
    .orderBy('id')
    .execute()
  return owners.map(({ name, email, language }) => ({ name, email: email!, language: language as Language }))
}
