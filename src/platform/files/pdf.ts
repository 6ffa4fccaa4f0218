import { readFile } from 'node:fs/promises'
import { projectRoot } from '../project-root.ts'
import { createSandbox } from '../sandbox/sandbox.ts'
import type { Language } from '#routes/public.ts'

export const [TEAL, MUTED_COLOUR, LINE_COLOUR] = ['#0f4a4b', '#566063', '#dcd1bd']
const INK_COLOUR = '#1e2a2c'
const MARGIN = 42
/** The distance between the bottom edge and the page footer. */
const FOOTER_HEIGHT = 30
const LABELS_WIDTH = 150
/** The width and the height of the amounts below a table, which stay on one page. */
const [SUM_WIDTH, SUM_HEIGHT] = [110, 24]
/** Heights that a row or a heading needs, so that no heading stays alone at the end of a page. */
const [MIN_ROW_HEIGHT, MIN_HEADING_HEIGHT] = [40, 70]

const COLUMN_GAP = 8
const rightAlignedStyle = { align: 'right' } as const
/** Letters of the other script can be slightly taller than measured. */
const ROW_GAP = 14

interface TableColumn {
  head: string
  share: number
  /** Whether the column contains numbers, which are aligned to the right. */
  isFigure?: boolean
}

interface SumRow {
  name: string
  amount: string
  /** Whether the row is a total, which is emphasized. */
  isTotal?: boolean
}

type FontRole = 'text' | 'strong' | 'heading'
interface TextStyle {
  font?: FontRole
  size?: number
  colour?: string
  /** The space between lines, in addition to that of the font. */
  lineGap?: number
  /** Only for text in one script. */
  align?: 'right'
  before?: number
  after?: number
}

interface Cell extends TextStyle {
  type: 'TH' | 'TD'
  text: string
  x: number
  maxWidth: number
}

/** A part of a page, in points from its top left corner. */
interface Box {
  left: number
  top: number
  width: number
}

/** A picture that pdfkit has read. The types of pdfkit do not declare it. */
interface OpenPicture {
  readonly width: number
  readonly height: number
}

interface PdfOptions {
  isWide?: boolean
  /** The footer of each page. */
  foot?: (page: number, pages: number) => string
}

/**
 * Creates a PDF document with real text: it can be searched, copied and read aloud, and Bengali letters are joined
 * correctly. Adds pages as needed.
 */
