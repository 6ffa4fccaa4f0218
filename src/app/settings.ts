import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { gatewayAdapters, gatewaySettings } from '#money/payments/registry.ts'

const portError = { error: 'must be a whole number from 0 to 65535' }
const portSchema = z
  .string()
  .regex(/^\d{1,5}$/, portError)
  .transform(Number)
  .refine((number) => number <= 65_535, portError)
/** Longer than load balancers need to notice that the server is stopping. */
const MAX_STOP_DELAY_S = 300
/** Each worker needs a processor core, and about ten connections to the database. */
const MAX_WORKERS = 64
const workersError = { error: `must be a whole number from 1 to ${MAX_WORKERS}` }
const delayError = { error: `must be a whole number from 0 to ${MAX_STOP_DELAY_S}` }
const collectorError = 'must be an address such as http://localhost:4318, without a password'
const createChoice = <const Choice extends string>(...choices: Choice[]) =>
  z.enum(choices, { error: `must be ${choices.map((choice) => `"${choice}"`).join(' or ')}` })
const senderPattern = /^([^<>@]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/
const domainPattern = /^([a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}$/
/** The local part, including the token, must fit into 64 characters. */
const replyAddressPattern = /^[^\s<>@{}]{0,32}\{token\}[^\s<>@{}]{0,4}@[^\s<>@{}]{3,180}$/
const isMailServerUrl = (url: string) => /^smtps?:\/\//.test(url) && Boolean(URL.parse(url)?.hostname)
const isNetworkList = (text: string) => text.split(',').every((part) => isNetwork(part.trim()))

/** The environment settings, with their meanings, allowed values and defaults. */
export const settingsTable = {
  HOST: z.string().min(1).default('127.0.0.1').describe('The address to listen on'),
  PORT: portSchema.default(3000).describe('The port to listen on'),
  WORKERS: z
    .string()
    .regex(/^\d{1,2}$/, workersError)
    .transform(Number)
    .refine((count) => count >= 1 && count <= MAX_WORKERS, workersError)
    .default(1)
    .describe('How many processes share the port; more than one needs DATABASE_URL'),
  METRICS_PORT: portSchema
    .optional()
    .describe(
      'The port for Prometheus metrics, without authentication, of the first worker; each further one uses the next port; without it, there are none',
    ),
  METRICS_HOST: z.string().min(1).default('127.0.0.1').describe('The address to serve the metrics on'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: collectorError })
    .refine((url) => !new URL(url).username && !new URL(url).password, collectorError)
    .optional()
    .describe('The OpenTelemetry collector that receives traces over OTLP/HTTP with JSON; without it, there are none'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(1)
    .describe('The share of traces that are recorded'),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('selvage').describe('The name of the site in traces'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .describe('The folder of the embedded database and of undelivered emails'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional()
    .describe(
      'A PostgreSQL database instead of the embedded one; `?pgbouncer=true` at its end if it leads to PgBouncer in transaction mode',
    ),
  DATABASE_LISTEN_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional()
    .describe(
      'The same database without PgBouncer, for one connection per process that receives notifications; by default DATABASE_URL',
    ),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://selvage.example' })
    .transform((url) => /^.*[^/]/.exec(url)![0])
    .optional()
    .describe('The public URL of the site, for links in emails'),
  SEED: createChoice('demo', 'company', 'none')
    .optional()
    .describe('How to fill an empty database: with the demo company and its history, with the company alone, or not'),
  SMTP_URL: z
    .string()
    .refine(isMailServerUrl, 'must begin with smtp:// or smtps:// and name a server')
    .optional()
    .describe('The mail server; without one, emails become files'),
  MAIL_FROM: z
    .string()
    .regex(senderPattern, 'must be an address such as Selvage <hello@selvage.example>')
    .default('Selvage <hello@selvage.example>')
    .describe('The sender of emails'),
  MAIL_REPLY_TO: z
    .string()
    .regex(replyAddressPattern, 'must be an address such as inbox+{token}@selvage.example')
    .optional()
    .describe('The reply address of inbox emails; `{token}` identifies the conversation'),
  DKIM_DOMAIN: z
    .string()
    .regex(domainPattern, 'must be a domain such as selvage.example')
    .optional()
    .describe('The domain of DKIM signatures'),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be a name such as selvage2026')
    .optional()
    .describe('The DKIM selector of the public key'),
  DKIM_KEY_FILE: z.string().min(1).optional().describe('The file with the private DKIM key'),
  MAIL_IN: z.string().min(1).optional().describe('The folder of incoming emails'),
  SEAL_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 digits of 0-9 and a-f, such as `openssl rand -hex 32` prints')
    .optional()
    .describe(
      'The key that encrypts copies of documents and the addresses of calendars and webhooks; with the embedded database, one is created in DATA_DIR',
    ),
  BACKUP_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 digits of 0-9 and a-f, such as `openssl rand -hex 32` prints')
    .optional()
    .describe('The key that encrypts backups; without one, they are not encrypted'),
  ...gatewaySettings,
  TRUST_PROXY: z
    .string()
    .refine(isNetworkList, 'must be addresses such as 10.0.0.0/8, or loopback')
    .optional()
    .describe('The addresses of trusted reverse proxies, or `loopback`'),
  REACH_INSIDE: z
    .string()
    .refine(isNetworkList, 'must be addresses such as 192.168.1.20 or 10.0.0.0/8, or loopback')
    .optional()
    .describe('Private addresses that calendars and webhooks may use; otherwise only public addresses are allowed'),
  RATE_LIMIT: createChoice('on', 'off').default('on').describe('`off` disables rate limits for load tests'),
  STOP_DELAY: z
    .string()
    .regex(/^\d{1,3}$/, delayError)
    .transform(Number)
    .refine((seconds) => seconds <= MAX_STOP_DELAY_S, delayError)
    .default(0)
    .describe('How many seconds a stopping process still accepts requests, while /readyz answers 503'),
  LOG_LEVEL: createChoice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
    .default('info')
    .describe('The log level'),
} as const

/** Settings that must be given together. */
const settingGroups = [
  ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_KEY_FILE'] as const,
  ...gatewayAdapters.map(({ requiredTogether }) => requiredTogether),
]

const baseSchema = z.object(settingsTable)
const settingsSchema = baseSchema.superRefine((settings, { addIssue }) => {
  for (const names of settingGroups) {
    const givenNames = names.filter((name) => settings[name] !== undefined)
    if (givenNames.length === 0) continue
    for (const name of names.filter((member) => settings[member] === undefined))
      addIssue({ code: 'custom', path: [name], message: `is required together with ${givenNames.join(' and ')}` })
  }
  if (settings.WORKERS > 1 && settings.DATABASE_URL === undefined)
    addIssue({
      code: 'custom',
      path: ['WORKERS'],
      message: 'needs DATABASE_URL; the embedded database has one process',
    })
  if (settings.METRICS_PORT && settings.METRICS_PORT + settings.WORKERS - 1 > 65_535)
    addIssue({ code: 'custom', path: ['METRICS_PORT'], message: 'must leave one port up to 65535 for each worker' })
  // A signature for another domain would not confirm the sender.
  const senderDomain = settings.MAIL_FROM.split('@').at(-1)!.replace('>', '').toLowerCase()
  if (getDkimSettings(settings) && !`.${senderDomain}`.endsWith(`.${settings.DKIM_DOMAIN}`))
    addIssue({ code: 'custom', path: ['DKIM_DOMAIN'], message: `must be the domain of MAIL_FROM or a parent domain` })
})
export type Settings = z.output<typeof settingsSchema>

/** Returns the settings, or throws an error with all mistakes. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const values = Object.fromEntries(Object.keys(settingsTable).map((name) => [name, environment[name] || undefined]))
  const result = settingsSchema.safeParse(values)
  if (result.success) return result.data
  const errors = result.error.issues.map((issue) => `  ${String(issue.path[0])}: ${issue.message}`)
  throw new SettingsError(`These settings are wrong:\n${errors.join('\n')}`)
}

/**
 * The source of the encryption key. Processes that share a database need a configured key. An embedded database has its
 * own key next to its file.
 */
export const getSealKeySource = ({ SEAL_KEY, DATABASE_URL, DATA_DIR }: Settings) => ({
  key: SEAL_KEY,
  folder: DATABASE_URL === undefined ? resolve(DATA_DIR) : null,
})

/** Returns the domain, the selector and the key file for DKIM, or null if not configured. */
export const getDkimSettings = ({ DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY_FILE }: z.output<typeof baseSchema>) =>
  DKIM_DOMAIN !== undefined && DKIM_SELECTOR !== undefined && DKIM_KEY_FILE !== undefined
    ? { domain: DKIM_DOMAIN, selector: DKIM_SELECTOR, file: resolve(DKIM_KEY_FILE) }
    : null

export const getDatabaseLocation = ({ DATABASE_URL, DATABASE_LISTEN_URL, DATA_DIR }: Settings) => ({
  url: DATABASE_URL,
  listenUrl: DATABASE_LISTEN_URL,
  file: join(resolve(DATA_DIR), 'selvage.sqlite'),
})

/** Returns the configured public URL, or the local address of the server if none is configured. */
export const resolvePublicUrl = ({ PUBLIC_URL, HOST, PORT }: Settings): string =>
  PUBLIC_URL ?? `http://${HOST === '127.0.0.1' ? 'localhost' : HOST}:${PORT}`

export class SettingsError extends Error {}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const maxBits = { 0: 0, 4: 32, 6: 128 }[isIP(address)]!
  if (!maxBits) return ['loopback', 'linklocal', 'uniquelocal'].includes(text)
  return rest.length === 0 && (bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= maxBits))
}
