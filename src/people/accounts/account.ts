import type { Insertable } from 'kysely'
import { enqueueEmail } from '#mail/outbox.ts'
import { recordAudit } from '#platform/work/audit.ts'
import { readableCode } from '#platform/codes.ts'
import { constraintOf } from '#platform/database/constraint.ts'
import type { RequestContext, AskerAccount } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { invalid, invalidFields, UserError, assertValid } from '#platform/errors.ts'
import { enforceRateLimit } from '#platform/http/rate-limit.ts'
import { keptAnswer, makeIdempotently, rememberAnswer, idempotencyKeyHash } from '#platform/database/idempotency-key.ts'
import type { Tables } from '#schema/tables.ts'
import type { Language } from '#routes/public.ts'
import { welcomeEmail } from './emails.ts'
import { accountWithCode, errorsOfMember, validateMember, signUpLimit, type NewMember } from './member-faults.ts'
import { namesTaken } from './names-taken.ts'
import { emailKey, usernameKey } from './names.ts'
import { hashPassword, isPassword } from './password.ts'
import { keepPersonWords } from './person-words.ts'
import { signLink } from './signed-link.ts'

interface GuestForm {
  name: string
  email: string
  phone: string
}

/**
 * A new guest each time: an e-mail address that someone typed opens nothing of whoever owns it. Only the secret key of
 * the request that made a guest leads back to the same one.
 */
export function registerGuest(db: Database, ctx: RequestContext, form: GuestForm): Promise<AskerAccount> {
  const { now, language } = ctx
  const { name, email, phone } = form
  const guest = (id: number) => ({ id, role: 'guest', name }) as const
  const asked = { scope: 'guest', key: idempotencyKeyHash(ctx), request: form }
  return makeIdempotently(db, asked, now, {
    async find(at, answer) {
      const row = await accountMade(at, answer).where('role', '=', 'guest').executeTakeFirst()
      return row && guest(row.id)
    },
    async make(at) {
      const { id } = await insertAccount(at, {
        name,
        email,
        phone,
        role: 'guest',
        language,
        created_at: now,
      })
      return guest(id)
    },
    answerOf: ({ id }) => answerOf(id, now),
  })
}

/** A new member. Sent again under its own key, the form finds the account that it has made. */
export async function registerMember(db: Database, ctx: RequestContext, member: NewMember): Promise<void> {
  const asked = signUpAsked(ctx, member)
  if (await hasSignedUp(db, ctx, member, asked)) return
  try {
    await signUp(db, ctx, member, asked)
  } catch (error) {
    // A twin was faster: then it is by its own name and address that this one is refused.
    if (!(error instanceof UserError && (await hasSignedUp(db, ctx, member, asked)))) throw error
  }
}

type Asked = Parameters<typeof keptAnswer>[1]

/** Of the password nothing is kept with the request, not even a hash: that of the account is asked. */
function signUpAsked(ctx: RequestContext, { password: _, password_confirmation: __, ...request }: NewMember): Asked {
  return { scope: 'sign-up', key: idempotencyKeyHash(ctx), request }
}

/** Whose turn it takes to have a password hashed. */
const signingUp = (address: string | null, email: string) => ({ address, account: `sign-up ${emailKey(email)}` })

async function hasSignedUp(
  db: Database,
  { address }: RequestContext,
  { email, password }: NewMember,
  asked: Asked,
): Promise<boolean> {
  const answer = await keptAnswer(db, asked)
  const account = answer && (await accountMade(db, answer).executeTakeFirst())
  return account ? isPassword(password, account.password, signingUp(address, email)) : false
}

/** With its moment, because the number of a row that is gone may be given to another. */
const answerOf = (id: number, now: number): string => `${id} ${now}`

function accountMade(db: Database, answer: string) {
  const [id, created_at] = answer.split(' ').map(Number)
  const account = db.selectFrom('account').select(['id', 'password']).where('closed_at', 'is', null)
  return account.where('id', '=', id!).where('created_at', '=', created_at!)
}

const CONFIRM_LASTS_DAYS = 7
const DAY_MS = 24 * 3_600_000

