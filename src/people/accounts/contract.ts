import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { day, email, ignored, line, phone, requiredLine } from '#platform/http/fields.ts'
import type { MessageKey } from '#locales/translator.ts'
import { isUsername } from './names.ts'
import { PASSWORD_MAX_LENGTH } from './password-rule.ts'
import { e164, isE164 } from './phone.ts'

/** Passwords are neither trimmed nor cut. */
const password = () => z.string().max(PASSWORD_MAX_LENGTH)
const username = () => requiredLine(30).refine(isUsername, 'error.username_form' satisfies MessageKey)
const linkToken = () => requiredLine(128).describe('From behind the # of the link in the letter')
const ownPhone = () =>
  line(30)
    .overwrite(e164)
    .refine((text) => text === '' || isE164(text), 'error.phone' satisfies MessageKey)
    .describe('Kept as E.164; without a country code, a number of Bangladesh')

const linkPurpose = z.enum(['reset-password', 'confirm-email', 'undo-email'])
const roleName = z.enum(['guest', 'member', 'staff', 'owner'])
const user = z.object({ id: z.int(), name: z.string(), role: roleName })
const session = z.object({ user, access_token: z.string() })
const deviceToken = z
  .string()
  .describe('To be kept by the browser beyond the session, and sent with the next sign-in. It opens nothing')
const signedIn = session.extend({
  device_token: deviceToken,
  home: z.string().optional().describe('The path at which somebody of the company begins'),
})
const done = z.object({ message: z.string() })
const role = z.object({ id: z.int(), name: roleName })
const ownSession = z.object({
  id: z.string(),
  device: z.string().describe('In words: Firefox on Android'),
  begun_at: z.iso.datetime(),
  used_at: z.iso.datetime().describe('To within some minutes'),
  current: z.boolean(),
})
const profile = z.object({
  name: z.string(),
  email: z.string(),
  pending_email: z.string().describe('A new address that waits to be confirmed, or nothing'),
  phone: z.string(),
  company_name: z.string(),
  username: z.string(),
  role_id: z.int(),
  referral_code: z.string(),
  referral_count: z.int().describe('How many have signed up with the code'),
})
const exportedRow = z.record(z.string(), z.unknown())

/** Limits submitted forms. Created accounts and revealed names have limits of their own. */
const signUpLimit = { bucket: 'sign-up-form', times: 200, seconds: 3600, per: 'network' } as const
const signUpKey = { secret: 'with it somebody learns that the account is there.' }
const linkLimit = { bucket: 'account-link', times: 60, seconds: 3600, per: 'network' } as const
const profileLimit = { bucket: 'profile', times: 60, seconds: 3600 }
const passwordLimit = { bucket: 'password', times: 10, seconds: 3600, per: 'session' } as const

