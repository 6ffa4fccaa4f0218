import { z } from 'zod'
import { isUsername } from '../../accounts/names.ts'
import { PASSWORD_MAX_LENGTH } from '../../accounts/password-rule.ts'
import { grantablePermissions } from '#schema/permissions.ts'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, line, requiredLine } from '#platform/http/fields.ts'
import { actionAreas, actions } from '#schema/actions.ts'
import type { MessageKey } from '#locales/translator.ts'

const messageResponse = z.object({ message: z.string() })

const officeUser = z.object({
  name: z.string(),
  role: z.enum(['staff', 'owner']),
  role_name: z.string().nullable().describe('The name of the role; null for owners'),
  grants: z.array(z.enum(grantablePermissions)).describe('The permissions beyond access to own data'),
  pending_step: z
    .enum(['confirm second factor', 'set up second factor'])
    .nullable()
    .describe('The remaining step of the sign-in'),
  factors: z.object({ app: z.boolean(), passkeys: z.boolean() }).describe('The second factors that the caller can use'),
  is_demo: z.boolean().describe('Whether this is a demo, with publicly known passwords'),
})

const factors = z.object({
  app_since: z.iso.datetime().nullable(),
  passkeys: z.array(
    z.object({ id: z.string(), name: z.string(), since: z.iso.datetime(), used: z.iso.datetime().nullable() }),
  ),
  recovery_left: z.int(),
})
const newApp = z.object({
  secret: z.string().describe('For apps that cannot scan a QR code'),
  address: z.string(),
  squares: z.object({ side: z.int(), path: z.string() }).describe('The address as a QR code'),
})
const changedFactors = z.object({
  factors,
  codes: z.array(z.string()).describe('New recovery codes, shown only once; empty if there are codes already'),
  access_token: z.string().optional().describe('The new token of the session, after a factor was added'),
})
const credentialId = () =>
  z
    .string()
    .max(1400)
    .regex(/^[\w-]+$/)
    .describe('Base64url')
/** The JSON form of the browser. The library that checks the signature also checks the shape. */
const credential = z.looseObject({
  id: credentialId(),
  rawId: credentialId(),
  type: z.literal('public-key'),
  response: z.record(z.string().max(40), z.unknown()),
})
const browserOptions = z.object({
  options: z.record(z.string(), z.unknown()).describe('Options for navigator.credentials'),
})
const code = () => requiredLine(40)
const password = () => z.string().max(PASSWORD_MAX_LENGTH)
const linkToken = () => requiredLine(128).describe('The token after the # of the link')
const factorLimit = { bucket: 'second-factor', times: 60, seconds: 3600 }
const invitationLimit = { bucket: 'place', times: 60, seconds: 3600 }
const session = z.object({
  user: z.object({ id: z.int(), name: z.string(), role: z.enum(['staff', 'owner']) }),
  access_token: z.string(),
})

const logEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  who: z.string().nullable().describe('Null: unknown, or the system itself'),
  action: z.enum(actions),
  subject: z.string().describe('The subject of the action: booking ABC123'),
  address: z.string().nullable().describe('The IP address of staff; null for others'),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
})
const log = z.object({
  data: z.array(logEntry),
  more: z.string().nullable(),
  colleagues: z.array(z.object({ id: z.int(), name: z.string() })).describe('All staff, for the filter'),
})

const logQuery = {
  subject: line(80).optional().describe('One subject, such as booking ABC123, or a kind, such as booking'),
  action: z.enum(actions).optional(),
  area: z.enum(actionAreas).optional(),
  who: count(1, 2_147_483_647).optional().describe('The account that acted'),
  from: day().optional(),
  until: day().optional().describe('The last day'),
}