async function signUp(db: Database, ctx: RequestContext, member: NewMember, asked: Asked): Promise<void> {
  const { now, language, context } = ctx
  const isWrong = Object.keys(await errorsOfMember(db, member)).length > 0
  if (isWrong) throw invalidFields((await validateMember(db, ctx, member)).fieldErrors)
  await enforceRateLimit(db, ctx, signUpLimit)
  assertValid(await namesTaken(db, now, member))
  const password = await hashPassword(member.password, signingUp(ctx.address, member.email))
  const insert = () =>
    inTransaction(db, async (transaction) => {
      const referrer = member.inviteCode ? await accountWithCode(transaction, member.inviteCode) : undefined
      const username = member.username ?? (await freeUsername(transaction, member.email))
      const { id: accountId } = await insertAccount(transaction, {
        role: 'member',
        name: member.name,
        email: member.email,
        email_key: emailKey(member.email),
        username,
        username_key: usernameKey(username),
        password,
        language,
        referral_code: readableCode(8),
        referred_by: referrer?.id ?? null,
        created_at: now,
      })
      await rememberAnswer(transaction, asked, answerOf(accountId, now), now)
      await recordAudit(transaction, { at: now, accountId, action: 'account opened', subject: `account ${accountId}` })
      const expiresAt = now + CONFIRM_LASTS_DAYS * DAY_MS
      const token = await signLink(transaction, now, {
        purpose: 'confirm-email',
        accountId,
        payload: member.email,
        expiresAt,
      })
      // What somebody typed may stand in no letter to an address that may be another's; a name made of it may.
      const ownName = member.username === undefined ? username : null
      await enqueueEmail(
        transaction,
        now,
        member.email,
        language,
        welcomeEmail(language, ownName, context.publicUrl, token, CONFIRM_LASTS_DAYS),
      )
    })
  await refusingTaken(() =>
    insert().catch((error: unknown) => {
      const constraint = constraintOf(error)
      const nameWasFree = member.username === undefined && constraint === 'account_username'
      return nameWasFree || constraint === 'account_referral_code' ? insert() : Promise.reject(error)
    }),
  )
}

export type ProfileRow = Awaited<ReturnType<typeof profileOf>>

/** What a member is known by. Guests have none. */
export async function profileOf(db: Database, accountId: number) {
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

/** Nobody else changes the account until this transaction ends. */
export const lockAccount = (db: Database, accountId: number) =>
  db
    .updateTable('account')
    .set((row) => ({ role: row.ref('role') }))
    .where('id', '=', accountId)

/** Says of a name that another account was faster to take, under its field, that it has it. */
export async function refusingTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const constraint = constraintOf(error)
    if (constraint === 'account_email') throw invalid({ email: 'error.email_taken' })
    if (constraint === 'account_username') throw invalid({ username: 'error.username_taken' })
    throw error
  }
}

type AccountWords = Omit<Insertable<Tables['account']>, 'id' | 'suspended_at' | 'closed_at'>
const nothingKnown = {
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
  account: Omit<AccountWords, keyof typeof nothingKnown> & Partial<AccountWords>,
): Promise<{ id: number }> {
  const person = await db
    .insertInto('account')
    .values({ ...nothingKnown, ...account })
    .returning(['id', 'name', 'email', 'phone'])
    .executeTakeFirstOrThrow()
  await keepPersonWords(db, person)
  return { id: person.id }
}

/** The short form of signing up has no username: it is made from the address, and can be changed in the profile. */
async function freeUsername(db: Database, email: string): Promise<string> {
  const letters = email
    .split('@')[0]!
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 20)
  const stem = letters.length >= 3 ? letters : 'member'
  const taken = await db
    .selectFrom('account')
    .select('id')
    .where('username_key', '=', usernameKey(stem))
    .executeTakeFirst()
  return taken ? `${stem}-${readableCode(6).toLowerCase()}` : stem
}

/** Those to whom the house writes of itself: owners who can come in, and can be written to. */
export async function ownersToTell(db: Database): Promise<{ name: string; email: string; language: Language }[]> {
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
