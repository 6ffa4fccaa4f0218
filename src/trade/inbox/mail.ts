import { constants } from 'node:fs'
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { digestText } from '#platform/codes.ts'
import { toEmailKey } from '#platform/email-key.ts'
import { looksLikeEmail } from '#platform/http/contact-details.ts'
import { RejectedInputError } from '#platform/sandbox/rejected-input.ts'
import type { EmailReport } from '#mail/reports.ts'
import { toSingleLine, extractText } from './mail-text.ts'
import { findReplyHashes } from './reply-address.ts'
import { readReport } from './reports.ts'

/** A parsed email. */
export interface Mail {
  /** Stays the same if the email arrives twice. */
  id: string
  from: { name: string; address: string }
  subject: string
  text: string
  /** Whether a program or this app sent the email. Such an email does not start or reopen a conversation. */
  isAutomatic: boolean
  /** Our reply addresses among the recipients, and our emails in its reference headers. */
  replyHashes: string[]
  inReplyTo: { mailId: number; at: number }[]
  files: { name: string; content: Uint8Array }[]
  /** The delivery report of a mail server about one of our emails. */
  report: EmailReport | null
}

const MAX_MAIL_BYTES = 25 * 1024 * 1024
const MAX_HEADER_BYTES = 64 * 1024
/** The maximum number of lines. An email of 25 MB with attachments has about 340,000 lines. */
const MAX_LINES = 500_000
/** The maximum number of text lines. Parsers hold the lines in memory. */
const MAX_TEXT_LINES = 30_000
const MAX_PARTS = 100
const MAX_DEPTH = 12
const MAX_FILES = 5
const MAX_ADDRESS_LENGTH = 320

/** The file of an email and the data for recognizing our own addresses in it. */
export interface RawMail {
  path: string
  /** The sender address of our emails. */
  ownAddress: string
  replyAddress: string | undefined
}

/** Parses an email. Runs in a parser process (src/app/parsers.ts). Size, lines, parts and depth are checked first. */
export async function parseMail({ path, ownAddress, replyAddress }: RawMail): Promise<Mail> {
  const bytes = await readBytes(path)
  assertParsable(bytes)
  const { default: PostalMime } = await import('postal-mime')
  const email = await PostalMime.parse(bytes, {
    maxNestingDepth: MAX_DEPTH,
    maxHeadersSize: MAX_HEADER_BYTES,
    forceRfc822Attachments: true,
    attachmentEncoding: 'arraybuffer',
  })
  const address = email.from?.address ?? ''
  if (!looksLikeEmail(address) || address.length > 254) throw new RejectedInputError('no_sender')
  const readHeader = (name: string) => email.headers.find(({ key }) => key === name)?.value.slice(0, 1_000) ?? ''
  const recipientAddresses = email.headers
    .filter(({ key }) => recipientHeaders.has(key))
    .flatMap(({ value }) => value.slice(0, 8_000).split(/[\s<>,;:"()]/))
    .filter((candidate) => candidate.includes('@') && candidate.length <= MAX_ADDRESS_LENGTH)
  const isOwnAddress =
    toEmailKey(address) === toEmailKey(ownAddress) || findReplyHashes([address], replyAddress).length > 0
  return {
    id: getMailIdentity(email.messageId ?? '', address, bytes),
    from: { name: toSingleLine(email.from?.name || address.split('@')[0], 100), address },
    subject: toSingleLine(email.subject, 200),
    text: extractText(email),
    isAutomatic: isOwnAddress || isSentByProgram(readHeader, address),
    replyHashes: findReplyHashes(recipientAddresses, replyAddress),
    inReplyTo: [
      ...`${readHeader('in-reply-to')} ${readHeader('references')}`.matchAll(/<(\d{1,9})\.(\d{1,15})@selvage>/g),
    ].map(([, mailId, at]) => ({ mailId: Number(mailId), at: Number(at) })),
    report: /^multipart\/report/i.test(readHeader('content-type').trim()) ? readReport(email.attachments) : null,
    files: email.attachments
      .filter(({ related, content }) => !related && typeof content !== 'string')
      .slice(0, MAX_FILES)
      .map(({ filename, content }) => ({
        name: toSingleLine(filename ?? 'file', 200),
        content: new Uint8Array(content as ArrayBuffer),
      })),
  }
}

/** Reads the file of an email. Follows no symbolic link and rejects a file above the maximum email size. */
async function readBytes(path: string): Promise<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EACCES' ? new RejectedInputError('not_readable') : error
  })
  try {
    if ((await file.stat()).size > MAX_MAIL_BYTES) throw new RejectedInputError('too_large')
    return await file.readFile()
  } finally {
    await file.close()
  }
}

/**
 * Returns an ID that is equal for an email that arrives twice. It includes the sender and the body: with the Message-ID
 * alone, a forged email could make a genuine one count as known.
 */
function getMailIdentity(messageId: string, address: string, bytes: Uint8Array): string {
  const mail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const bodyHash = createHash('sha256')
    .update(mail.subarray(findBodyOffset(mail)))
    .digest('hex')
  return digestText(`${messageId.slice(0, 1_000)}\n${toEmailKey(address)}\n${bodyHash}`)
}

/** Returns where the body begins. The ID covers only the body, because mail servers add headers on the way. */
function findBodyOffset(mail: Buffer): number {
  const headerEnds = ['\r\n\r\n', '\n\n'].map((end) => mail.indexOf(end)).filter((index) => index !== -1)
  return headerEnds.length > 0 ? Math.min(...headerEnds) : mail.length
}

const recipientHeaders = new Set(['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'])

/** Rejects an email that would be too expensive to parse, in one pass over its bytes. */
function assertParsable(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new RejectedInputError('empty')
  let [lineCount, shortLineCount, boundaryCount] = [0, 0, 0]
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(NEWLINE_BYTE, start)
    const end = newline === -1 ? bytes.length : newline
    lineCount++
    if (end - start < SHORT_LINE_LENGTH) shortLineCount++
    if (bytes[start] === DASH_BYTE && bytes[start + 1] === DASH_BYTE) boundaryCount++
    if (lineCount > MAX_LINES || shortLineCount > MAX_TEXT_LINES) throw new RejectedInputError('too_many_lines')
    // Each part starts with a boundary, and the last part also ends with one.
    if (boundaryCount > MAX_PARTS * 2) throw new RejectedInputError('too_many_parts')
    start = end + 1
  }
}
const NEWLINE_BYTE = 0x0a
const DASH_BYTE = 0x2d
/** The length below which a line counts as text. Lines of encoded attachments have 76 characters. */
const SHORT_LINE_LENGTH = 60

/** Detects automatic emails by RFC 3834 and by older and unofficial headers. */
const isSentByProgram = (readHeader: (name: string) => string, address: string): boolean =>
  /^(?!no\b)\S/i.test(readHeader('auto-submitted').trim()) ||
  /bulk|junk|list|auto_reply/i.test(readHeader('precedence')) ||
  ['x-autoreply', 'x-autorespond', 'list-id', 'list-unsubscribe'].some((name) => readHeader(name) !== '') ||
  /^\s*<>/.test(readHeader('return-path')) ||
  /^multipart\/report/i.test(readHeader('content-type').trim()) ||
  /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply)@/i.test(address)
