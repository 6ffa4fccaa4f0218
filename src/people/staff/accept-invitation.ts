import { insertAccount, lockAccount, reportTakenNames } from '../accounts/account.ts'
import { findTakenNames } from '../accounts/taken-names.ts'
import { toEmailKey, toUsernameKey } from '../accounts/names.ts'
import { validatePasswordFields } from '../accounts/password-validation.ts'
import { hashPassword } from '../accounts/password.ts'
import { replaceSearchWords } from '../accounts/account-search-words.ts'
import { deleteSecondFactors } from '../accounts/second-factors.ts'
import { beginSession, endAllSessions } from '../accounts/session-store.ts'
import { findValidLink, findLinkError, createLinkToken, consumeLink, withdrawLinks } from '../accounts/signed-link.ts'
import { recordAudit } from '#platform/audit.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { assertValid } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import type { Role } from '#schema/accounts.ts'
import { inLanguage, type Language } from '#routes/public.ts'
import { officePages } from '#routes/office.ts'
import { HOUR_MS } from '#platform/durations.ts'

// An invitation to the office is accepted once, through its link.

/** The data that the invited person enters. */
interface InvitationForm {
  token: string
  name: string
  username: string
  password: string
  password_confirmation: string
}

/** Creates a staff account. Nobody can sign in to it before the invitation is accepted. */
export const createStaffAccount = async (
  db: Database,
  now: number,
  { email, language, ...roleFields }: { role: Role; email: string; language: Language; staff_role_id: number | null },
): Promise<number> =>
  (await insertAccount(db, { ...roleFields, name: '', email, email_key: toEmailKey(email), language, created_at: now }))
    .id

/** Creates the invitation link. Earlier links stop working. */
export async function createInvitationLink(
  db: Database,
  now: number,
  publicUrl: string,
  { id, language, validHours }: { id: number; language: Language; validHours: number },
): Promise<string> {
  await withdrawLinks(db, now, id, ['take-a-place']).execute()
  const expiresAt = now + validHours * HOUR_MS
  const token = await createLinkToken(db, now, { purpose: 'take-a-place', accountId: id, payload: '', expiresAt })
  return `${publicUrl}${inLanguage(officePages.welcome, language)}#token=${token}`
}

/** Returns the invited account of a valid link. */
export async function readInvitation(db: Database, { now }: RequestContext, { token }: { token: string }) {
  return findInvitation(db, now, token)
}

async function findInvitation(db: Database, now: number, token: string) {
  const link = await findValidLink(db, now, 'take-a-place', token)
  const account =
    link &&
    (await db
      .selectFrom('account')
      .select(['id', 'role', 'email', 'name', 'username'])
      .where('id', '=', link.account_id)
      .where('suspended_at', 'is', null)
      .where('closed_at', 'is', null)
      .executeTakeFirst())
  if (!account) throw await findLinkError(db, now, 'take-a-place', token)
  return account
}

/** Reports all errors of the form together. */
export async function validateAcceptance(
  db: Database,
  { now }: RequestContext,
  form: Partial<InvitationForm>,
): Promise<ValidationResult> {
  const account = form.token === undefined ? undefined : await findInvitation(db, now, form.token)
  const { name, username } = form
  const person = { name, username, ...(account && { email: account.email }) }
  const takenNames = username === undefined ? {} : await findTakenNames(db, now, { username }, account?.id)
  return { fieldErrors: { ...takenNames, ...validatePasswordFields('password', form, person) } }
}

/**
 * Accepts an invitation. The email address counts as confirmed, because the link was sent there or handed over. All
 * earlier sessions and second factors of the account are removed.
 */
export async function acceptInvitation(db: Database, ctx: RequestContext, form: InvitationForm) {
  assertValid((await validateAcceptance(db, ctx, form)).fieldErrors)
  const { now, address, userAgent } = ctx
  const account = await findInvitation(db, now, form.token)
  const passwordHash = await hashPassword(form.password, { address, account: `place ${account.id}` })
  return reportTakenNames(() =>
    inTransaction(db, async (transaction) => {
      await lockAccount(transaction, account.id).execute()
      if (!(await consumeLink(transaction, now, 'take-a-place', form.token)))
        throw await findLinkError(transaction, now, 'take-a-place', form.token)
      await endAllSessions(transaction, account.id)
      await deleteSecondFactors(transaction, account.id)
      await transaction
        .updateTable('account')
        .set({
          name: form.name,
          username: form.username,
          username_key: toUsernameKey(form.username),
          password: passwordHash,
          email_confirmed_at: now,
        })
        .where('id', '=', account.id)
        .execute()
      await replaceSearchWords(transaction, account.id)
      await recordAudit(transaction, {
        at: now,
        accountId: account.id,
        action: 'invitation accepted',
        subject: `account ${account.id}`,
        address,
      })
      const user = { id: account.id, role: account.role, name: form.name }
      return { user, access_token: await beginSession(transaction, now, user, userAgent) }
    }),
  )
}
