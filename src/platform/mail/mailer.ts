import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mailer, Message } from '../context.ts'
import { runInSpan } from '../tracing/spans.ts'
import type { DkimKey } from './dkim.ts'

interface MailerOptions {
  smtpUrl: string | undefined
  folder: string
  from: string
  /** Signs emails, so that receivers can verify their origin. */
  dkim?: DkimKey | undefined
  /**
   * The timeout of sending. It must be shorter than the lease of a job, so that no other worker sends the same email.
   */
  sendingLastsMs?: number
}

/** Sends emails to a mail server, or writes them to `.eml` files. */
export function openMailer({
  smtpUrl,
  folder,
  from,
  dkim,
  sendingLastsMs: sendTimeoutMs = 45_000,
}: MailerOptions): Mailer {
  const dkimOptions = dkim ? { dkim: { ...dkim, headerFieldNames: SIGNED_HEADERS } } : {}
  return smtpUrl
    ? createSmtpMailer(smtpUrl, from, dkimOptions, sendTimeoutMs)
    : createFolderMailer(folder, from, dkimOptions)
}

interface DkimOptions {
  dkim?: DkimKey & { headerFieldNames: string }
}

/** The number of emails that are sent concurrently. */
const MAX_CONNECTIONS = 4
const IDLE_TIMEOUT_MS = 30_000
/** The time limit for the connection to a mail server, and for its greeting. After a timeout, the job retries later. */
const GREETING_TIMEOUT_MS = 15_000

/** Sends over a pool of connections that stay open for a while. An interrupted connection is reopened once. */
function createSmtpMailer(url: string, from: string, dkimOptions: DkimOptions, sendTimeoutMs: number): Mailer {
  const loadTransport = createLazy(async () =>
    (await loadNodemailer()).createTransport({
      url,
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      maxRequeues: 1,
      idleTimeout: IDLE_TIMEOUT_MS,
      connectionTimeout: GREETING_TIMEOUT_MS,
      greetingTimeout: GREETING_TIMEOUT_MS,
      ...dkimOptions,
    }),
  )
  const { host, hostname } = new URL(url)
  return {
    place: host,
    from,
    send: (message) =>
      runInSpan('send email', 'client', { 'server.address': hostname }, async () => {
        const nodemailerMessage = { ...toNodemailerMessage(message, from), signal: AbortSignal.timeout(sendTimeoutMs) }
        await (await loadTransport()).sendMail(nodemailerMessage)
      }),
    close: () => void loadTransport.made?.then((openTransport) => openTransport.close({ force: true })),
  }
}

function createFolderMailer(folder: string, from: string, dkimOptions: DkimOptions): Mailer {
  const loadTransport = createLazy(async () =>
    (await loadNodemailer()).createTransport({
      streamTransport: true,
      buffer: true,
      newline: 'windows',
      ...dkimOptions,
    }),
  )
  return {
    place: folder,
    from,
    async send(message) {
      mkdirSync(folder, { recursive: true })
      const { message: bytes } = await (await loadTransport()).sendMail(toNodemailerMessage(message, from))
      writeFileSync(join(folder, getFileName(message)), bytes as Buffer, { mode: 0o600 })
    },
    close: () => {},
  }
}

/** Sorts by time, and differs from emails of another database in the same folder. */
const getFileName = ({ id, sentAt }: Message) => `${sentAt.toISOString().replace(/[:.]/g, '-')}-${id}.eml`

/**
 * Builds the Nodemailer message. The Message-ID is the same for every attempt, so that mail programs can recognize a
 * repeated email.
 */
const toNodemailerMessage = (
  { id, to, replyTo, senderName, subject, text, html, sentAt, files, declineUrl }: Message,
  from: string,
) => ({
  from: senderName === null ? from : { name: senderName, address: extractAddress(from) },
  to: { name: '', address: to },
  ...(replyTo && { replyTo }),
  subject,
  text,
  html,
  ...(files.length > 0 && {
    attachments: files.map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(bytes),
    })),
  }),
  ...(declineUrl !== null && {
    headers: { 'List-Unsubscribe': `<${declineUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }),
  date: sentAt,
  messageId: `<${id}.${sentAt.getTime()}@selvage>`,
})

/** The signed headers. They include the one-click unsubscribe headers, which are valid only if signed (RFC 8058). */
const SIGNED_HEADERS = [
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding',
  'List-Unsubscribe:List-Unsubscribe-Post',
].join(':')

/** Extracts the address from `Selvage <hello@selvage.example>` or from a bare address. */
export const extractAddress = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()

/** Loads the library on first use, because not every process sends emails. */
const loadNodemailer = () => import('nodemailer')

function createLazy<Value>(make: () => Promise<Value>): { (): Promise<Value>; made?: Promise<Value> } {
  const load: { (): Promise<Value>; made?: Promise<Value> } = () => (load.made ??= make())
  return load
}
