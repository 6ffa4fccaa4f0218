import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { day, email, ignored, line, phone, requiredLine } from '#platform/http/fields.ts'
import type { MessageKey } from '#locales/translator.ts'
import { isUsername } from './names.ts'
import { PASSWORD_MAX_LENGTH } from './password-rule.ts'

/** Passwords are neither trimmed nor cut. */
const password = () => z.string().max(PASSWORD_MAX_LENGTH)
const username = () => requiredLine(30).refine(isUsername, 'error.username_invalid' satisfies MessageKey)
const linkToken = () => requiredLine(128).describe('The token after the # of the link in the email')
const ownPhone = () =>
  phone()
    .or(z.literal(''))
    .describe('Stored as E.164. A number without a country code is treated as a number in Bangladesh')

const linkPurpose = z.enum(['reset-password', 'confirm-email', 'undo-email'])
const roleName = z.enum(['guest', 'member', 'staff', 'owner'])
const user = z.object({ id: z.int(), name: z.string(), role: roleName })
const session = z.object({ user, access_token: z.string() })
const deviceToken = z
  .string()
  .describe('The browser keeps this token after the session and sends it with the next sign-in. It grants no access')
const signedInSession = session.extend({
  device_token: deviceToken,
  home: z.string().optional().describe('The start path for staff'),
})
const messageResponse = z.object({ message: z.string() })
const role = z.object({ id: z.int(), name: roleName })
const ownSession = z.object({
  id: z.string(),
  device: z.string().describe('Readable: Firefox on Android'),
  started_at: z.iso.datetime(),
  used_at: z.iso.datetime().describe('Accurate to a few minutes'),
  current: z.boolean(),
})
const profile = z.object({
  name: z.string(),
  email: z.string(),
  pending_email: z.string().describe('A new address that is not confirmed yet; empty: none'),
  phone: z.string(),
  company_name: z.string(),
  username: z.string(),
  role_id: z.int(),
  referral_code: z.string(),
  referral_count: z.int().describe('The number of sign-ups with the referral code'),
})
const exportedRow = z.record(z.string(), z.unknown())

/** Limits submitted forms. Created accounts and revealed names have limits of their own. */
const signUpLimit = { bucket: 'sign-up-form', times: 200, seconds: 3600, per: 'network' } as const
const signUpKey = { secret: 'it reveals whether the account exists.' }
const linkLimit = { bucket: 'account-link', times: 60, seconds: 3600, per: 'network' } as const
const profileLimit = { bucket: 'profile', times: 60, seconds: 3600 }
const passwordLimit = { bucket: 'password', times: 10, seconds: 3600, per: 'session' } as const

