import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mailer, Message } from '../context.ts'
import type { DkimKey } from './dkim.ts'

interface Way {
  smtpUrl: string | undefined
  folder: string
  from: string
  /** With what letters are signed, so that who receives them knows that they are ours. */
  dkim?: DkimKey | undefined
  /** Less than the lease of a job: who is still sending when it ends would send beside another. */
  sendingLastsMs?: number
}

/** Letters go to a mail server or, where there is none, become files that any mail program opens. */
export function openMailer({ smtpUrl, folder, from, dkim, sendingLastsMs = 45_000 }: Way): Mailer {
  const signed = dkim ? { dkim: { ...dkim, headerFieldNames: signedFields } } : {}
  return smtpUrl ? mailServer(smtpUrl, from, signed, sendingLastsMs) : mailFolder(folder, from, signed)
}

interface Signed {
  dkim?: DkimKey & { headerFieldNames: string }
}

/** As many lines as letters leave at once. */
const MAX_CONNECTIONS = 4
const IDLE_MS = 30_000
/** A server that waits this long before it says anything is slow; the next try is another day's. */
const GREETING_MS = 15_000

/** Its lines stay open for a while, for whoever is written to next. One that was cut in between is opened once more. */
function mailServer(url: string, from: string, signed: Signed, sendingLastsMs: number): Mailer {
  const transport = once(async () =>
    (await mailer()).createTransport({
      url,
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      maxRequeues: 1,
      idleTimeout: IDLE_MS,
      connectionTimeout: GREETING_MS,
      greetingTimeout: GREETING_MS,
      ...signed,
    }),
  )
  return {
    place: new URL(url).host,
    from,
    async send(message) {
      await (await transport()).sendMail({ ...email(message, from), signal: AbortSignal.timeout(sendingLastsMs) })
    },
    close: () => void transport.made?.then((made) => made.close({ force: true })),
  }
}

function mailFolder(folder: string, from: string, signed: Signed): Mailer {
  const transport = once(async () =>
    (await mailer()).createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...signed }),
  )
  return {
    place: folder,
    from,
    async send(message) {
      mkdirSync(folder, { recursive: true })
      const { message: bytes } = await (await transport()).sendMail(email(message, from))
      writeFileSync(join(folder, fileName(message)), bytes as Buffer, { mode: 0o600 })
    },
    close: () => {},
  }
}

/** In the order of writing, and not mistaken for a letter of another database that used the same folder. */
const fileName = ({ id, sentAt }: Message) => `${sentAt.toISOString().replace(/[:.]/g, '-')}-${id}.eml`

/** The id of a letter is the same however often it is tried, so that a reader sees it once. */
const email = (
  { id, to, replyTo, senderName, subject, text, html, sentAt, file, declineUrl }: Message,
  from: string,
) => ({
  from: senderName === null ? from : { name: senderName, address: addressOf(from) },
  to: { name: '', address: to },
  ...(replyTo && { replyTo }),
  subject,
  text,
  html,
  ...(file && { attachments: [{ filename: file.name, contentType: file.type, content: Buffer.from(file.bytes) }] }),
  ...(declineUrl !== null && {
    headers: { 'List-Unsubscribe': `<${declineUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }),
  date: sentAt,
  messageId: `<${id}.${sentAt.getTime()}@selvage>`,
})

/** What a signature covers: also the two lines by which a letter is declined at a press, which count only then (RFC 8058). */
const signedFields = [
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding',
  'List-Unsubscribe:List-Unsubscribe-Post',
].join(':')

/** Of `Selvage <hello@selvage.example>`, or of an address alone. */
export const addressOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()

/** Loaded with the first letter: a house that writes none does without. */
const mailer = () => import('nodemailer')

function once<Made>(make: () => Promise<Made>): { (): Promise<Made>; made?: Promise<Made> } {
  const get: { (): Promise<Made>; made?: Promise<Made> } = () => (get.made ??= make())
  return get
}
