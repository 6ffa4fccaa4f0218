import { recordAudit } from '#platform/work/audit.ts'
import type { Asker } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { isoInstant } from '#platform/day.ts'
import type { Role } from '#schema/accounts.ts'
import { wordsIn } from '#locales/both.ts'
import type { WordKey, Values } from '#locales/words.ts'
import { profileOf, registerGuest, registerMember } from './account.ts'
import { confirmEmail, keepEmail, pendingEmail, undoEmailChange, type WhenConfirmed } from './address.ts'
import type { accountsContract } from './contract.ts'
import { deviceIn } from './device.ts'
import { closeAccount, type PersonalData } from './leaving.ts'
import { judgeMember, type NewMember } from './member-faults.ts'
import {
  askForReset,
  changePassword,
  judgeChange,
  judgeReset,
  RESET_LASTS_MINUTES,
  resetPassword,
} from './password-change.ts'
import { judgeProfile, referralsOf, updateProfile } from './profile.ts'
import { beginSession, endOtherSessions, endSession, endSessionNamed, sessionsOf } from './session-store.ts'
import { judgeClaim, signIn } from './sign-in.ts'
import { faultOfLink } from './signed-link.ts'

/** `personalData`: what other slices keep of people. `whenConfirmed`: what they do once an address is shown to be somebody's. */
export const accountsHandlers = (
  personalData: Record<'bookings' | 'enquiries' | 'quotations' | 'invoices', PersonalData>,
  whenConfirmed: WhenConfirmed,
) =>
  ({
    async guestRegister(db, asker, { domain: _, ...form }) {
      const guest = await registerGuest(db, asker, form)
      return { user: guest, access_token: await beginSession(db, asker.now, guest, asker.userAgent) }
    },

    userLogin: { judge: judgeClaim, act: signIn },
    userRegister: { judge: judgeMember, act: register },
    register: { judge: judgeMember, act: register },

    async forgotPassword(db, asker, form) {
      await askForReset(db, asker, form)
      return said(asker, 'account.link_sent', { minutes: RESET_LASTS_MINUTES })
    },

    resetPassword: {
      judge: judgeReset,
      async act(db, asker, form) {
        const device_token = await resetPassword(db, asker, form)
        return { ...said(asker, 'account.password_reset'), device_token }
      },
    },

    async confirmEmail(db, asker, form) {
      return said(asker, 'account.email_confirmed', { email: await confirmEmail(db, asker, form, whenConfirmed) })
    },

    async undoEmailChange(db, asker, form) {
      return said(asker, 'account.email_undone', { email: await undoEmailChange(db, asker, form) })
    },

    async lookAtLink(db, { now, language }, { purpose, token }) {
      const fault = await faultOfLink(db, now, purpose, token)
      return { refusal: fault && wordsIn(language).t(fault) }
    },

    async logout(db, asker) {
      await endSession(db, asker)
      return done(asker)
    },

    updatePassword: {
      judge: judgeChange,
      async act(db, asker, form) {
        await changePassword(db, asker, form)
        return done(asker)
      },
    },

    async getRoles() {
      return { data: (Object.keys(roleIds) as Role[]).map((name) => ({ id: roleIds[name], name })) }
    },

    async getUserRow(db, asker) {
      return { data: (await presentProfile(db, asker)).profile }
    },

    updateBookingUser: {
      judge: judgeProfile,
      async act(db, asker, { name, email, phone, company, username, old_password }) {
        const asked = await updateProfile(db, asker, { name, email, phone, company, username, old_password })
        return asked ? said(asker, 'account.email_pending', { email: asked }) : done(asker)
      },
    },

    async keepEmail(db, asker) {
      return said(asker, 'account.email_kept', { email: await keepEmail(db, asker) })
    },

    async getSessions(db, asker) {
      return { data: await presentSessions(db, asker) }
    },

    async endSession(db, asker, form) {
      await endSessionNamed(db, asker, form)
      return done(asker)
    },

    async endOtherSessions(db, asker) {
      await endOtherSessions(db, asker)
      return done(asker)
    },

    async getMyData(db, asker) {
      const { id } = asker.account!
      const { row, profile } = await presentProfile(db, asker)
      await recordAudit(db, { at: asker.now, accountId: id, action: 'data exported', subject: `account ${id}` })
      return {
        account: {
          ...profile,
          role: row.role,
          language: row.language,
          created_at: isoInstant(row.created_at),
        },
        sessions: await presentSessions(db, asker),
        bookings: await personalData.bookings.exportData(db, id),
        enquiries: await personalData.enquiries.exportData(db, id),
        quotations: await personalData.quotations.exportData(db, id),
        invoices: await personalData.invoices.exportData(db, id),
      }
    },

    async closeAccount(db, asker, form) {
      await closeAccount(db, asker, form, Object.values(personalData))
      return said(asker, 'account.closed')
    },
  }) satisfies Handlers<typeof accountsContract>

async function register(db: Database, asker: Asker, member: NewMember) {
  await registerMember(db, asker, member)
  return done(asker)
}

const said = ({ language }: Asker, key: WordKey, values?: Values) => ({ message: wordsIn(language).t(key, values) })
const done = (asker: Asker) => said(asker, 'account.done')

/** Roles as the wire counts them. */
const roleIds: Record<Role, number> = { guest: 1, member: 2, staff: 3, owner: 4 }

async function presentProfile(db: Database, { account, now }: Asker) {
  const row = await profileOf(db, account!.id)
  return {
    row,
    profile: {
      name: row.name,
      email: row.email,
      pending_email: await pendingEmail(db, now, row),
      phone: row.phone ?? '',
      company_name: row.company_name ?? '',
      username: row.username,
      role_id: roleIds[row.role],
      referral_code: row.referral_code ?? '',
      referral_count: await referralsOf(db, row.id),
    },
  }
}

async function presentSessions(db: Database, asker: Asker) {
  const sessions = await sessionsOf(db, asker)
  return sessions.map(({ id, user_agent, created_at, seen_at, isCurrent }) => ({
    id,
    device: deviceIn(user_agent, wordsIn(asker.language)),
    begun_at: isoInstant(created_at),
    used_at: isoInstant(seen_at),
    current: isCurrent,
  }))
}
