import { recordAudit } from '#platform/work/audit.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { isoInstant } from '#platform/day.ts'
import type { Role } from '#schema/accounts.ts'
import { translatorFor } from '#locales/both.ts'
import type { MessageKey, Values } from '#locales/translator.ts'
import { profileOf, registerGuest, registerMember } from './account.ts'
import { confirmEmail, keepEmail, pendingEmail, undoEmailChange, type WhenConfirmed } from './address.ts'
import type { accountsContract } from './contract.ts'
import { deviceIn } from './device.ts'
import { closeAccount, type PersonalData } from './leaving.ts'
import { validateMember, type NewMember } from './member-faults.ts'
import {
  askForReset,
  changePassword,
  validateChange,
  validateReset,
  RESET_LASTS_MINUTES,
  resetPassword,
} from './password-change.ts'
import { validateProfile, referralsOf, updateProfile } from './profile.ts'
import { beginSession, endOtherSessions, endSession, endSessionNamed, sessionsOf } from './session-store.ts'
import { validateClaim, signIn } from './sign-in.ts'
import { errorOfLink } from './signed-link.ts'

/**
 * `personalData`: the personal data that other slices store. `whenConfirmed`: their work after an address is confirmed.
 */
export const accountsHandlers = (
  personalData: Record<'bookings' | 'enquiries' | 'quotations' | 'invoices', PersonalData>,
  whenConfirmed: WhenConfirmed,
) =>
  ({
    async guestRegister(db, ctx, { domain: _, ...form }) {
      const guest = await registerGuest(db, ctx, form)
      return { user: guest, access_token: await beginSession(db, ctx.now, guest, ctx.userAgent) }
    },

    userLogin: { validate: validateClaim, act: signIn },
    userRegister: { validate: validateMember, act: register },
    register: { validate: validateMember, act: register },

    async forgotPassword(db, ctx, form) {
      await askForReset(db, ctx, form)
      return said(ctx, 'account.link_sent', { minutes: RESET_LASTS_MINUTES })
    },

    resetPassword: {
      validate: validateReset,
      async act(db, ctx, form) {
        const device_token = await resetPassword(db, ctx, form)
        return { ...said(ctx, 'account.password_reset'), device_token }
      },
    },

    async confirmEmail(db, ctx, form) {
      return said(ctx, 'account.email_confirmed', { email: await confirmEmail(db, ctx, form, whenConfirmed) })
    },

    async undoEmailChange(db, ctx, form) {
      return said(ctx, 'account.email_undone', { email: await undoEmailChange(db, ctx, form) })
    },

    async lookAtLink(db, { now, language }, { purpose, token }) {
      const fault = await errorOfLink(db, now, purpose, token)
      return { refusal: fault && translatorFor(language).t(fault) }
    },

    async logout(db, ctx) {
      await endSession(db, ctx)
      return done(ctx)
    },

    updatePassword: {
      validate: validateChange,
      async act(db, ctx, form) {
        await changePassword(db, ctx, form)
        return done(ctx)
      },
    },

    async getRoles() {
      return { data: (Object.keys(roleIds) as Role[]).map((name) => ({ id: roleIds[name], name })) }
    },

    async getUserRow(db, ctx) {
      return { data: (await presentProfile(db, ctx)).profile }
    },

    updateBookingUser: {
      validate: validateProfile,
      async act(db, ctx, { name, email, phone, company, username, old_password }) {
        const asked = await updateProfile(db, ctx, { name, email, phone, company, username, old_password })
        return asked ? said(ctx, 'account.email_pending', { email: asked }) : done(ctx)
      },
    },

    async keepEmail(db, ctx) {
      return said(ctx, 'account.email_kept', { email: await keepEmail(db, ctx) })
    },

    async getSessions(db, ctx) {
      return { data: await presentSessions(db, ctx) }
    },

    async endSession(db, ctx, form) {
      await endSessionNamed(db, ctx, form)
      return done(ctx)
    },

    async endOtherSessions(db, ctx) {
      await endOtherSessions(db, ctx)
      return done(ctx)
    },

    async getMyData(db, ctx) {
      const { id } = ctx.account!
      const { row, profile } = await presentProfile(db, ctx)
      await recordAudit(db, { at: ctx.now, accountId: id, action: 'data exported', subject: `account ${id}` })
      return {
        account: {
          ...profile,
          role: row.role,
          language: row.language,
          created_at: isoInstant(row.created_at),
        },
        sessions: await presentSessions(db, ctx),
        bookings: await personalData.bookings.exportData(db, id),
        enquiries: await personalData.enquiries.exportData(db, id),
        quotations: await personalData.quotations.exportData(db, id),
        invoices: await personalData.invoices.exportData(db, id),
      }
    },

    async closeAccount(db, ctx, form) {
      await closeAccount(db, ctx, form, Object.values(personalData))
      return said(ctx, 'account.closed')
    },
  }) satisfies Handlers<typeof accountsContract>

async function register(db: Database, ctx: RequestContext, member: NewMember) {
  await registerMember(db, ctx, member)
  return done(ctx)
}

const said = ({ language }: RequestContext, key: MessageKey, values?: Values) => ({
  message: translatorFor(language).t(key, values),
})
const done = (ctx: RequestContext) => said(ctx, 'account.done')

/** The role IDs of the API. */
const roleIds: Record<Role, number> = { guest: 1, member: 2, staff: 3, owner: 4 }

async function presentProfile(db: Database, { account, now }: RequestContext) {
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

async function presentSessions(db: Database, ctx: RequestContext) {
  const sessions = await sessionsOf(db, ctx)
  return sessions.map(({ id, user_agent, created_at, seen_at, isCurrent }) => ({
    id,
    device: deviceIn(user_agent, translatorFor(ctx.language)),
    begun_at: isoInstant(created_at),
    used_at: isoInstant(seen_at),
    current: isCurrent,
  }))
}
