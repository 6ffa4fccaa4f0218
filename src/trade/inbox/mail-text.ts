import sanitizeHtml from 'sanitize-html'

/** The maximum length of the text. */
const MAX_TEXT_LENGTH = 20_000
const MAX_HTML_LENGTH = 400_000

const controlPattern = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g
/** More combining marks on one character than any script uses. */
const MAX_MARKS = 30

/** Extracts normalized plain text from an email. A longer text is cut and ends with an ellipsis. */
export function extractText({ text, html }: { text?: string | undefined; html?: string | undefined }): string {
  const sourceText = text?.trim() ? text : convertHtmlToText(html ?? '')
  const cleanedText = cleanText(sourceText.slice(0, MAX_TEXT_LENGTH + 1).replaceAll('\r\n', '\n'))
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return cleanedText.length > MAX_TEXT_LENGTH ? `${cleanedText.slice(0, MAX_TEXT_LENGTH)}…` : cleanedText
}

/** Reduces a text to one line of limited length. */
export const toSingleLine = (text: string | undefined, maxLength: number): string =>
  cleanText((text ?? '').slice(0, maxLength * 4))
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength)

const cleanText = (text: string) => limitMarks(text.replaceAll(controlPattern, '')).normalize('NFC')

/** Removes excess marks in one pass, because normalizing n marks on one character takes n² steps. */
function limitMarks(text: string): string {
  let [limitedText, markCount] = ['', 0]
  for (const character of text) {
    markCount = /\p{M}/u.test(character) ? markCount + 1 : 0
    if (markCount <= MAX_MARKS) limitedText += character
  }
  return limitedText
}

/** Tags that begin and end a line. */
const blockPattern =
  /<(?=\/?(?:address|article|aside|blockquote|caption|center|d[dlt]|div|fig(?:caption|ure)|footer|form|h[1-6r]|header|li|main|nav|ol|p|pre|section|table|tr|ul)\b)/gi

/** Tags whose content is not a text of the email. */
const nonTextTags = ['script', 'style', 'textarea', 'option', 'title']

/** Writes each block on a line of its own, and separates the cells of a table row. */
function convertHtmlToText(html: string): string {
  const markedHtml = html
    .slice(0, MAX_HTML_LENGTH)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<br\b/gi, '\n$&')
    .replaceAll(blockPattern, '\r$&')
    .replaceAll(/<t[dh]\b/gi, '\t$&')
  const plainText = sanitizeHtml(markedHtml, { allowedTags: [], allowedAttributes: {}, nonTextTags })
  const characters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
  return plainText
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters[entity]!)
    .replaceAll(/\r[\r\t ]*/g, '\n')
    .split('\n')
    .map(joinCells)
    .join('\n')
}

const joinCells = (line: string): string =>
  line
    .split('\t')
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(' | ')
