import { note } from '../platform/work/audit.ts'
import type { Clock } from '../platform/clock.ts'
import type { Asker, Handlers } from '../platform/contract.ts'
import type { Database } from '../platform/database/database.ts'
import { invalid, notFound, refuseFaults } from '../platform/errors.ts'
import type { CountCall } from '../platform/http/rate-limit.ts'
import type { Tries } from '../platform/http/attempts.ts'
import type { Role } from '../tables/accounts.ts'
import { wordsIn } from '../words/both.ts'
import type { WordKey, Values } from '../words/words.ts'
import { profileOf, registerGuest, registerMember } from './account.ts'
import { confirmEmail, keepEmail, pendingEmail, undoEmailChange } from './address.ts'
import type { accountsContract } from './contract.ts'
import { deviceIn } from './device.ts'
import { faultsOfClaim } from './judges.ts'
import { closeAccount, type Keeper } from './leaving.ts'
import { askForReset, changePassword, RESET_LASTS_MINUTES, resetPassword } from './password-change.ts'
import { referralsOf, updateProfile } from './profile.ts'
import { beginSession, endOtherSessions, endSession, endSessionNamed, sessionsOf } from './session-store.ts'
import { signIn } from './sign-in.ts'
import { faultOfLink } from './signed-link.ts'

interface House {
  db: Database
  clock: Clock
  tries: Tries
  countCall: CountCall
  publicUrl: string
  /** What other slices keep of people. */
  keepers: Record<'bookings' | 'enquiries', Keeper>
}

/** Roles as the wire counts them. */
const roleIds: Record<Role, number> = { guest: 1, member: 2, staff: 3, owner: 4 }

export function accountsHandlers(house: House): Handlers<typeof accountsContract> {
  const { db, clock, publicUrl, keepers } = house
  const said = ({ language }: Asker, key: WordKey, values?: Values) => ({ message: wordsIn(language).t(key, values) })
  const done = (asker: Asker) => said(asker, 'account.done')

  async function presentProfile({ id }: { id: number }) {
    const row = await profileOf(db, id)
    return {
      row,
      profile: {
        name: row.name,
        email: row.email,
        pending_email: await pendingEmail(db, clock(), row),
        phone: row.phone ?? '',
        company_name: row.company_name ?? '',
        username: row.username,
        role_id: roleIds[row.role],
        referral_code: row.referral_code ?? '',
        referral_count: await referralsOf(db, id),
      },
    }
  }

  async function presentSessions({ account, token, language }: Asker) {
    const sessions = await sessionsOf(db, clock(), account!.id, token!)
    return sessions.map(({ id, user_agent, created_at, seen_at, isCurrent }) => ({
      id,
      device: deviceIn(user_agent, wordsIn(language)),
      begun_at: new Date(created_at).toISOString(),
      used_at: new Date(seen_at).toISOString(),
      current: isCurrent,
    }))
  }

  return {
    async guestRegister({ domain: _, ...form }, asker) {
      const guest = await registerGuest(db, clock(), form, asker)
      return { user: guest, access_token: await beginSession(db, clock(), guest, asker.userAgent) }
    },

    async userLogin({ username, email, password, remember = false, device = '' }, asker) {
      refuseFaults(faultsOfClaim({ username, email }))
      const session = await signIn(house, { name: username || email!, password, remember, device }, asker)
      if (!session) throw invalid({ account: 'login.failed' })
      return session
    },

    async userRegister(member, asker) {
      await registerMember(house, member, asker)
      return done(asker)
    },

    async register(member, asker) {
      await registerMember(house, member, asker)
      return done(asker)
    },

    async forgotPassword({ email }, asker) {
      await askForReset(house, email)
      return said(asker, 'account.link_sent', { minutes: RESET_LASTS_MINUTES })
    },

    async resetPassword(form, asker) {
      const device_token = await resetPassword(house, form, asker.address)
      return { ...said(asker, 'account.password_reset'), device_token }
    },

    async confirmEmail({ token }, asker) {
      return said(asker, 'account.email_confirmed', { email: await confirmEmail(db, clock(), token) })
    },

    async undoEmailChange({ token }, asker) {
      return said(asker, 'account.email_undone', { email: await undoEmailChange(db, clock(), publicUrl, token) })
    },

    async lookAtLink({ purpose, token }, { language }) {
      const fault = await faultOfLink(db, clock(), purpose, token)
      return { refusal: fault && wordsIn(language).t(fault) }
    },

    async logout(_, asker) {
      await endSession(db, asker.token!)
      return done(asker)
    },

    async updatePassword(form, asker) {
      await changePassword(house, asker, form)
      return done(asker)
    },

    async getRoles() {
      return { data: (Object.keys(roleIds) as Role[]).map((name) => ({ id: roleIds[name], name })) }
    },

    async getUserRow(_, { account }) {
      return { data: (await presentProfile(account!)).profile }
    },

    async updateBookingUser({ name, email, phone, company, username, old_password }, asker) {
      const asked = await updateProfile(house, asker, { name, email, phone, company, username, old_password })
      return asked ? said(asker, 'account.email_pending', { email: asked }) : done(asker)
    },

    async keepEmail(_, asker) {
      return said(asker, 'account.email_kept', { email: await keepEmail(db, clock(), asker.account!.id) })
    },

    async getSessions(_, asker) {
      return { data: await presentSessions(asker) }
    },

    async endSession({ id }, asker) {
      if (!(await endSessionNamed(db, asker.account!.id, id))) throw notFound()
      return done(asker)
    },

    async endOtherSessions(_, asker) {
      await endOtherSessions(db, asker.account!.id, asker.token!)
      return done(asker)
    },

    async getMyData(_, asker) {
      const { id } = asker.account!
      const { row, profile } = await presentProfile({ id })
      await note(db, { at: clock(), accountId: id, action: 'data exported', subject: `account ${id}` })
      return {
        account: {
          ...profile,
          role: row.role,
          language: row.language,
          created_at: new Date(row.created_at).toISOString(),
        },
        sessions: await presentSessions(asker),
        bookings: await keepers.bookings.tell(db, id),
        enquiries: await keepers.enquiries.tell(db, id),
      }
    },

    async closeAccount({ password }, asker) {
      await closeAccount({ ...house, keepers: Object.values(keepers) }, asker, password)
      return said(asker, 'account.closed')
    },
  }
}
