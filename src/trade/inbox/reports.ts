import type { EmailReport } from '#mail/reports.ts'

/** A part of mail, as it was parsed. */
interface Part {
  mimeType: string
  content: string | ArrayBuffer | Uint8Array
}

/** As much of a report as is read: more says nothing that counts. */
const MAX_BYTES = 64 * 1024
const MAX_GROUPS = 20
const MAX_SAID = 300

/**
 * What mail servers say of a letter of ours, where mail is such a report: that it could not be delivered for good (RFC
 * 3464), or that somebody complained (RFC 5965). Null where it is none, or says of no letter of ours. Whether it is true,
 * nobody can know from it: it counts for as much as the number of the letter, which those alone know who got it.
 */
export function reportIn(parts: readonly Part[]): EmailReport | null {
  const letter = parts.map((part) => numberIn(part)).find((found) => found !== null)
  if (!letter) return null
  const status = parts.find(({ mimeType }) => mimeType === 'message/delivery-status')
  if (status) return bounceIn(letter, textOf(status))
  const feedback = parts.find(({ mimeType }) => mimeType === 'message/feedback-report')
  return feedback ? complaintIn(letter, textOf(feedback)) : null
}

function bounceIn(letter: EmailReport['letter'], text: string): EmailReport | null {
  const failed = fieldGroups(text).find(
    (fields) => fields.get('action')?.toLowerCase() === 'failed' && /^(5|$)/.test(fields.get('status') ?? ''),
  )
  if (!failed) return null
  const said = [failed.get('status'), failed.get('diagnostic-code')?.replace(/^\w{1,20};\s?/, '')]
  return { kind: 'bounced', letter, said: said.filter(Boolean).join(' ').slice(0, MAX_SAID) }
}

function complaintIn(letter: EmailReport['letter'], text: string): EmailReport | null {
  const type = fieldGroups(text)[0]?.get('feedback-type')?.toLowerCase() ?? ''
  if (type === '' || type === 'not-spam') return null
  return { kind: 'complained', letter, said: type.slice(0, MAX_SAID) }
}

/** The letter that a report is about goes with it, or its head does. */
function numberIn(part: Part): EmailReport['letter'] | null {
  if (part.mimeType !== 'message/rfc822' && part.mimeType !== 'text/rfc822-headers') return null
  const [, mailId, at] = /^message-id:[ \t\r\n]{0,8}<(\d{1,9})\.(\d{1,15})@selvage>/im.exec(textOf(part)) ?? []
  return mailId === undefined ? null : { mailId: Number(mailId), at: Number(at) }
}

/** Fields as heads of mail have them, in groups with an empty line between. */
function fieldGroups(text: string): Map<string, string>[] {
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

function textOf({ content }: Part): string {
  if (typeof content === 'string') return content.slice(0, MAX_BYTES)
  return new TextDecoder().decode(new Uint8Array(content).subarray(0, MAX_BYTES))
}