export async function createPdf(
  language: Language,
  title: string,
  author: string,
  { isWide = false, foot }: PdfOptions = {},
) {
  const fonts = await (fontsPromise ??= readFonts())
  // The library is large, so a start does not load it.
  const { default: Pdf } = await import('pdfkit')
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
  const finishedPromise = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
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
    { font = 'text', size = 10, colour = INK_COLOUR, lineGap = 1, align }: TextStyle,
  ) {
    const runs = splitByScript(text, language)
    doc.fillColor(colour).fontSize(size)
    // Glyphs are in the file in drawing order. `actual` is the text that they spell.
    doc.markContent('Span', { actual: text })
    runs.forEach(({ script, run }, index) => {
      const options = { width: maxWidth, lineGap, continued: index < runs.length - 1, ...(align && { align }) }
      doc.font(fontFiles[script][font])
      if (index === 0) doc.text(run, x, doc.y, options)
      else doc.text(run, options)
    })
    doc.endMarkedContent()
  }
  const measureHeight = (columnWidth: number, text: string, { font = 'text', size = 10, lineGap = 1 }: TextStyle) =>
    doc.font(fontFiles[language][font]).fontSize(size).heightOfString(text, { width: columnWidth, lineGap })
  /** Starts a new page if the rest of this one is too short, and returns whether it did. */
  function ensureSpace(height: number): boolean {
    const isPageTooShort = doc.y + height > doc.page.height - MARGIN
    if (isPageTooShort) doc.addPage()
    return isPageTooShort
  }
  function drawRule(colour: string, weight: number, left = MARGIN) {
    doc.markContent('Artifact', { type: 'Layout' })
    doc.rect(left, doc.y, MARGIN + width - left, weight).fill(colour)
    doc.endMarkedContent()
    doc.y += weight + (weight > 1 ? 12 : 3)
  }
  function addTable() {
    const table = doc.struct('Table')
    documentStructure.add(table)
    return table
  }
  /** Writes cells side by side and continues below the tallest one. */
  function writeRow(table: ReturnType<typeof addTable>, cells: readonly Cell[]) {
    const top = doc.y
    let bottom = top
    const row = doc.struct('TR')
    table.add(row)
    for (const { type, text, x, maxWidth, ...style } of cells) {
      doc.y = top
      row.add(doc.struct(type, {}, () => write(text, x, maxWidth, style)))
      bottom = Math.max(bottom, doc.y)
    }
    row.end()
    doc.y = bottom
  }
  /** Writes footers once the number of pages is known. Screen readers skip them. */
  function writeFooters(formatFooter: NonNullable<PdfOptions['foot']>) {
    const { count } = doc.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      doc.switchToPage(page)
      doc.page.margins.bottom = 0
      doc.y = doc.page.height - FOOTER_HEIGHT
      doc.markContent('Artifact', { type: 'Pagination' })
      write(formatFooter(page + 1, count), MARGIN, width, { size: 8, colour: MUTED_COLOUR })
      doc.endMarkedContent()
    }
  }
  return {
    rule: drawRule,
    gap: (height: number) => void (doc.y += height),
    /** The part of a page inside its margins. */
    area: { left: MARGIN, top: MARGIN, width, bottom: doc.page.height - MARGIN },
    heightIn: measureHeight,
    newPage: () => void doc.addPage(),
    moveTo: (top: number) => void (doc.y = top),
    /** Adds the current page to the table of contents that viewers show beside the pages. */
    bookmark: (text: string) => void doc.outline.addItem(text),
    /** Writes a text in a box. Returns the vertical position below the text. */
    writeIn({ left, top, width: boxWidth }: Box, type: string, text: string, style: TextStyle = {}): number {
      doc.y = top
      documentStructure.add(doc.struct(type, {}, () => write(text, left, boxWidth, style)))
      return doc.y
    },
    /** Reads a JPEG, which may then be drawn several times. Returns null if the file is broken. */
    openPicture(jpeg: Buffer): OpenPicture | null {
      try {
        return (doc as unknown as { openImage(file: Buffer): OpenPicture }).openImage(jpeg)
      } catch {
        return null
      }
    },
    /** Draws a picture so that it fills a box. */
    picture({ left, top, width: boxWidth, height }: Box & { height: number }, picture: OpenPicture, alt: string) {
      const draw = () => {
        doc.save().rect(left, top, boxWidth, height).clip()
        const options = { cover: [boxWidth, height] as [number, number], align: 'center', valign: 'center' } as const
        doc.image(picture as unknown as Buffer, left, top, options)
        doc.restore()
      }
      documentStructure.add(doc.struct('Figure', { alt }, draw))
    },
    write(type: string, text: string, style: TextStyle = {}) {
      doc.y += style.before ?? 0
      ensureSpace(style.font ? MIN_HEADING_HEIGHT : measureHeight(width, text, style))
      documentStructure.add(doc.struct(type, {}, () => write(text, MARGIN, width, style)))
      doc.y += style.after ?? 0
    },
    /** Writes a table of two columns with hairlines. Rows without a value are left out. */
    lines(lines: readonly (readonly [name: string, value: string])[]) {
      const table = addTable()
      const left = MARGIN + LABELS_WIDTH + 16
      const valueWidth = MARGIN + width - left
      for (const [name, value] of lines.filter(([, text]) => text !== '')) {
        const height = Math.max(
          measureHeight(LABELS_WIDTH, name, {}),
          measureHeight(valueWidth, value, { font: 'strong' }),
        )
        ensureSpace(Math.max(MIN_ROW_HEIGHT, ROW_GAP + height))
        drawRule(LINE_COLOUR, 0.75)
        writeRow(table, [
          { type: 'TH', text: name, x: MARGIN, maxWidth: LABELS_WIDTH, colour: MUTED_COLOUR },
          { type: 'TD', text: value, x: left, maxWidth: valueWidth, font: 'strong' },
        ])
        doc.y += 1.5
      }
      table.end()
      drawRule(LINE_COLOUR, 0.75)
    },
    /** Writes amounts below a table: the names in the right half, the amounts at the right edge. */
    sums(rows: readonly SumRow[]) {
      const table = addTable()
      const left = MARGIN + width / 2
      const nameWidth = width / 2 - SUM_WIDTH
      ensureSpace(rows.length * SUM_HEIGHT)
      for (const { name, amount, isTotal = false } of rows) {
        drawRule(isTotal ? TEAL : LINE_COLOUR, 0.75, left)
        const style = isTotal ? { font: 'strong' as const, size: 11 } : {}
        writeRow(table, [
          { type: 'TH', text: name, x: left, maxWidth: nameWidth, ...(!isTotal && { colour: MUTED_COLOUR }), ...style },
          { type: 'TD', text: amount, x: left + nameWidth, maxWidth: SUM_WIDTH, ...rightAlignedStyle, ...style },
        ])
        doc.y += 1.5
      }
      table.end()
      drawRule(LINE_COLOUR, 0.75, left)
    },
    /**
     * Writes a table of several columns with relative widths. A row that does not fit starts a new page, below the
     * heads of the columns. An empty cell shows a dash.
     */
    table(columns: readonly TableColumn[], rows: readonly (readonly string[])[], size = 8.5, gap = COLUMN_GAP) {
      const totalShare = columns.reduce((sum, { share }) => sum + share, 0)
      const columnWidths = columns.map(({ share }) => (share / totalShare) * (width + gap) - gap)
      const leftEdges = columnWidths.map(
        (_, column) => MARGIN + columnWidths.slice(0, column).reduce((sum, columnWidth) => sum + columnWidth + gap, 0),
      )
      const table = addTable()
      const drawRow = (cells: readonly string[], type: 'TH' | 'TD', style: TextStyle) => {
        doc.font(fontFiles[language].strong).fontSize(size)
        const heights = cells.map((cell, column) => doc.heightOfString(cell || '-', { width: columnWidths[column]! }))
        if (ensureSpace(ROW_GAP + Math.max(...heights)) && type === 'TD') drawHeadings()
        drawRule(LINE_COLOUR, 0.75)
        writeRow(
          table,
          cells.map((cell, column) => ({
            type,
            text: cell || '–',
            x: leftEdges[column]!,
            maxWidth: columnWidths[column]!,
            size,
            ...style,
            ...(columns[column]!.isFigure && rightAlignedStyle),
          })),
        )
        doc.y += 1
      }
      const headings = columns.map(({ head }) => head)
      const drawHeadings = () => drawRow(headings, 'TH', { colour: MUTED_COLOUR })
      drawHeadings()
      for (const cells of rows) drawRow(cells, 'TD', { font: 'strong' })
      table.end()
      drawRule(LINE_COLOUR, 0.75)
    },
    bytes() {
      documentStructure.end()
      if (foot) writeFooters(foot)
      doc.end()
      return finishedPromise
    },
  }
}

