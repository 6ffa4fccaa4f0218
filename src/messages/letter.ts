import type { MailPot } from '../tables/messages.ts'
import type { Language } from '../urls.ts'

export interface Letter {
  subject: string
  paragraphs: readonly string[]
  /** What must stand out: name and value, line by line. */
  facts?: readonly (readonly [string, string])[]
  links?: readonly { label: string; url: string }[]
  /** What it is about, as the audit names it: `booking ABC123`. So that whoever answers sees what was written before. */
  about?: string
  /** A link is a key: nothing of the letter is kept once it has left. */
  secret?: true
  /** Goes with it, and is not kept once it has left. */
  file?: LetterFile
  /** Whither it is answered, where that is not the company: a key, so it is not kept once the letter has left. */
  replyTo?: string
  /** What it is counted with, when its address has had too many: said only of letters that not anybody can cause. */
  pot?: Exclude<MailPot, 'anybody'>
}

export interface LetterFile {
  name: string
  type: string
  bytes: Uint8Array
}

/** The same letter as plain text and as HTML that every mail program shows, over the signature of whoever writes, if anybody signs. */
export function renderLetter(
  { paragraphs, facts = [], links = [] }: Letter,
  signature: readonly string[],
  language: Language,
): { text: string; html: string } {
  const text = [
    ...paragraphs,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    ...links.map(({ label, url }) => `${label}:\n${url}`),
    signature.join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')

  const line = (content: string) => `<p style="margin:0 0 16px">${content}</p>`
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td style="padding:4px 24px 4px 0;color:#5c6668;vertical-align:top">${escape(name)}</td><td>${inLines(value)}</td></tr>`,
  )
  const body = [
    ...paragraphs.map((paragraph) => line(inLines(paragraph))),
    ...(rows.length > 0 ? [`<table role="presentation" style="margin:0 0 16px">${rows.join('')}</table>`] : []),
    ...links.map(({ label, url }, index) =>
      line(`<a href="${escape(url)}" style="${index === 0 ? button : 'color:#0f4a4b'}">${escape(label)}</a>`),
    ),
    ...(signature.length > 0 ? [line(signature.map(escape).join('<br>'))] : []),
  ].join('\n')
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"></head>
<body style="margin:0;padding:24px;background:#fbf8f2;color:#1e2a2c;font:16px/1.6 'Hind Siliguri',Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#fff;border-top:4px solid #0f4a4b">
${body}
</div></body></html>`
  return { text, html }
}

/** Of several links the first is what the letter is for. */
const button = 'display:inline-block;padding:12px 20px;background:#a85722;color:#fff'

const inLines = (text: string): string => escape(text).replaceAll('\n', '<br>')

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character]!)
