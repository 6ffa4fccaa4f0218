import { addressOf } from '../platform/work/mail.ts'
import { textHash } from '../platform/codes.ts'
import type { Context } from '../platform/context.ts'
import { emailKey } from '../platform/email-key.ts'
import { looksLikeEmail } from '../platform/http/contact-details.ts'
import type { LetterReport } from '../messages/reports.ts'
import { lineOfMail, textOfMail } from './mail-text.ts'
import { replyHashesIn } from './reply-address.ts'
import { reportIn } from './reports.ts'

/** Mail as it came, as far as it counts. */
export interface Mail {
  /** The same for what comes twice. */
  id: string
  from: { name: string; address: string }
  subject: string
  text: string
  /** Whether a machine wrote it, or we: it is filed, and nothing comes of it. */
  isAutomatic: boolean
  /** The addresses of ours it was sent to, and the letters of ours that it says it answers. */
  replyHashes: string[]
  answersTo: { mailId: number; at: number }[]
  files: { name: string; content: Uint8Array }[]
  /** What a mail server says in it of a letter of ours. */
  report: LetterReport | null
}

/** Why mail is put aside, as the log says it. */
export class UnreadableMail extends Error {}

export const MOST_MAIL_BYTES = 25 * 1024 * 1024
const MOST_HEADER_BYTES = 64 * 1024
const MOST_PARTS = 100
const MOST_DEPTH = 12
const MOST_FILES = 5
const MOST_ADDRESS = 320

/** Reads mail. Before any work its size, its parts and its depth are bounded. */
export async function readMail(
  bytes: Uint8Array,
  { letterbox, replyAddress }: Pick<Context, 'letterbox' | 'replyAddress'>,
): Promise<Mail> {
  if (bytes.length === 0 || bytes.length > MOST_MAIL_BYTES) throw new UnreadableMail('too large, or empty')
  if (partsIn(bytes) > MOST_PARTS) throw new UnreadableMail('too many parts')
  const { default: PostalMime } = await import('postal-mime')
  const email = await PostalMime.parse(bytes, {
    maxNestingDepth: MOST_DEPTH,
    maxHeadersSize: MOST_HEADER_BYTES,
    forceRfc822Attachments: true,
    attachmentEncoding: 'arraybuffer',
  }).catch((cause: unknown) => {
    throw new UnreadableMail('it cannot be parsed', { cause })
  })
  const address = email.from?.address ?? ''
  if (!looksLikeEmail(address) || address.length > 254) throw new UnreadableMail('nobody is named as its sender')
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value.slice(0, 1_000) ?? ''
  const sentTo = email.headers
    .filter(({ key }) => receivers.has(key))
    .flatMap(({ value }) => value.slice(0, 8_000).split(/[\s<>,;:"()]/))
    .filter((each) => each.includes('@') && each.length <= MOST_ADDRESS)
  const own = emailKey(addressOf(letterbox.from))
  const isOwn = emailKey(address) === own || replyHashesIn([address], replyAddress).length > 0
  return {
    id: textHash(email.messageId ? `id ${email.messageId.slice(0, 1_000)}` : Buffer.from(bytes).toString('base64')),
    from: { name: lineOfMail(email.from?.name || address.split('@')[0], 100), address },
    subject: lineOfMail(email.subject, 200),
    text: textOfMail(email),
    isAutomatic: isOwn || isByMachine(header, address),
    replyHashes: replyHashesIn(sentTo, replyAddress),
    answersTo: [...`${header('in-reply-to')} ${header('references')}`.matchAll(/<(\d{1,9})\.(\d{1,15})@selvage>/g)].map(
      ([, mailId, at]) => ({ mailId: Number(mailId), at: Number(at) }),
    ),
    report: /^multipart\/report/i.test(header('content-type').trim()) ? reportIn(email.attachments) : null,
    files: email.attachments
      .filter(({ related, content }) => !related && typeof content !== 'string')
      .slice(0, MOST_FILES)
      .map(({ filename, content }) => ({
        name: lineOfMail(filename ?? 'file', 200),
        content: new Uint8Array(content as ArrayBuffer),
      })),
  }
}

const receivers = new Set(['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'])

/** In one walk, without anything being copied. */
function partsIn(bytes: Uint8Array): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let parts = 0
  for (let at = text.indexOf('\n--'); at !== -1 && parts <= MOST_PARTS * 2; at = text.indexOf('\n--', at + 3)) parts++
  // Each part has a line before it, the last also one behind.
  return parts / 2
}

/** RFC 3834, and what programs said before it and say beside it. */
const isByMachine = (header: (name: string) => string, address: string): boolean =>
  /^(?!no\b)\S/i.test(header('auto-submitted').trim()) ||
  /bulk|junk|list|auto_reply/i.test(header('precedence')) ||
  ['x-autoreply', 'x-autorespond', 'list-id', 'list-unsubscribe'].some((name) => header(name) !== '') ||
  /^\s*<>/.test(header('return-path')) ||
  /^multipart\/report/i.test(header('content-type').trim()) ||
  /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply)@/i.test(address)
