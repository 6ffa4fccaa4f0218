import { readFile } from 'node:fs/promises'
import Pdf from 'pdfkit'
import decompress from 'wawoff2/decompress.js'
import { projectRoot } from '../project-root.ts'
import type { Language } from '#routes/public.ts'

export const [TEAL, MUTED] = ['#0f4a4b', '#566063']
const [INK, LINE] = ['#1e2a2c', '#dcd1bd']
const MARGIN = 42
/** The distance between the bottom edge and the page footer. */
const FOOTER_HEIGHT = 30
const LABELS_WIDTH = 150
/** Heights that a row or a heading needs, so that no heading stays alone at the end of a page. */
const [MIN_ROW_HEIGHT, MIN_HEADING_HEIGHT] = [40, 70]

const COLUMN_GAP = 8
const alignRight = { align: 'right' } as const
/** Letters of the other script can be slightly taller than measured. */
const ROW_GAP = 14

interface TableColumn {
  head: string
  share: number
  /** Numbers are aligned to the right. */
  isFigure?: boolean
}

type FontRole = 'text' | 'strong' | 'heading'
interface TextStyle {
  face?: FontRole
  size?: number
  colour?: string
  /** Only for text in one script. */
  align?: 'right'
  before?: number
  after?: number
}

interface PdfOptions {
  isWide?: boolean
  /** The footer of each page. */
  foot?: (page: number, pages: number) => string
}

/**
 * A PDF document with real text: it can be searched, copied and read aloud, and Bengali letters are joined correctly.
 * Adds pages as needed.
 */
export async function createPdf(
  language: Language,
  title: string,
  author: string,
  { isWide = false, foot }: PdfOptions = {},
) {
  const fonts = await (fontsPromise ??= readFonts())
  const doc = new Pdf({
    size: 'A4',
    layout: isWide ? 'landscape' : 'portrait',
    margin: MARGIN,
    pdfVersion: '1.7',
    tagged: true,
    bufferPages: true,
    displayTitle: true,
    lang: language === 'bn' ? 'bn-BD' : 'en-GB',
    info: { Title: title, Author: author },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const finished = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    doc.on('error', reject)
  })
  for (const [name, bytes] of fonts) doc.registerFont(name, bytes)
  const documentStructure = doc.struct('Document')
  doc.addStructure(documentStructure)
  const width = doc.page.width - 2 * MARGIN

  function write(
    text: string,
    x: number,
    maxWidth: number,
    { face = 'text', size = 10, colour = INK, align }: TextStyle,
  ) {
    const runs = splitByScript(text, language)
    doc.fillColor(colour).fontSize(size)
    // Glyphs are in the file in drawing order. `actual` is the text that they spell.
    doc.markContent('Span', { actual: text })
    runs.forEach(({ script, run }, index) => {
      const options = { width: maxWidth, lineGap: 1, continued: index < runs.length - 1, ...(align && { align }) }
      doc.font(faces[script][face])
      if (index === 0) doc.text(run, x, doc.y, options)
      else doc.text(run, options)
    })
    doc.endMarkedContent()
  }
  const heightOf = (text: string, { size = 10 }: TextStyle) =>
    doc.font(faces[language].text).fontSize(size).heightOfString(text, { width, lineGap: 1 })
  const ensureSpace = (height: number) => {
    if (doc.y + height > doc.page.height - MARGIN) doc.addPage()
  }
  function rule(colour: string, weight: number) {
    doc.markContent('Artifact', { type: 'Layout' })
    doc.rect(MARGIN, doc.y, width, weight).fill(colour)
    doc.endMarkedContent()
    doc.y += weight + (weight > 1 ? 12 : 3)
  }
  /** Writes footers once the number of pages is known. Screen readers skip them. */
  function writeFooters(formatFooter: NonNullable<PdfOptions['foot']>) {
    const { count } = doc.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      doc.switchToPage(page)
      doc.page.margins.bottom = 0
      doc.y = doc.page.height - FOOTER_HEIGHT
      doc.markContent('Artifact', { type: 'Pagination' })
      write(formatFooter(page + 1, count), MARGIN, width, { size: 8, colour: MUTED })
      doc.endMarkedContent()
    }
  }
  return {
    rule,
    gap: (height: number) => void (doc.y += height),
    say(type: string, text: string, style: TextStyle = {}) {
      doc.y += style.before ?? 0
      ensureSpace(style.face ? MIN_HEADING_HEIGHT : heightOf(text, style))
      documentStructure.add(doc.struct(type, {}, () => write(text, MARGIN, width, style)))
      doc.y += style.after ?? 0
    },
    /** Writes a table of two columns with hairlines. */
    lines(lines: readonly (readonly [name: string, value: string])[]) {
      const table = doc.struct('Table')
      documentStructure.add(table)
      for (const [name, value] of lines) {
        ensureSpace(MIN_ROW_HEIGHT)
        rule(LINE, 0.75)
        const top = doc.y
        const row = doc.struct('TR')
        table.add(row)
        row.add(doc.struct('TH', {}, () => write(name, MARGIN, LABELS_WIDTH, { colour: MUTED })))
        const bottom = doc.y
        doc.y = top
        row.add(
          doc.struct('TD', {}, () =>
            write(value, MARGIN + LABELS_WIDTH + 16, width - LABELS_WIDTH - 16, { face: 'strong' }),
          ),
        )
        row.end()
        doc.y = Math.max(doc.y, bottom) + 1.5
      }
      table.end()
      rule(LINE, 0.75)
    },
    /** Writes a table of several columns with relative widths. A row that does not fit starts a new page. */
    table(columns: readonly TableColumn[], rows: readonly (readonly string[])[], size = 8.5) {
      const shares = columns.reduce((sum, { share }) => sum + share, 0)
      const columnWidths = columns.map(({ share }) => (share / shares) * (width + COLUMN_GAP) - COLUMN_GAP)
      const leftEdges = columnWidths.map(
        (_, column) =>
          MARGIN + columnWidths.slice(0, column).reduce((sum, columnWidth) => sum + columnWidth + COLUMN_GAP, 0),
      )
      const table = doc.struct('Table')
      documentStructure.add(table)
      const line = (cells: readonly string[], type: 'TH' | 'TD', style: TextStyle) => {
        doc.font(faces[language].strong).fontSize(size)
        ensureSpace(
          ROW_GAP +
            Math.max(...cells.map((cell, column) => doc.heightOfString(cell || '-', { width: columnWidths[column]! }))),
        )
        rule(LINE, 0.75)
        const top = doc.y
        let bottom = top
        const row = doc.struct('TR')
        table.add(row)
        for (const [column, cell] of cells.entries()) {
          doc.y = top
          row.add(
            doc.struct(type, {}, () =>
              write(cell || '–', leftEdges[column]!, columnWidths[column]!, {
                size,
                ...style,
                ...(columns[column]!.isFigure && alignRight),
              }),
            ),
          )
          bottom = Math.max(bottom, doc.y)
        }
        row.end()
        doc.y = bottom + 1
      }
      line(
        columns.map(({ head }) => head),
        'TH',
        { colour: MUTED },
      )
      for (const cells of rows) line(cells, 'TD', { face: 'strong' })
      table.end()
      rule(LINE, 0.75)
    },
    bytes() {
      documentStructure.end()
      if (foot) writeFooters(foot)
      doc.end()
      return finished
    },
  }
}