export const accountsContract = {
  guestRegister: {
    summary: 'Creates a guest session, for booking without an account',
    input: z.object({
      name: requiredLine(100),
      email: email(),
      phone: phone(),
      slug: line(200).optional(),
      checkin: day().optional(),
      checkout: day().optional(),
      domain: ignored(),
    }),
    response: session,
    who: 'anyone',
    keyed: { secret: 'each use returns a new session of the guest.' },
    limit: { bucket: 'guest', times: 30, seconds: 3600, per: 'network' },
  },
  userLogin: {
    summary: 'Signs in with a username or an email address',
    input: z.object({
      username: line(254).optional(),
      email: line(254).optional(),
      password: password().min(1),
      remember: z.boolean().optional().describe('Keeps a member signed in for up to 30 days instead of one'),
      device: line(300)
        .optional()
        .describe(
          'Device tokens of earlier sign-ins, newest first, separated by spaces. They bypass the delay caused by failed attempts of others',
        ),
    }),
    response: signedInSession,
    who: 'anyone',
  },
  userRegister: {
    summary: 'Creates a member account with a username, and optionally a referral code',
    input: z.object({
      name: requiredLine(100),
      email: email(),
      username: username(),
      password: password().min(1),
      password_confirmation: password().min(1),
      inviteCode: line(40).optional(),
    }),
    response: messageResponse,
    who: 'anyone',
    keyed: signUpKey,
    limit: signUpLimit,
  },
  register: {
    summary: 'Creates a member account with a name, an email address and a password',
    input: z.object({ name: requiredLine(100), email: email(), password: password().min(1) }),
    response: messageResponse,
    who: 'anyone',
    keyed: signUpKey,
    limit: signUpLimit,
  },
  forgotPassword: {
    summary: 'Emails a link to choose a new password, if the address belongs to an account',
    input: z.object({ email: email() }),
    response: messageResponse,
    who: 'anyone',
    limit: { bucket: 'forgot-password', times: 10, seconds: 3600, per: 'network' },
  },
  resetPassword: {
    summary: 'Sets a new password with the link from an email. All sessions of the account end',
    input: z.object({ token: linkToken(), password: password().min(1), password_confirmation: password().min(1) }),
    response: messageResponse.extend({ device_token: deviceToken }),
    who: 'anyone',
    limit: linkLimit,
  },
  confirmEmail: {
    summary: 'Confirms an email address with the link that was sent to it',
    input: z.object({ token: linkToken() }),
    response: messageResponse,
    who: 'anyone',
    limit: linkLimit,
  },
  undoEmailChange: {
    summary:
      'Restores the old email address with the link that was sent to it. All sessions end, and an email offers a password reset',
    input: z.object({ token: linkToken() }),
    response: messageResponse,
    who: 'anyone',
    limit: linkLimit,
  },
  checkLink: {
    summary: 'Checks whether the link from an email is still valid, without using it',
    input: z.object({ purpose: linkPurpose, token: linkToken() }),
    response: z.object({ refusal: z.string().nullable().describe('Why the link is not valid, as a sentence') }),
    who: 'anyone',
    limit: linkLimit,
  },
  logout: {
    summary: 'Ends the session of the caller',
    input: z.object({}),
    response: messageResponse,
    who: 'sign out',
  },
  updatePassword: {
    summary: 'Changes the password. All other sessions of the account end',
    input: z.object({
      old_password: password().min(1),
      new_password: password().min(1),
      new_password_confirmation: password().min(1),
    }),
    response: messageResponse,
    who: 'change own password',
    limit: passwordLimit,
  },
  getRoles: {
    summary: 'Lists the roles',
    input: z.object({}),
    response: z.object({ data: z.array(role) }),
    who: 'see own profile',
  },
  getUserRow: {
    summary: 'Returns the profile of the caller',
    input: z.object({}),
    response: z.object({ data: profile }),
    who: 'see own profile',
  },
  updateBookingUser: {
    summary:
      'Updates the profile of the caller. Omitted fields do not change. A new email address takes effect when it is confirmed; sending the current address cancels that, and renews an expired link to confirm it. A new email address or username requires the password, unless the session is new. Role and status cannot be changed',
    input: z.object({
      name: requiredLine(100).optional(),
      email: email().optional(),
      phone: ownPhone().optional(),
      company: line(120).optional(),
      username: username().optional(),
      old_password: password().optional(),
      rule_id: ignored(),
      password: ignored(),
      status: ignored(),
    }),
    response: messageResponse,
    who: 'change own profile',
    limit: profileLimit,
  },
  cancelEmailChange: {
    summary: 'Cancels a pending change of the email address. Its link becomes invalid',
    input: z.object({}),
    response: messageResponse,
    who: 'change own profile',
    limit: profileLimit,
  },
  getSessions: {
    summary: 'Lists the sessions of the caller',
    input: z.object({}),
    response: z.object({ data: z.array(ownSession) }),
    who: 'see own sessions',
  },
  endSession: {
    summary: 'Ends one session of the caller',
    input: z.object({ id: requiredLine(64) }),
    response: messageResponse,
    who: 'end own sessions',
  },
  endOtherSessions: {
    summary: 'Ends all other sessions of the caller',
    input: z.object({}),
    response: messageResponse,
    who: 'end own sessions',
  },
  getMyData: {
    summary: 'Exports all stored data of the caller',
    input: z.object({}),
    response: z.object({
      account: profile.extend({
        preferences: z.string(),
        role: z.string(),
        language: z.string(),
        created_at: z.iso.datetime(),
      }),
      sessions: z.array(ownSession),
      bookings: z.array(exportedRow),
      enquiries: z.array(exportedRow),
      quotations: z.array(exportedRow),
      invoices: z.array(exportedRow),
    }),
    who: 'export own data',
    limit: { bucket: 'my-data', times: 20, seconds: 3600 },
  },
  closeAccount: {
    summary:
      'Closes the account of the caller. Personal data is erased immediately, except for unfinished stays; their data is erased afterwards. An email has a link to each of these stays',
    input: z.object({ password: password().min(1) }),
    response: messageResponse,
    who: 'close own account',
    limit: passwordLimit,
  },
} satisfies Contract

export type AccountsApi = Client<typeof accountsContract>
export type User = z.infer<typeof user>
export type Session = z.infer<typeof session>
export type SignedIn = z.infer<typeof signedInSession>
export type Profile = z.infer<typeof profile>
export type RoleOption = z.infer<typeof role>
export type LinkPurpose = z.infer<typeof linkPurpose>
export type OwnSession = z.infer<typeof ownSession>
