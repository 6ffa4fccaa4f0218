import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'

const mustBePort = { error: 'must be a whole number from 0 to 65535' }
const oneOf = <const Choice extends string>(...choices: Choice[]) =>
  z.enum(choices, { error: `must be ${choices.map((choice) => `"${choice}"`).join(' or ')}` })
const sender = /^([^<>@]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/
/** With the token its local part has 64 letters at most. */
const replyAddress = /^[^\s<>@{}]{0,32}\{token\}[^\s<>@{}]{0,4}@[^\s<>@{}]{3,180}$/
const namesMailServer = (url: string) => /^smtps?:\/\//.test(url) && Boolean(URL.parse(url)?.hostname)
const namesNetworks = (text: string) => text.split(',').every((part) => isNetwork(part.trim()))

/** Every setting of the environment: what it means, what it may be, and what it is when nothing is said. */
export const settingsTable = {
  HOST: z.string().min(1).default('127.0.0.1').describe('The address it listens on'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, mustBePort)
    .transform(Number)
    .refine((port) => port <= 65_535, mustBePort)
    .default(3000)
    .describe('The port it listens on'),
  DATA_DIR: z.string().min(1).default('./data').describe('Where the embedded database and undelivered mail are kept'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional()
    .describe('PostgreSQL instead of the embedded database'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://selvage.example' })
    .transform((url) => /^.*[^/]/.exec(url)![0])
    .optional()
    .describe('The address people know the site by; used in links that leave the house'),
  SEED: oneOf('demo', 'none').optional().describe('Whether an empty database is filled with the demo company'),
  SMTP_URL: z
    .string()
    .refine(namesMailServer, 'must begin with smtp:// or smtps:// and name a server')
    .optional()
    .describe('The mail server; without one, mails become files'),
  MAIL_FROM: z
    .string()
    .regex(sender, 'must be an address such as Selvage <hello@selvage.example>')
    .default('Selvage <hello@selvage.example>')
    .describe('The sender of mails'),
  MAIL_REPLY_TO: z
    .string()
    .regex(replyAddress, 'must be an address such as inbox+{token}@selvage.example')
    .optional()
    .describe('Whither answers of the inbox are answered; `{token}` tells them apart'),
  MAIL_IN: z.string().min(1).optional().describe('The folder in which mail that comes is found'),
  SEAL_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 digits of 0-9 and a-f, such as `openssl rand -hex 32` prints')
    .optional()
    .describe('With what copies of papers are sealed; when embedded, one is made in DATA_DIR'),
  TRUST_PROXY: z
    .string()
    .refine(namesNetworks, 'must be addresses such as 10.0.0.0/8, or loopback')
    .optional()
    .describe('The addresses of the proxies in front, or `loopback`'),
  RATE_LIMIT: oneOf('on', 'off').default('on').describe('`off` for load tests'),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
    .default('info')
    .describe('How much is logged'),
} as const

const settingsShape = z.object(settingsTable)
export type Settings = z.output<typeof settingsShape>

/** The settings, or every mistake in them at once. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.keys(settingsTable).map((name) => [name, environment[name] || undefined]))
  const result = settingsShape.safeParse(given)
  if (result.success) return result.data
  const mistakes = result.error.issues.map((issue) => `  ${String(issue.path[0])}: ${issue.message}`)
  throw new SettingsMistake(`These settings are wrong:\n${mistakes.join('\n')}`)
}

/** The key of what is sealed: processes that share a database are given one, an embedded one keeps its own beside it. */
export const sealingOf = ({ SEAL_KEY, DATABASE_URL, DATA_DIR }: Settings) => ({
  key: SEAL_KEY,
  folder: DATABASE_URL === undefined ? resolve(DATA_DIR) : null,
})

/** Where the database is. */
export const databaseOf = ({ DATABASE_URL, DATA_DIR }: Settings) => ({
  url: DATABASE_URL,
  file: join(resolve(DATA_DIR), 'selvage.sqlite'),
})

/** The address people know the site by, or, where nobody has said it, the one at which this machine finds it. */
export const publicUrlOf = ({ PUBLIC_URL, HOST, PORT }: Settings): string =>
  PUBLIC_URL ?? `http://${HOST === '127.0.0.1' ? 'localhost' : HOST}:${PORT}`

export class SettingsMistake extends Error {}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const mostBits = { 0: 0, 4: 32, 6: 128 }[isIP(address)]!
  if (!mostBits) return ['loopback', 'linklocal', 'uniquelocal'].includes(text)
  return more.length === 0 && (bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= mostBits))
}