/** Bangla headings use no serif font: pdfkit draws vowels of the serif font inside words as at the start of a word. */
const faces: Record<Language, Record<FontRole, string>> = {
  en: { text: 'hind-siliguri-400', strong: 'hind-siliguri-600', heading: 'fraunces-600' },
  bn: { text: 'hind-siliguri-bangla-400', strong: 'hind-siliguri-bangla-600', heading: 'hind-siliguri-bangla-600' },
}

let fontsPromise: Promise<[name: string, font: Buffer][]> | undefined

/**
 * Reads the site's fonts as TrueType, which PDF needs. One at a time, because the decompressor reuses its output
 * memory.
 */
async function readFonts(): Promise<[name: string, font: Buffer][]> {
  const fonts: [name: string, font: Buffer][] = []
  for (const name of new Set(Object.values(faces).flatMap((fontNames) => Object.values(fontNames)))) {
    const woff2 = await readFile(`${projectRoot}src/ui/fonts/${name}.woff2`)
    fonts.push([name, Buffer.from(await decompress(woff2))])
  }
  return fonts
}

/**
 * Splits a text by script. A name can be in either script in any language. Each font has the letters of one script, and
 * both have ASCII. Neither has glyphs for no-break characters.
 */
function splitByScript(text: string, language: Language): { script: Language; run: string }[] {
  const runs: { script: Language; run: string }[] = []
  for (const character of text.replaceAll('\u00a0', ' ').replaceAll('\u2060', '')) {
    const script = isBengali.test(character) ? 'bn' : isAscii.test(character) ? language : 'en'
    const last = runs.at(-1)
    if (last?.script === script) last.run += character
    else runs.push({ script, run: character })
  }
  return runs
}

const isBengali = /[\u0964\u0965\u0980-\u09ff\u200c\u200d]/
const isAscii = /[ -~]/