export const staffOfficeContract = {
  getOfficeUser: {
    summary: 'Returns the role and the permissions of the caller in the office',
    input: z.object({}),
    response: officeUser,
    who: 'complete sign-in',
  },
  verifyIdentity: {
    summary:
      'Verifies the identity of the caller with a second factor, or with the password if there is none. The session ' +
      'gets a new token',
    input: z.object({ code: line(40).optional(), passkey: credential.optional(), password: password().optional() }),
    response: messageResponse.extend({ access_token: z.string() }),
    who: 'complete sign-in',
    limit: factorLimit,
  },
  getPasskeySignInOptions: {
    summary: 'Returns the options for signing in with a passkey',
    input: z.object({}),
    response: browserOptions,
    who: 'complete sign-in',
    limit: factorLimit,
  },
  getFactors: {
    summary: 'Lists the second factors of the caller',
    input: z.object({}),
    response: factors,
    who: 'set up own factors',
  },
  setUpAuthenticatorApp: {
    summary: 'Creates a secret for an authenticator app. It becomes active after the first valid code',
    input: z.object({}),
    response: newApp,
    who: 'set up own factors',
    sensitive: true,
    limit: factorLimit,
  },
  confirmAuthenticatorApp: {
    summary: 'Activates the authenticator app with a code. All other sessions end',
    input: z.object({ code: code() }),
    response: changedFactors,
    who: 'set up own factors',
    sensitive: true,
    limit: factorLimit,
  },
  removeAuthenticatorApp: {
    summary: 'Removes the authenticator app. Owners must keep at least one second factor',
    input: z.object({}),
    response: changedFactors,
    who: 'set up own factors',
    sensitive: true,
    limit: factorLimit,
  },
  getPasskeyCreationOptions: {
    summary: 'Returns the options for creating a passkey',
    input: z.object({}),
    response: browserOptions,
    who: 'set up own factors',
    sensitive: true,
    limit: factorLimit,
  },
  addPasskey: {
    summary: 'Adds a passkey. All other sessions end',
    input: z.object({ name: requiredLine(60), made: credential }),
    response: changedFactors,
    who: 'set up own factors',
    sensitive: true,
    limit: factorLimit,
  },
  removePasskey: {
    summary: 'Removes a passkey. Owners must keep at least one second factor',
    input: z.object({ passkey: requiredLine(1400) }),
    response: changedFactors,
    who: 'set up own factors',
    sensitive: true,
    limit: factorLimit,
  },
  renewRecoveryCodes: {
    summary: 'Replaces the recovery codes with new ones',
    input: z.object({}),
    response: changedFactors,
    who: 'set up own factors',
    sensitive: true,
    limit: factorLimit,
  },
  getInvitation: {
    summary: 'Returns the invitation of a link, without accepting it',
    input: z.object({ token: linkToken() }),
    response: z.object({ email: z.string(), role: z.enum(['staff', 'owner']) }),
    who: 'anyone',
    limit: invitationLimit,
  },
  acceptInvitation: {
    summary: 'Accepts an invitation with a name, a username and a password. Existing sessions of the account end',
    input: z.object({
      token: linkToken(),
      name: requiredLine(100),
      username: requiredLine(30).refine(isUsername, 'error.username_invalid' satisfies MessageKey),
      password: password().min(1),
      password_confirmation: password().min(1),
    }),
    response: session,
    who: 'anyone',
    limit: invitationLimit,
  },
  getLog: {
    summary: 'Lists the audit log, newest first, in pages: actions, authors, IP addresses and previous values',
    input: z.object({
      ...logQuery,
      after: z
        .string()
        .regex(/^\d{1,9}$/)
        .optional(),
    }),
    response: log,
    who: 'see the log',
  },
  getLogFile: {
    summary: 'Exports the complete audit log as a table',
    input: z.object(logQuery),
    response: z.unknown(),
    file: 'sent',
    who: 'see the log',
  },
} satisfies Contract

export type StaffOfficeApi = Client<typeof staffOfficeContract>
export type Factors = z.infer<typeof factors>
export type NewApp = z.infer<typeof newApp>
export type ChangedFactors = z.infer<typeof changedFactors>
export type Log = z.infer<typeof log>
export type LogEntry = z.infer<typeof logEntry>
export type OfficeUser = z.infer<typeof officeUser>
