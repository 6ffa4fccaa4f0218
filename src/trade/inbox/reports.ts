import type { EmailReport } from '#mail/reports.ts'

/** A parsed part of an email. */
interface Part {
  mimeType: string
  content: string | ArrayBuffer | Uint8Array
}

/** The maximum number of bytes that are read from a part. The relevant fields come first. */
const MAX_BYTES = 64 * 1024
const MAX_GROUPS = 20
const MAX_TEXT_LENGTH = 300

/**
 * Reads a delivery report about one of our emails: a permanent failure (RFC 3464) or a complaint (RFC 5965). Returns
 * null for any other email. A report is no proof. It counts because it contains the email's number, which only the
 * recipient knows.
 */
export function readReport(parts: readonly Part[]): EmailReport | null {
  const emailReference = parts.map((part) => readEmailReference(part)).find((number) => number !== null)
  if (!emailReference) return null
  const statusPart = parts.find(({ mimeType }) => mimeType === 'message/delivery-status')
  if (statusPart) return readBounce(emailReference, decodeContent(statusPart))
  const feedbackPart = parts.find(({ mimeType }) => mimeType === 'message/feedback-report')
  return feedbackPart ? readComplaint(emailReference, decodeContent(feedbackPart)) : null
}

function readBounce(email: EmailReport['email'], text: string): EmailReport | null {
  const failedFields = splitFieldGroups(text).find(
    (fields) => fields.get('action')?.toLowerCase() === 'failed' && /^(5|$)/.test(fields.get('status') ?? ''),
  )
  if (!failedFields) return null
  const statusTexts = [failedFields.get('status'), failedFields.get('diagnostic-code')?.replace(/^\w{1,20};\s?/, '')]
  return { kind: 'bounced', email, text: statusTexts.filter(Boolean).join(' ').slice(0, MAX_TEXT_LENGTH) }
}

function readComplaint(email: EmailReport['email'], text: string): EmailReport | null {
  const type = splitFieldGroups(text)[0]?.get('feedback-type')?.toLowerCase() ?? ''
  if (type === '' || type === 'not-spam') return null
  return { kind: 'complained', email, text: type.slice(0, MAX_TEXT_LENGTH) }
}

/** Reads the number of the reported email. A report contains the whole email or its headers. */
function readEmailReference(part: Part): EmailReport['email'] | null {
  if (part.mimeType !== 'message/rfc822' && part.mimeType !== 'text/rfc822-headers') return null
  const [, mailId, at] = /^message-id:[ \t\r\n]{0,8}<(\d{1,9})\.(\d{1,15})@selvage>/im.exec(decodeContent(part)) ?? []
  return mailId === undefined ? null : { mailId: Number(mailId), at: Number(at) }
}

/** Parses header fields in groups separated by empty lines. */
function splitFieldGroups(text: string): Map<string, string>[] {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n\n')
    .slice(0, MAX_GROUPS)
    .map((group) => {
      const fields = new Map<string, string>()
      for (const line of group.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
        const colon = line.indexOf(':')
        const name = line.slice(0, colon).trim().toLowerCase()
        if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
      }
      return fields
    })
}

function decodeContent({ content }: Part): string {
  if (typeof content === 'string') return content.slice(0, MAX_BYTES)
  return new TextDecoder().decode(new Uint8Array(content).subarray(0, MAX_BYTES))
}
