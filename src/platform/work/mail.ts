import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Letterbox, Message } from '../context.ts'

interface Way {
  smtpUrl: string | undefined
  folder: string
  from: string
  /** Less than the lease of a job: who is still sending when it ends would send beside another. */
  sendingLastsMs?: number
}

/** Letters go to a mail server or, where there is none, become files that any mail program opens. */
export function openLetterbox({ smtpUrl, folder, from, sendingLastsMs = 45_000 }: Way): Letterbox {
  return smtpUrl ? mailServer(smtpUrl, from, sendingLastsMs) : mailFolder(folder, from)
}

function mailServer(url: string, from: string, sendingLastsMs: number): Letterbox {
  const transport = once(async () => (await mailer()).createTransport(url))
  return {
    place: new URL(url).host,
    from,
    async send(message) {
      await (await transport()).sendMail({ ...letter(message, from), signal: AbortSignal.timeout(sendingLastsMs) })
    },
    close: () => void transport.made?.then((made) => made.close()),
  }
}

function mailFolder(folder: string, from: string): Letterbox {
  const transport = once(async () =>
    (await mailer()).createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  )
  return {
    place: folder,
    from,
    async send(message) {
      mkdirSync(folder, { recursive: true })
      const { message: bytes } = await (await transport()).sendMail(letter(message, from))
      writeFileSync(join(folder, fileName(message)), bytes as Buffer, { mode: 0o600 })
    },
    close: () => {},
  }
}

/** In the order of writing, and not mistaken for a letter of another database that used the same folder. */
const fileName = ({ id, sentAt }: Message) => `${sentAt.toISOString().replace(/[:.]/g, '-')}-${id}.eml`

/** The id of a letter is the same however often it is tried, so that a reader sees it once. */
const letter = ({ id, to, replyTo, senderName, subject, text, html, sentAt, file }: Message, from: string) => ({
  from: senderName === null ? from : { name: senderName, address: addressOf(from) },
  to: { name: '', address: to },
  ...(replyTo && { replyTo }),
  subject,
  text,
  html,
  ...(file && { attachments: [{ filename: file.name, contentType: file.type, content: Buffer.from(file.bytes) }] }),
  date: sentAt,
  messageId: `<${id}.${sentAt.getTime()}@selvage>`,
})

/** Of `Selvage <hello@selvage.example>`, or of an address alone. */
export const addressOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()

/** Loaded with the first letter: a house that writes none does without. */
const mailer = () => import('nodemailer')

function once<Made>(make: () => Promise<Made>): { (): Promise<Made>; made?: Promise<Made> } {
  const get: { (): Promise<Made>; made?: Promise<Made> } = () => (get.made ??= make())
  return get
}
