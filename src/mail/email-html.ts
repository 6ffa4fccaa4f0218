import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import type { Email, EmailHeader } from './email.ts'

/** Gmail clips emails after their first 102 kB. */
export const MAX_BYTES = 100_000
/** The text limit for emails whose full HTML is too large. One quotation mark takes six bytes in HTML. */
const MAX_LONG_TEXT_LENGTH = 12_000

/**
 * Renders an email as HTML for old and diverse mail programs. Outlook renders with Word, which supports tables but no
 * boxes. Gmail drops unknown markup. Some programs invert the colours at night, even unasked. So the layout uses tables
 * only, each with explicit colours, and fetches nothing. The stylesheet in the head (dark mode, narrow screens) is
 * optional for reading. Emails that are too long are complete only in the plain text.
 */
export function emailHtml(email: Email, head: EmailHeader, language: Language): string {
  const whole = drawn(email, head, language)
  return Buffer.byteLength(whole) <= MAX_BYTES ? whole : drawn(shortened(email, language), head, language)
}

function drawn(email: Email, head: EmailHeader, language: Language): string {
  const { subject, paragraphs, facts = [], links = [], decline } = email
  const [regards, name, ...address] = head.signature
  const [first, ...others] = links
  const body = [
    ...paragraphs.map((each) => paragraph(inLines(each))),
    ...(facts.length > 0 ? [factTable(facts)] : []),
    ...(first ? [button(first)] : []),
    ...others.map(({ label, url }) =>
      paragraph(`<a class="link" href="${escape(url)}" style="color:${day.link}">${escape(label)}</a>`),
    ),
    ...(regards !== undefined ? [paragraph([regards, name ?? ''].map(escape).join('<br>'))] : []),
  ].join('\n')
  return `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<meta name="x-apple-disable-message-reformatting">
<title>${escape(subject)}</title>
<style>${sheet}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${day.page}">
<div lang="${language}" style="display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:${day.page}">${escape(preview(paragraphs))}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>
<table ${bare} class="page" width="100%" bgcolor="${day.page}" style="background:${day.page}"><tr><td align="center" style="padding:16px 8px">
<!--[if mso]><table ${bare} width="600"><tr><td><![endif]-->
<table ${bare} width="100%" style="max-width:600px">
<tr><td class="brand" bgcolor="${day.brand}" style="padding:16px 24px;background:${day.brand};border-radius:8px 8px 0 0;${font};font-size:18px;line-height:1.4;font-weight:bold;color:#ffffff;${breaks}">${escape(head.house)}</td></tr>
<tr><td class="sheet ink inside" bgcolor="${day.sheet}" style="padding:24px 24px 8px;background:${day.sheet};${font};font-size:16px;line-height:1.6;color:${day.ink};${breaks}">
${body}
</td></tr>
${address.length > 0 ? foot([name ?? '', ...address], decline && { label: translatorFor(language).t('mail.decline'), url: decline.url }) : ''}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>`
}

const paragraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`

function factTable(facts: NonNullable<Email['facts']>): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td class="soft fact" width="34%" valign="top" style="width:34%;padding:6px 16px 6px 0;border-top:1px solid ${day.line};color:${day.soft}">${escape(name)}</td><td class="ink fact said" valign="top" style="padding:6px 0;border-top:1px solid ${day.line};color:${day.ink};${breaks}">${inLines(value)}</td></tr>`,
  )
  return `<table ${bare} width="100%" style="margin:0 0 24px;${font};font-size:16px;line-height:1.5">${rows.join('\n')}</table>`
}

/**
 * A table cell, because Outlook ignores padding on links. Outlook draws the cell, all others draw the link that fills
 * it.
 */
const button = ({ label, url }: { label: string; url: string }) =>
  `<table ${bare} style="margin:0 0 24px"><tr><td class="button" bgcolor="${day.button}" style="background:${day.button};border-radius:6px;mso-padding-alt:12px 24px"><a class="button" href="${escape(url)}" style="display:block;padding:12px 24px;background:${day.button};border-radius:6px;${font};font-size:16px;line-height:1.4;font-weight:bold;color:#ffffff;text-decoration:none">${escape(label)}</a></td></tr></table>`

/** The footer with our address, our contact details and the unsubscribe link. */
const foot = (address: readonly string[], decline: { label: string; url: string } | undefined) =>
  `<tr><td class="sheet soft foot" bgcolor="${day.sheet}" style="padding:16px 24px 20px;background:${day.sheet};border-top:1px solid ${day.line};border-radius:0 0 8px 8px;${font};font-size:14px;line-height:1.5;color:${day.soft};${breaks}">${address.map(escape).join('<br>')}${decline ? `<br><br><a class="link" href="${escape(decline.url)}" style="color:${day.link}">${escape(decline.label)}</a>` : ''}</td></tr>`

const bare = 'role="presentation" border="0" cellpadding="0" cellspacing="0"'
const font = "font-family:'Hind Siliguri','Noto Sans Bengali','Nirmala UI',Vrinda,Arial,sans-serif"
/** URLs and Bangla words can be wider than a phone. */
const breaks = 'overflow-wrap:anywhere;word-break:break-word'

const day = {
  page: '#f4eee3',
  sheet: '#ffffff',
  ink: '#1e2a2c',
  soft: '#525f61',
  line: '#e3dbcc',
  brand: '#0f4a4b',
  link: '#0f4a4b',
  button: '#a0521f',
}
const night = {
  page: '#101617',
  sheet: '#1a2324',
  ink: '#ece6db',
  soft: '#b3bdbb',
  line: '#364445',
  brand: '#0f4a4b',
  link: '#8fd0ca',
  button: '#a0521f',
}

const sheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:${night.page}!important}
.sheet{background:${night.sheet}!important}
.ink{color:${night.ink}!important}
.soft{color:${night.soft}!important}
.link{color:${night.link}!important}
.fact,.foot{border-color:${night.line}!important}
}
@media (max-width:480px){
.inside{padding:20px 16px 4px!important}
.brand,.foot{padding-left:16px!important;padding-right:16px!important}
.fact{display:block!important;width:auto!important;padding:6px 0 0!important}
.said{padding:0 0 6px!important;border-top:0!important}
}`

/** The length of the preview that inboxes show behind the subject. */
const MAX_PREVIEWED = 140
const preview = (paragraphs: readonly string[]) =>
  paragraphs.join(' ').replaceAll('\n', ' ').slice(0, MAX_PREVIEWED).toWellFormed()

/** Truncates each part and adds a note that the plain text is complete. */
function shortened(email: Email, language: Language): Email {
  const { subject, paragraphs, facts = [], links = [] } = email
  const parts = 2 + facts.length * 2 + links.length * 2
  const most = Math.floor(MAX_LONG_TEXT_LENGTH / parts)
  const cut = (text: string) => (text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text)
  return {
    ...email,
    subject: cut(subject),
    paragraphs: [translatorFor(language).t('mail.shortened'), cut(paragraphs.join('\n\n'))],
    facts: facts.map(([name, value]) => [cut(name), cut(value)] as const),
    links: links.map(({ label, url }) => ({ label: cut(label), url })),
  }
}

const inLines = (text: string): string => escape(text).replaceAll('\n', '<br>')

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character]!)