export const accountsContract = {
  guestRegister: {
    summary: 'A new guest, for booking without an account',
    input: z.object({
      name: requiredLine(100),
      email: email(),
      phone: phone(),
      slug: line(200).optional(),
      checkin: day().optional(),
      checkout: day().optional(),
      domain: ignored(),
    }),
    answer: session,
    who: 'anyone',
    keyed: { secret: 'with it comes a session of the guest, a new one each time.' },
    limit: { bucket: 'guest', times: 30, seconds: 3600, per: 'network' },
  },
  userLogin: {
    summary: 'Sign in by username or e-mail',
    input: z.object({
      username: line(254).optional(),
      email: line(254).optional(),
      password: password().min(1),
      remember: z.boolean().optional().describe('A member stays signed in for up to 30 days instead of one'),
      device: line(300)
        .optional()
        .describe(
          'The device tokens of earlier answers, the newest first, with a space between: they pass the pause after what others tried',
        ),
    }),
    answer: signedIn,
    who: 'anyone',
  },
  userRegister: {
    summary: 'A new member, with username and referral code',
    input: z.object({
      name: requiredLine(100),
      email: email(),
      username: username(),
      password: password().min(1),
      password_confirmation: password().min(1),
      inviteCode: line(40).optional(),
    }),
    answer: done,
    who: 'anyone',
    keyed: signUpKey,
    limit: signUpLimit,
  },
  register: {
    summary: 'A new member, in short',
    input: z.object({ name: requiredLine(100), email: email(), password: password().min(1) }),
    answer: done,
    who: 'anyone',
    keyed: signUpKey,
    limit: signUpLimit,
  },
  forgotPassword: {
    summary: 'A letter with a link to choose a new password, if the address is that of an account',
    input: z.object({ email: email() }),
    answer: done,
    who: 'anyone',
    limit: { bucket: 'forgot-password', times: 10, seconds: 3600, per: 'network' },
  },
  resetPassword: {
    summary: 'A new password by the link of a letter; every session of the account ends',
    input: z.object({ token: linkToken(), password: password().min(1), password_confirmation: password().min(1) }),
    answer: done.extend({ device_token: deviceToken }),
    who: 'anyone',
    limit: linkLimit,
  },
  confirmEmail: {
    summary: 'Confirm an e-mail address by the link of the letter sent there',
    input: z.object({ token: linkToken() }),
    answer: done,
    who: 'anyone',
    limit: linkLimit,
  },
  undoEmailChange: {
    summary:
      'Go back to the old e-mail address by the link of the letter sent there: every session ends, and a letter brings a way to a new password',
    input: z.object({ token: linkToken() }),
    answer: done,
    who: 'anyone',
    limit: linkLimit,
  },
  lookAtLink: {
    summary: 'Whether the link of a letter still counts, without using it',
    input: z.object({ purpose: linkPurpose, token: linkToken() }),
    answer: z.object({ refusal: z.string().nullable().describe('Why it does not, in a sentence') }),
    who: 'anyone',
    limit: linkLimit,
  },
  logout: { summary: 'End this session', input: z.object({}), answer: done, who: 'sign out' },
  updatePassword: {
    summary: 'Change the password; every other session of the account ends',
    input: z.object({
      old_password: password().min(1),
      new_password: password().min(1),
      new_password_confirmation: password().min(1),
    }),
    answer: done,
    who: 'change own password',
    limit: passwordLimit,
  },
  getRoles: {
    summary: 'The roles there are',
    input: z.object({}),
    answer: z.object({ data: z.array(role) }),
    who: 'see own profile',
  },
  getUserRow: {
    summary: "The asker's own profile",
    input: z.object({}),
    answer: z.object({ data: profile }),
    who: 'see own profile',
  },
  updateBookingUser: {
    summary:
      "Change the asker's own profile: what is not sent stays; a new e-mail counts once it is confirmed, the present one withdraws it; a new e-mail or username needs the password, unless the session has just begun; role and status are not one's own to change",
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
    answer: done,
    who: 'change own profile',
    limit: profileLimit,
  },
  keepEmail: {
    summary: 'Withdraw the new e-mail that waits to be confirmed: its link is dead from then on',
    input: z.object({}),
    answer: done,
    who: 'change own profile',
    limit: profileLimit,
  },
  getSessions: {
    summary: 'Where the asker is signed in',
    input: z.object({}),
    answer: z.object({ data: z.array(ownSession) }),
    who: 'see own sessions',
  },
  endSession: {
    summary: "End one of the asker's sessions",
    input: z.object({ id: requiredLine(64) }),
    answer: done,
    who: 'end own sessions',
  },
  endOtherSessions: {
    summary: 'Sign out everywhere else',
    input: z.object({}),
    answer: done,
    who: 'end own sessions',
  },
  getMyData: {
    summary: 'All that is kept of the asker',
    input: z.object({}),
    answer: z.object({
      account: profile.extend({ role: z.string(), language: z.string(), created_at: z.iso.datetime() }),
      sessions: z.array(ownSession),
      bookings: z.array(exportedRow),
      enquiries: z.array(exportedRow),
      quotations: z.array(exportedRow),
      invoices: z.array(exportedRow),
    }),
    who: 'take own data',
    limit: { bucket: 'my-data', times: 20, seconds: 3600 },
  },
  closeAccount: {
    summary:
      "Close the asker's account: what is known of the person is removed at once, of a stay that is not over once it is; a letter has a link to each of those",
    input: z.object({ password: password().min(1) }),
    answer: done,
    who: 'close own account',
    limit: passwordLimit,
  },
} satisfies Contract

export type AccountsApi = Client<typeof accountsContract>
export type User = z.infer<typeof user>
export type Session = z.infer<typeof session>
export type SignedIn = z.infer<typeof signedIn>
export type Profile = z.infer<typeof profile>
export type RoleOption = z.infer<typeof role>
export type LinkPurpose = z.infer<typeof linkPurpose>
export type OwnSession = z.infer<typeof ownSession>