/**
 * Bangla headings use a sans-serif font. With the serif font, pdfkit draws vowel signs inside a word as if they began
 * the word.
 */
const fontFiles: Record<Language, Record<FontRole, string>> = {
  en: { text: 'hind-siliguri-400', strong: 'hind-siliguri-600', heading: 'fraunces-600' },
  bn: { text: 'hind-siliguri-bangla-400', strong: 'hind-siliguri-bangla-600', heading: 'hind-siliguri-bangla-600' },
}

let fontsPromise: Promise<[name: string, font: Buffer][]> | undefined

/** The decompressor keeps 16 MB in use, so it runs in a process that ends afterwards. */
const toTrueType = createSandbox<Uint8Array, Uint8Array>('font', { cpuMs: 10_000, megabytes: 128, idleMs: 1_000 })

/** Reads the site's fonts as TrueType, which PDF needs. */
async function readFonts(): Promise<[name: string, font: Buffer][]> {
  const fonts: [name: string, font: Buffer][] = []
  for (const name of new Set(Object.values(fontFiles).flatMap((fontNames) => Object.values(fontNames)))) {
    const woff2 = await readFile(`${projectRoot}src/ui/fonts/${name}.woff2`)
    fonts.push([name, Buffer.from(await toTrueType(woff2))])
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
    const script = bengaliPattern.test(character) ? 'bn' : asciiPattern.test(character) ? language : 'en'
    const lastRun = runs.at(-1)
    if (lastRun?.script === script) lastRun.run += character
    else runs.push({ script, run: character })
  }
  return runs
}

const bengaliPattern = /[\u0964\u0965\u0980-\u09ff\u200c\u200d]/
const asciiPattern = /[ -~\n]/
