import sanitizeHtml from 'sanitize-html'

/** Longer than any handwritten email. */
const MAX_LENGTH = 20_000
const MAX_HTML_LENGTH = 400_000

const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g
/** More combining marks on one character than any script uses. */
const MAX_MARKS = 30

/** Extracts normalized plain text from an email. A longer text is cut and ends with an ellipsis. */
export function textOfMail({ text, html }: { text?: string | undefined; html?: string | undefined }): string {
  const said = text?.trim() ? text : htmlAsText(html ?? '')
  const tidy = clean(said.slice(0, MAX_LENGTH + 1).replaceAll('\r\n', '\n'))
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return tidy.length > MAX_LENGTH ? `${tidy.slice(0, MAX_LENGTH)}…` : tidy
}

/** Reduces a text to one line of limited length. */
export const lineOfMail = (text: string | undefined, most: number): string =>
  clean((text ?? '').slice(0, most * 4))
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, most)

const clean = (text: string) => withFewMarks(text.replaceAll(controls, '')).normalize('NFC')

/** Removes excess marks in one pass, because normalizing n marks on one character takes n² steps. */
function withFewMarks(text: string): string {
  let [kept, marks] = ['', 0]
  for (const letter of text) {
    marks = /\p{M}/u.test(letter) ? marks + 1 : 0
    if (marks <= MAX_MARKS) kept += letter
  }
  return kept
}

function htmlAsText(html: string): string {
  const inLines = html
    .slice(0, MAX_HTML_LENGTH)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<(?:br|\/p|\/div|\/tr|\/li|\/h[1-6])\b[^<>]{0,200}>/gi, '$&\n')
  const bare = sanitizeHtml(inLines, { allowedTags: [], allowedAttributes: {} })
  const said: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
  return bare
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (sign) => said[sign]!)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
}
