import type { Clock } from '../platform/clock.ts'
import type { Asker, AskerAccount, Handlers } from '../platform/contract.ts'
import type { Database } from '../platform/database.ts'
import { invalid } from '../platform/errors.ts'
import type { Role } from '../tables.ts'
import { wordsIn } from '../words/both.ts'
import { changePassword, profileOf, registerGuest, registerMember, signIn, updateProfile } from './account.ts'
import type { accountsContract, Session } from './contract.ts'
import { beginSession, endSession } from './session-store.ts'

/** Roles as the wire counts them. */
const roleIds: Record<Role, number> = { guest: 1, member: 2, staff: 3, owner: 4 }

export function accountsHandlers({ db, clock }: { db: Database; clock: Clock }): Handlers<typeof accountsContract> {
  const done = ({ language }: Asker) => ({ message: wordsIn(language).t('account.done') })
  const sessionFor = async (account: AskerAccount, asker: Asker): Promise<Session> => ({
    user: { id: account.id, name: account.name, role: account.role },
    access_token: await beginSession(db, clock(), account, asker.userAgent),
  })
  return {
    async guestRegister({ name, email, phone }, asker) {
      return sessionFor(await registerGuest(db, clock(), { name, email, phone }, asker.language), asker)
    },

    async userLogin({ username, email, password }, asker) {
      const name = username || email
      if (!name) throw invalid({ [email === undefined ? 'username' : 'email']: 'error.required' })
      const account = await signIn(db, name, password)
      if (!account) throw invalid({ account: 'login.failed' })
      return sessionFor(account, asker)
    },

    async userRegister({ password_confirmation, ...member }, asker) {
      if (member.password !== password_confirmation) throw invalid({ password: 'error.password_mismatch' })
      await registerMember(db, clock(), member, asker.language)
      return done(asker)
    },

    async register(member, asker) {
      await registerMember(db, clock(), member, asker.language)
      return done(asker)
    },

    async logout(_, asker) {
      await endSession(db, asker.token!)
      return done(asker)
    },

    async updatePassword({ old_password, new_password, new_password_confirmation }, asker) {
      if (new_password !== new_password_confirmation) throw invalid({ new_password_confirmation: 'error.password_mismatch' })
      await changePassword(db, asker.account!.id, asker.token!, old_password, new_password)
      return done(asker)
    },

    async getRoles() {
      return { data: Object.entries(roleIds).map(([name, id]) => ({ id, name })) }
    },

    async getUserRow(_, { account }) {
      const row = await profileOf(db, account!.id)
      return {
        data: {
          name: row.name,
          email: row.email,
          phone: row.phone ?? '',
          company_name: row.company_name ?? '',
          username: row.username ?? '',
          role_id: roleIds[row.role],
        },
      }
    },

    async updateBookingUser({ name, email, phone, company, username }, asker) {
      await updateProfile(db, asker.account!.id, { name, email, phone, company, username })
      return done(asker)
    },
  }
}
