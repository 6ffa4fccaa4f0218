import type { Insertable } from 'kysely'
import { post } from '../messages/outbox.ts'
import { readableCode } from '../platform/codes.ts'
import { constraintOf } from '../platform/constraint.ts'
import type { AskerAccount } from '../platform/contract.ts'
import { inTransaction, type Database } from '../platform/database.ts'
import { invalid, invalidFields } from '../platform/errors.ts'
import type { Tables } from '../tables.ts'
import type { Language } from '../urls.ts'
import { wordsIn } from '../words/both.ts'
import { emailKey, isUsername, usernameKey } from './names.ts'
import { faultOfPassword } from './password-fault.ts'
import { hashPassword, isPassword } from './password.ts'
import { endOtherSessions } from './session-store.ts'

interface NewMember {
  name: string
  email: string
  username?: string
  password: string
  inviteCode?: string | undefined
}

/** A new guest each time: an e-mail address that someone typed opens nothing of whoever owns it. */
export async function registerGuest(db: Database, now: number, guest: { name: string; email: string; phone: string }, language: Language): Promise<AskerAccount> {
  const { id } = await insertAccount(db, { ...guest, role: 'guest', language, created_at: now })
  return { id, role: 'guest', name: guest.name }
}

export async function registerMember(db: Database, now: number, member: NewMember, language: Language): Promise<void> {
  const fault = faultOfPassword(member.password, { ...member, username: member.username ?? '' })
  if (fault) throw invalidFields({ password: fault })
  if (member.username !== undefined && !isUsername(member.username)) throw invalid({ username: 'error.username_form' })
  const password = await hashPassword(member.password)
  const signUp = () =>
    inTransaction(db, async (transaction) => {
      const referrer = member.inviteCode ? await accountWithCode(transaction, member.inviteCode) : undefined
      if (member.inviteCode && !referrer) throw invalid({ inviteCode: 'error.invite_code' })
      const username = member.username ?? (await freeUsername(transaction, member.email))
      await insertAccount(transaction, {
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
      await welcome(transaction, now, { ...member, username }, language)
    })
  await refusingTaken(() => signUp().catch((error: unknown) => {
    const nameWasFree = member.username === undefined && constraintOf(error) === 'account_username'
    return nameWasFree ? signUp() : Promise.reject(error)
  }))
}

/** Whose name and password these are. Whether the name is known cannot be told from the answer or its time. */
export async function signIn(db: Database, name: string, password: string): Promise<AskerAccount | null> {
  const byEmail = name.includes('@')
  const account = await db
    .selectFrom('account')
    .select(['id', 'role', 'name', 'password', 'suspended_at', 'closed_at'])
    .where(byEmail ? 'email_key' : 'username_key', '=', byEmail ? emailKey(name) : usernameKey(name))
    .executeTakeFirst()
  const right = await isPassword(password, account?.password ?? null)
  if (!account || !right || account.suspended_at !== null || account.closed_at !== null) return null
  return { id: account.id, role: account.role, name: account.name }
}

export async function changePassword(db: Database, accountId: number, keepToken: string, oldPassword: string, newPassword: string): Promise<void> {
  const account = await profileOf(db, accountId)
  if (!(await isPassword(oldPassword, account.password))) throw invalid({ old_password: 'error.password_wrong' })
  const fault = faultOfPassword(newPassword, { name: account.name, email: account.email, username: account.username ?? '' })
  if (fault) throw invalidFields({ new_password: fault })
  const password = await hashPassword(newPassword)
  await inTransaction(db, async (transaction) => {
    await transaction.updateTable('account').set({ password }).where('id', '=', accountId).execute()
    await endOtherSessions(transaction, accountId, keepToken)
  })
}

export const profileOf = (db: Database, accountId: number) =>
  db
    .selectFrom('account')
    .select(['name', 'email', 'phone', 'company_name', 'username', 'role', 'password'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()

interface Profile {
  name: string
  email: string
  /** Undefined: as before. */
  phone: string | undefined
  company: string | undefined
  username: string
}

export async function updateProfile(db: Database, accountId: number, profile: Profile): Promise<void> {
  if (!isUsername(profile.username)) throw invalid({ username: 'error.username_form' })
  await refusingTaken(() =>
    db
      .updateTable('account')
      .set({
        name: profile.name,
        email: profile.email,
        email_key: emailKey(profile.email),
        phone: profile.phone,
        company_name: profile.company,
        username: profile.username,
        username_key: usernameKey(profile.username),
      })
      .where('id', '=', accountId)
      .execute(),
  )
}

type AccountWords = Omit<Insertable<Tables['account']>, 'id' | 'suspended_at' | 'closed_at'>
const nothingKnown = {
  email_key: null, username: null, username_key: null, phone: null, company_name: null, password: null,
  referral_code: null, referred_by: null, suspended_at: null, closed_at: null,
}

export const insertAccount = (db: Database, account: Omit<AccountWords, keyof typeof nothingKnown> & Partial<AccountWords>) =>
  db.insertInto('account').values({ ...nothingKnown, ...account }).returning('id').executeTakeFirstOrThrow()

const accountWithCode = (db: Database, code: string) =>
  db.selectFrom('account').select('id').where('referral_code', '=', code.toUpperCase()).where('closed_at', 'is', null).executeTakeFirst()

/** The short form of signing up has no username: it is made from the address, and can be changed in the profile. */
async function freeUsername(db: Database, email: string): Promise<string> {
  const letters = email.split('@')[0]!.replace(/[^A-Za-z0-9]/g, '').slice(0, 20)
  const stem = letters.length >= 3 ? letters : 'member'
  const taken = await db.selectFrom('account').select('id').where('username_key', '=', usernameKey(stem)).executeTakeFirst()
  return taken ? `${stem}-${readableCode(6).toLowerCase()}` : stem
}

async function welcome(db: Database, now: number, { name, email, username }: { name: string; email: string; username: string }, language: Language): Promise<void> {
  const { t } = wordsIn(language)
  await post(db, now, email, language, {
    subject: t('mail.welcome_subject'),
    paragraphs: [t('mail.greeting', { name }), t('mail.welcome_text', { username })],
  })
}

async function refusingTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const constraint = constraintOf(error)
    if (constraint === 'account_email') throw invalid({ email: 'error.email_taken' })
    if (constraint === 'account_username') throw invalid({ username: 'error.username_taken' })
    throw error
  }
}
