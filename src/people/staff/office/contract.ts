import { z } from 'zod'
import { isUsername } from '../../accounts/names.ts'
import { PASSWORD_MAX_LENGTH } from '../../accounts/password-rule.ts'
import { grantable } from '#schema/permissions.ts'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line, requiredLine } from '#platform/http/fields.ts'
import { actions } from '#schema/actions.ts'
import type { MessageKey } from '#locales/translator.ts'

const done = z.object({ message: z.string() })

const desk = z.object({
  name: z.string(),
  role: z.enum(['staff', 'owner']),
  role_name: z.string().nullable().describe('What the role is called; owners have none'),
  grants: z.array(z.enum(grantable)).describe('What they may do beside what is their own'),
  at_door: z.enum(['to prove', 'to set up']).nullable().describe('What is still asked of them before they are in'),
  factors: z.object({ app: z.boolean(), passkeys: z.boolean() }).describe('What they can show beside the password'),
  is_demo: z.boolean().describe('A house to try things in, whose passwords everybody knows'),
})

const factors = z.object({
  app_since: z.iso.datetime().nullable(),
  passkeys: z.array(
    z.object({ id: z.string(), name: z.string(), since: z.iso.datetime(), used: z.iso.datetime().nullable() }),
  ),
  recovery_left: z.int(),
})
const newApp = z.object({
  secret: z.string().describe('For an app that takes no picture'),
  address: z.string(),
  squares: z.object({ side: z.int(), path: z.string() }).describe('The same address as a picture of squares'),
})
const changed = z.object({
  factors,
  codes: z.array(z.string()).describe('New recovery codes, told this once; none where there are some already'),
})
const credentialId = () =>
  z
    .string()
    .max(1400)
    .regex(/^[\w-]+$/)
    .describe('In base64url')
/** The JSON form of the browser. The library that checks the signature also checks the shape. */
const credential = z.looseObject({
  id: credentialId(),
  rawId: credentialId(),
  type: z.literal('public-key'),
  response: z.record(z.string().max(40), z.unknown()),
})
const browserOptions = z.object({ options: z.record(z.string(), z.unknown()).describe('For navigator.credentials') })
const code = () => requiredLine(40)
const password = () => z.string().max(PASSWORD_MAX_LENGTH)
const linkToken = () => requiredLine(128).describe('From behind the # of the link')
const factorLimit = { bucket: 'second-factor', times: 60, seconds: 3600 }
const invitationLimit = { bucket: 'place', times: 60, seconds: 3600 }
const session = z.object({
  user: z.object({ id: z.int(), name: z.string(), role: z.enum(['staff', 'owner']) }),
  access_token: z.string(),
})

const logEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  who: z.string().nullable().describe('Null: nobody who is known, or the house itself'),
  action: z.enum(actions),
  subject: z.string().describe('What it was done to: booking ABC123'),
  address: z.string().nullable().describe('From where, if somebody of the company did it'),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
})
const log = z.object({ data: z.array(logEntry), more: z.string().nullable() })

const logQuery = {
  subject: line(80).optional().describe('One thing, booking ABC123, or all of a kind, booking'),
  action: z.enum(actions).optional(),
  who: count(1, 2_147_483_647).optional(),
}

export const staffOfficeContract = {
  getDesk: {
    summary: 'Who the asker is to the company, and what they may do in the office',
    input: z.object({}),
    answer: desk,
    who: 'come in',
  },
  prove: {
    summary: 'Show that it is oneself: by a second factor, or by the password where there is none',
    input: z.object({ code: line(40).optional(), passkey: credential.optional(), password: password().optional() }),
    answer: done,
    who: 'come in',
    limit: factorLimit,
  },
  askPasskey: {
    summary: 'What a browser needs to sign with a passkey',
    input: z.object({}),
    answer: browserOptions,
    who: 'come in',
    limit: factorLimit,
  },
  getFactors: {
    summary: "The asker's own second factors",
    input: z.object({}),
    answer: factors,
    who: 'set up own factors',
  },
  beginApp: {
    summary: 'A secret for an app that shows codes. It counts once a code of it was shown',
    input: z.object({}),
    answer: newApp,
    who: 'set up own factors',
    sensitive: true,
    limit: factorLimit,
  },
  confirmApp: {
    summary: 'Show a code of the app that was given the secret; all other sessions end',
    input: z.object({ code: code() }),
    answer: changed,
    who: 'set up own factors',
    sensitive: true,
    limit: factorLimit,
  },
  removeApp: {
    summary: 'Take codes of the app no longer. An owner keeps one factor at least',
    input: z.object({}),
    answer: changed,
    who: 'set up own factors',
    sensitive: true,
    limit: factorLimit,
  },
  beginPasskey: {
    summary: 'What a browser needs to make a passkey',
    input: z.object({}),
    answer: browserOptions,
    who: 'set up own factors',
    sensitive: true,
    limit: factorLimit,
  },
  addPasskey: {
    summary: 'Take a passkey that was made from now on; all other sessions end',
    input: z.object({ name: requiredLine(60), made: credential }),
    answer: changed,
    who: 'set up own factors',
    sensitive: true,
    limit: factorLimit,
  },
  removePasskey: {
    summary: 'Take a passkey no longer. An owner keeps one factor at least',
    input: z.object({ passkey: requiredLine(1400) }),
    answer: changed,
    who: 'set up own factors',
    sensitive: true,
    limit: factorLimit,
  },
  renewCodes: {
    summary: 'New recovery codes in the place of those from before',
    input: z.object({}),
    answer: changed,
    who: 'set up own factors',
    sensitive: true,
    limit: factorLimit,
  },
  lookAtPlace: {
    summary: 'Whose place in the office a link leads to, without using it',
    input: z.object({ token: linkToken() }),
    answer: z.object({ email: z.string(), role: z.enum(['staff', 'owner']) }),
    who: 'anyone',
    limit: invitationLimit,
  },
  takePlace: {
    summary: 'Take the place: name, username and password. Whoever had it before is out',
    input: z.object({
      token: linkToken(),
      name: requiredLine(100),
      username: requiredLine(30).refine(isUsername, 'error.username_form' satisfies MessageKey),
      password: password().min(1),
      password_confirmation: password().min(1),
    }),
    answer: session,
    who: 'anyone',
    limit: invitationLimit,
  },
  getLog: {
    summary: 'What was done, by whom, from where, and what was before; the last first, a page at a time',
    input: z.object({
      ...logQuery,
      after: z
        .string()
        .regex(/^\d{1,9}$/)
        .optional(),
    }),
    answer: log,
    who: 'see the log',
  },
  getLogFile: {
    summary: 'The same as a table, all of it',
    input: z.object(logQuery),
    answer: z.unknown(),
    file: 'sent',
    who: 'see the log',
  },
} satisfies Contract

export type StaffOfficeApi = Client<typeof staffOfficeContract>
export type Factors = z.infer<typeof factors>
export type NewApp = z.infer<typeof newApp>
export type ChangedFactors = z.infer<typeof changed>
export type Log = z.infer<typeof log>
export type LogEntry = z.infer<typeof logEntry>
export type DeskSelf = z.infer<typeof desk>
