import { recordAudit } from '#platform/audit.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { assertValid } from '#platform/errors.ts'
import type { FormOf, Handlers, ValidationResult } from '#platform/http/handlers.ts'
import { isoInstant } from '#platform/day.ts'
import type { Role } from '#schema/accounts.ts'
import { translatorFor } from '#locales/both.ts'
import type { MessageKey, Values } from '#locales/translator.ts'
import { loadProfile, registerGuest, registerMember, type OnAddressConfirmed } from './account.ts'
import { confirmEmail, withdrawEmailChange, readPendingEmail, undoEmailChange } from './address.ts'
import type { accountsContract } from './contract.ts'
import { describeDevice } from './device.ts'
import { closeAccount, type PersonalData } from './close-account.ts'
import { validateMember, type NewMember } from './member-validation.ts'
import {
  requestPasswordReset,
  changePassword,
  validatePasswordChange,
  validatePasswordReset,
  RESET_TTL_MINUTES,
  resetPassword,
} from './password-change.ts'
import { validateProfile, countReferrals, updateProfile } from './profile.ts'
import { beginSession, endOtherSessions, endSession, endSessionById, listSessions } from './session-store.ts'
import { validateCredentials, signIn } from './sign-in.ts'
import { findLinkErrorKey } from './signed-link.ts'

type GuestForm = Pick<Partial<FormOf<typeof accountsContract.guestRegister>>, 'slug' | 'checkin' | 'checkout'>

/**
 * `personalData`: the personal data that other slices store. `onConfirmed`: their work after an address is confirmed.
 * `validateStay`: the rule for the stay that a guest is about to book.
 */
export const createAccountsHandlers = (
  personalData: Record<'bookings' | 'enquiries' | 'quotations' | 'invoices', PersonalData>,
  onConfirmed: OnAddressConfirmed,
  validateStay: (db: Database, ctx: RequestContext, form: GuestForm) => Promise<ValidationResult>,
) =>
  ({
    guestRegister: {
      validate: validateStay,
      async execute(db, ctx, { domain: _, ...form }) {
        assertValid((await validateStay(db, ctx, form)).fieldErrors)
        const guest = await registerGuest(db, ctx, form)
        return { user: guest, access_token: await beginSession(db, ctx.now, guest, ctx.userAgent) }
      },
    },

    userLogin: { validate: validateCredentials, execute: signIn },
    userRegister: { validate: validateMember, execute: register },
    register: { validate: validateMember, execute: register },

    async forgotPassword(db, ctx, form) {
      await requestPasswordReset(db, ctx, form)
      return createMessageResponse(ctx, 'account.link_sent', { minutes: RESET_TTL_MINUTES })
    },

    resetPassword: {
      validate: validatePasswordReset,
      async execute(db, ctx, form) {
        const device_token = await resetPassword(db, ctx, form, onConfirmed)
        return { ...createMessageResponse(ctx, 'account.password_reset'), device_token }
      },
    },

    async confirmEmail(db, ctx, form) {
      return createMessageResponse(ctx, 'account.email_confirmed', {
        email: await confirmEmail(db, ctx, form, onConfirmed),
      })
    },

    async undoEmailChange(db, ctx, form) {
      return createMessageResponse(ctx, 'account.email_undone', {
        email: await undoEmailChange(db, ctx, form, onConfirmed),
      })
    },

    async checkLink(db, { now, language }, { purpose, token }) {
      const errorKey = await findLinkErrorKey(db, now, purpose, token)
      return { refusal: errorKey && translatorFor(language).t(errorKey) }
    },

    async logout(db, ctx) {
      await endSession(db, ctx)
      return createDoneResponse(ctx)
    },

    updatePassword: {
      validate: validatePasswordChange,
      async execute(db, ctx, form) {
        await changePassword(db, ctx, form)
        return createDoneResponse(ctx)
      },
    },

    async getRoles() {
      return { data: (Object.keys(roleIds) as Role[]).map((name) => ({ id: roleIds[name], name })) }
    },

    async getUserRow(db, ctx) {
      return { data: (await readProfileView(db, ctx)).profile }
    },

    updateBookingUser: {
      validate: validateProfile,
      async execute(db, ctx, { name, email, phone, company, username, old_password }) {
        const pendingAddress = await updateProfile(db, ctx, { name, email, phone, company, username, old_password })
        return pendingAddress
          ? createMessageResponse(ctx, 'account.email_pending', { email: pendingAddress })
          : createDoneResponse(ctx)
      },
    },

    async cancelEmailChange(db, ctx) {
      return createMessageResponse(ctx, 'account.email_kept', { email: await withdrawEmailChange(db, ctx) })
    },

    async getSessions(db, ctx) {
      return { data: await listSessionViews(db, ctx) }
    },

    async endSession(db, ctx, form) {
      await endSessionById(db, ctx, form)
      return createDoneResponse(ctx)
    },

    async endOtherSessions(db, ctx) {
      await endOtherSessions(db, ctx)
      return createDoneResponse(ctx)
    },

    async getMyData(db, ctx) {
      const { id } = ctx.account!
      const { row, profile } = await readProfileView(db, ctx)
      await recordAudit(db, { at: ctx.now, accountId: id, action: 'data exported', subject: `account ${id}` })
      return {
        account: {
          ...profile,
          role: row.role,
          language: row.language,
          preferences: row.preferences,
          created_at: isoInstant(row.created_at),
        },
        sessions: await listSessionViews(db, ctx),
        bookings: await personalData.bookings.exportData(db, id),
        enquiries: await personalData.enquiries.exportData(db, id),
        quotations: await personalData.quotations.exportData(db, id),
        invoices: await personalData.invoices.exportData(db, id),
      }
    },

    async closeAccount(db, ctx, form) {
      await closeAccount(db, ctx, form, Object.values(personalData))
      return createMessageResponse(ctx, 'account.closed')
    },
  }) satisfies Handlers<typeof accountsContract>

async function register(db: Database, ctx: RequestContext, member: NewMember) {
  await registerMember(db, ctx, member)
  return createDoneResponse(ctx)
}

const createMessageResponse = ({ language }: RequestContext, key: MessageKey, values?: Values) => ({
  message: translatorFor(language).t(key, values),
})
const createDoneResponse = (ctx: RequestContext) => createMessageResponse(ctx, 'account.done')

/** The role IDs of the API. */
const roleIds: Record<Role, number> = { guest: 1, member: 2, staff: 3, owner: 4 }

async function readProfileView(db: Database, { account, now }: RequestContext) {
  const row = await loadProfile(db, account!.id)
  return {
    row,
    profile: {
      name: row.name,
      email: row.email,
      pending_email: await readPendingEmail(db, now, row),
      phone: row.phone ?? '',
      company_name: row.company_name ?? '',
      username: row.username,
      role_id: roleIds[row.role],
      referral_code: row.referral_code ?? '',
      referral_count: await countReferrals(db, row.id),
    },
  }
}

async function listSessionViews(db: Database, ctx: RequestContext) {
  const sessions = await listSessions(db, ctx)
  return sessions.map(({ id, user_agent, created_at, seen_at, isCurrent }) => ({
    id,
    device: describeDevice(user_agent, translatorFor(ctx.language)),
    started_at: isoInstant(created_at),
    used_at: isoInstant(seen_at),
    current: isCurrent,
  }))
}
