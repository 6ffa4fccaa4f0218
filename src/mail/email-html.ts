import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import type { EmailHeader, EmailParts } from './email.ts'

/** The maximum size of the HTML, because Gmail clips emails after their first 102 kB. */
export const MAX_HTML_BYTES = 100_000
/** The text limit for emails whose full HTML is too large. One quotation mark takes six bytes in HTML. */
const MAX_LONG_TEXT_LENGTH = 12_000

/**
 * Renders an email as HTML for old and diverse mail programs. Outlook renders with Word, which supports tables but no
 * boxes. Gmail drops unknown markup. Some programs apply a dark mode of their own. So the layout uses tables only, each
 * with explicit colours, and fetches nothing. The stylesheet in the head (dark mode, narrow screens) is optional for
 * reading. Emails that are too long are complete only in the plain text.
 */
export function renderEmailHtml(email: EmailParts, head: EmailHeader, language: Language): string {
  const fullHtml = renderHtml(email, head, language)
  return Buffer.byteLength(fullHtml) <= MAX_HTML_BYTES ? fullHtml : renderHtml(shorten(email, language), head, language)
}

function renderHtml(email: EmailParts, head: EmailHeader, language: Language): string {
  const { subject, paragraphs, facts = [], links = [], decline } = email
  const [closingLine, name, ...address] = head.signature
  const [mainLink, ...otherLinks] = links
  const body = [
    ...paragraphs.map((text) => renderParagraph(escapeLines(text))),
    ...(facts.length > 0 ? [renderFactTable(facts)] : []),
    ...(mainLink ? [renderButton(mainLink)] : []),
    ...otherLinks.map(({ label, url }) =>
      renderParagraph(`<a class="link" href="${escape(url)}" style="color:${lightColors.link}">${escape(label)}</a>`),
    ),
    ...(closingLine !== undefined ? [renderParagraph([closingLine, name ?? ''].map(escape).join('<br>'))] : []),
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
<style>${stylesheet}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${lightColors.page}">
<div lang="${language}" style="display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:${lightColors.page}">${escape(createPreviewText(paragraphs))}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>
<table ${tableAttributes} class="page" width="100%" bgcolor="${lightColors.page}" style="background:${lightColors.page}"><tr><td align="center" style="padding:16px 8px">
<!--[if mso]><table ${tableAttributes} width="600"><tr><td><![endif]-->
<table ${tableAttributes} width="100%" style="max-width:600px">
<tr><td class="brand" bgcolor="${lightColors.brand}" style="padding:16px 24px;background:${lightColors.brand};border-radius:8px 8px 0 0;${fontStyle};font-size:18px;line-height:1.4;font-weight:bold;color:#ffffff;${wordBreakStyle}">${escape(head.name)}</td></tr>
<tr><td class="sheet ink inside" bgcolor="${lightColors.sheet}" style="padding:24px 24px 8px;background:${lightColors.sheet};${fontStyle};font-size:16px;line-height:1.6;color:${lightColors.ink};${wordBreakStyle}">
${body}
</td></tr>
${address.length > 0 ? renderFooter([name ?? '', ...address], decline && { label: translatorFor(language).t('mail.unsubscribe'), url: decline.url }) : ''}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>`
}

const renderParagraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`

function renderFactTable(facts: NonNullable<EmailParts['facts']>): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td class="soft fact" width="34%" valign="top" style="width:34%;padding:6px 16px 6px 0;border-top:1px solid ${lightColors.line};color:${lightColors.soft}">${escape(name)}</td><td class="ink fact said" valign="top" style="padding:6px 0;border-top:1px solid ${lightColors.line};color:${lightColors.ink};${wordBreakStyle}">${escapeLines(value)}</td></tr>`,
  )
  return `<table ${tableAttributes} width="100%" style="margin:0 0 24px;${fontStyle};font-size:16px;line-height:1.5">${rows.join('\n')}</table>`
}

/**
 * Builds a button from a table cell, because Outlook ignores padding on links. Outlook colours the cell. Other programs
 * colour the link that fills it.
 */
const renderButton = ({ label, url }: { label: string; url: string }) =>
  `<table ${tableAttributes} style="margin:0 0 24px"><tr><td class="button" bgcolor="${lightColors.button}" style="background:${lightColors.button};border-radius:6px;mso-padding-alt:12px 24px"><a class="button" href="${escape(url)}" style="display:block;padding:12px 24px;background:${lightColors.button};border-radius:6px;${fontStyle};font-size:16px;line-height:1.4;font-weight:bold;color:#ffffff;text-decoration:none">${escape(label)}</a></td></tr></table>`

/** The footer with our address, our contact details and the unsubscribe link. */
const renderFooter = (address: readonly string[], decline: { label: string; url: string } | undefined) =>
  `<tr><td class="sheet soft foot" bgcolor="${lightColors.sheet}" style="padding:16px 24px 20px;background:${lightColors.sheet};border-top:1px solid ${lightColors.line};border-radius:0 0 8px 8px;${fontStyle};font-size:14px;line-height:1.5;color:${lightColors.soft};${wordBreakStyle}">${address.map(escape).join('<br>')}${decline ? `<br><br><a class="link" href="${escape(decline.url)}" style="color:${lightColors.link}">${escape(decline.label)}</a>` : ''}</td></tr>`

const tableAttributes = 'role="presentation" border="0" cellpadding="0" cellspacing="0"'
const fontStyle = "font-family:'Hind Siliguri','Noto Sans Bengali','Nirmala UI',Vrinda,Arial,sans-serif"
/** URLs and Bangla words can be wider than a phone. */
const wordBreakStyle = 'overflow-wrap:anywhere;word-break:break-word'

const lightColors = {
  page: '#f4eee3',
  sheet: '#ffffff',
  ink: '#1e2a2c',
  soft: '#525f61',
  line: '#e3dbcc',
  brand: '#0f4a4b',
  link: '#0f4a4b',
  button: '#a0521f',
}
const darkColors = {
  page: '#101617',
  sheet: '#1a2324',
  ink: '#ece6db',
  soft: '#b3bdbb',
  line: '#364445',
  brand: '#0f4a4b',
  link: '#8fd0ca',
  button: '#a0521f',
}

const stylesheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:${darkColors.page}!important}
.sheet{background:${darkColors.sheet}!important}
.ink{color:${darkColors.ink}!important}
.soft{color:${darkColors.soft}!important}
.link{color:${darkColors.link}!important}
.fact,.foot{border-color:${darkColors.line}!important}
}
@media (max-width:480px){
.inside{padding:20px 16px 4px!important}
.brand,.foot{padding-left:16px!important;padding-right:16px!important}
.fact{display:block!important;width:auto!important;padding:6px 0 0!important}
.said{padding:0 0 6px!important;border-top:0!important}
}`

/** The length of the preview that inboxes show after the subject. */
const MAX_PREVIEW_LENGTH = 140
const createPreviewText = (paragraphs: readonly string[]) =>
  paragraphs.join(' ').replaceAll('\n', ' ').slice(0, MAX_PREVIEW_LENGTH).toWellFormed()

/** Truncates each part and adds a note that the plain text is complete. */
function shorten(email: EmailParts, language: Language): EmailParts {
  const { subject, paragraphs, facts = [], links = [] } = email
  const partCount = 2 + facts.length * 2 + links.length * 2
  const maxLength = Math.floor(MAX_LONG_TEXT_LENGTH / partCount)
  const truncate = (text: string) => (text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text)
  return {
    ...email,
    subject: truncate(subject),
    paragraphs: [translatorFor(language).t('mail.shortened'), truncate(paragraphs.join('\n\n'))],
    facts: facts.map(([name, value]) => [truncate(name), truncate(value)] as const),
    links: links.map(({ label, url }) => ({ label: truncate(label), url })),
  }
}

const escapeLines = (text: string): string => escape(text).replaceAll('\n', '<br>')

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character]!)
