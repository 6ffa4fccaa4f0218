import { setImmediate as nextTurn } from 'node:timers/promises'
import { createPdf, LINE_COLOUR, MUTED_COLOUR, TEAL } from '#platform/files/pdf.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import type { ServerTranslator } from '#locales/translator.ts'
import type { ProductDetails } from '../contract.ts'
import { productCategories } from '../limits.ts'
import { categoryLabels } from '../products/category-labels.ts'
import { describeCertificate, describeLeadTime, describeMinimum } from '../products/facts.ts'

export interface CatalogueProduct extends ProductDetails {
  /** Null if the picture is missing. */
  jpeg: Buffer | null
}

interface Catalogue {
  company: string
  tagline: string
  contact: readonly string[]
  /** YYYY-MM-DD */
  day: string
  products: readonly CatalogueProduct[]
}

type PdfDocument = Awaited<ReturnType<typeof createPdf>>
type Style = NonNullable<Parameters<PdfDocument['writeIn']>[3]>
type Entry = CatalogueProduct & { photo: ReturnType<PdfDocument['openPicture']> }
/** The products of a category. The name is empty if there is only one category. */
interface Group {
  name: string
  entries: Entry[]
}

/** Renders the catalogue on A4 portrait: a cover, the contents, and the products by category. */
export async function renderCatalogue(language: Language, catalogue: Catalogue): Promise<Uint8Array<ArrayBuffer>> {
  const translator = translatorFor(language)
  const { company } = catalogue
  const title = translator.t('products.catalogue_title')
  const pdf = await createPdf(language, `${title} · ${company}`, company, {
    foot: (page, pages) => `${company} · ${translator.t('quotation.page', { page, pages })}`,
  })
  const entries = catalogue.products.map((product): Entry => ({
    ...product,
    photo: product.jpeg && pdf.openPicture(product.jpeg),
  }))
  const groups = groupByCategory(entries, translator)
  const pageNumbers = new Map<string, number>()
  const contents = paginate(pdf, listContents(pdf, translator, groups, pageNumbers))
  const pages = paginate(pdf, listEntries(pdf, translator, groups))
  for (const [index, blocks] of pages.entries())
    for (const { slug } of blocks) pageNumbers.set(slug, COVER_PAGE_COUNT + contents.length + index + 1)

  drawCover(pdf, translator, { ...catalogue, title, entries })
  for (const blocks of [...contents, ...pages]) {
    pdf.newPage()
    let { top } = pdf.area
    for (const { height, draw } of blocks) {
      draw(top)
      top += height
      await nextTurn() // lets other requests run before the whole catalogue is finished
    }
  }
  return pdf.bytes()
}

const COVER_PAGE_COUNT = 1

function groupByCategory(entries: readonly Entry[], { t }: ServerTranslator): Group[] {
  const groups = productCategories
    .map((category) => ({
      name: t(categoryLabels[category]),
      entries: entries.filter(({ facts }) => facts.category === category),
    }))
    .filter((group) => group.entries.length > 0)
  return groups.length > 1 ? groups : groups.map((group) => ({ ...group, name: '' }))
}

const COVER_PICTURE_GRID = { columns: 3, rows: 2, gap: 8, height: 160, top: 250 }

function drawCover(
  pdf: PdfDocument,
  { t, day }: ServerTranslator,
  catalogue: Omit<Catalogue, 'products'> & { title: string; entries: readonly Entry[] },
): void {
  const { left, top, width, bottom } = pdf.area
  pdf.moveTo(top)
  pdf.rule(TEAL, 5)
  const createLine = (type: string, text: string, style: Style): Row => ({
    cells: [{ left, width, type, text, style }],
    after: 4,
  })
  drawRows(pdf, top + 40, [
    createLine('P', catalogue.company, { font: 'heading', size: 22, colour: TEAL }),
    ...(catalogue.tagline ? [createLine('P', catalogue.tagline, { size: 11, colour: MUTED_COLOUR })] : []),
  ])
  drawRows(pdf, top + 118, [
    createLine('H1', catalogue.title, { font: 'heading', size: 34, colour: TEAL }),
    createLine('P', day(catalogue.day), { size: 12 }),
  ])
  const { columns, rows, gap, height, top: gridTop } = COVER_PICTURE_GRID
  const pictureWidth = (width - gap * (columns - 1)) / columns
  const entriesWithPhotos = catalogue.entries.filter(({ photo }) => photo).slice(0, columns * rows)
  for (const [index, { photo, picture }] of entriesWithPhotos.entries()) {
    const box = {
      left: left + (index % columns) * (pictureWidth + gap),
      top: gridTop + Math.floor(index / columns) * (height + gap),
      width: pictureWidth,
      height,
    }
    pdf.picture(box, photo!, picture.alt)
  }
  const closingLines = [
    createLine('P', t('products.catalogue_prices'), { size: 10 }),
    ...catalogue.contact.map((text) => createLine('P', text, { size: 10, colour: MUTED_COLOUR })),
  ]
  drawRows(pdf, bottom - sumHeights(pdf, closingLines), closingLines)
}

/** Content that is not split across pages. */
interface Block {
  /** The product that the block shows. */
  slug: string
  height: number
  draw(top: number): void
}

function paginate(pdf: PdfDocument, blocks: readonly Block[]): Block[][] {
  const pages: Block[][] = []
  let remainingHeight = 0
  for (const block of blocks) {
    if (block.height > remainingHeight) {
      pages.push([])
      remainingHeight = pdf.area.bottom - pdf.area.top
    }
    pages.at(-1)!.push(block)
    remainingHeight -= block.height
  }
  return pages
}

/** Lists the lines of the contents. The page numbers are read when the lines are drawn. */
function listContents(
  pdf: PdfDocument,
  { t, number }: ServerTranslator,
  groups: readonly Group[],
  pageNumbers: ReadonlyMap<string, number>,
): Block[] {
  const { left, width } = pdf.area
  const numberWidth = 60
  const fullWidth = { left, width }
  const heading: Row = {
    cells: [
      {
        ...fullWidth,
        type: 'H2',
        text: t('products.catalogue_contents'),
        style: { font: 'heading', size: 20, colour: TEAL },
      },
    ],
    after: 10,
  }
  return groups.flatMap((group, groupIndex) =>
    group.entries.map(({ slug, name }, index) => {
      const groupRow: Row = {
        cells: [{ ...fullWidth, type: 'P', text: group.name, style: { font: 'strong', size: 12, colour: TEAL } }],
        after: 4,
      }
      const headRows = [
        ...(groupIndex === 0 && index === 0 ? [heading] : []),
        ...(index === 0 && group.name ? [groupRow] : []),
      ]
      const createLine = (page: number): Row => ({
        cells: [
          { left, width: width - numberWidth, type: 'P', text: name, style: {} },
          {
            left: left + width - numberWidth,
            width: numberWidth,
            type: 'P',
            text: number(page),
            style: { align: 'right' },
          },
        ],
        after: 5,
      })
      const ruleHeight = 4
      const spaceAfter = index === group.entries.length - 1 ? 14 : 0
      return {
        slug,
        height: sumHeights(pdf, [...headRows, createLine(0)]) + ruleHeight + spaceAfter,
        draw(top) {
          const lineTop = drawRows(pdf, top, headRows)
          pdf.moveTo(lineTop)
          pdf.rule(LINE_COLOUR, 0.75)
          drawRows(pdf, lineTop + ruleHeight, [createLine(pageNumbers.get(slug)!)])
        },
      }
    }),
  )
}

const PICTURE_SIZE = { width: 150, height: 112 }
const COLUMN_GAP = 16
const FACT_LABEL_WIDTH = 80
const ENTRY_GAP = 12
/** The maximum length of a fact in characters. Longer facts are cut off, so that a product fits on a page. */
const MAX_FACT_LENGTH = 200

function listEntries(pdf: PdfDocument, translator: ServerTranslator, groups: readonly Group[]): Block[] {
  const { left, width } = pdf.area
  const columnLeft = left + PICTURE_SIZE.width + COLUMN_GAP
  const columnWidth = width - PICTURE_SIZE.width - COLUMN_GAP
  return groups.flatMap((group) =>
    group.entries.map((entry, index) => {
      const groupRow: Row = {
        cells: [{ left, width, type: 'H2', text: group.name, style: { font: 'heading', size: 18, colour: TEAL } }],
        after: 8,
      }
      const headRows = index === 0 && group.name ? [groupRow] : []
      const column = { left: columnLeft, width: columnWidth }
      const rows: Row[] = [
        {
          cells: [{ ...column, type: 'H3', text: entry.name, style: { font: 'strong', size: 13, colour: TEAL } }],
          after: 2,
        },
        { cells: [{ ...column, type: 'P', text: entry.summary, style: { size: 10 } }], after: 6 },
        ...listFacts(entry, translator).map(([label, text]) => createFactRow(column, label, text)),
      ]
      return {
        slug: entry.slug,
        height:
          sumHeights(pdf, headRows) + ENTRY_GAP + Math.max(PICTURE_SIZE.height, sumHeights(pdf, rows)) + ENTRY_GAP,
        draw(top) {
          if (headRows.length > 0) pdf.bookmark(group.name)
          const ruleTop = drawRows(pdf, top, headRows)
          pdf.moveTo(ruleTop)
          pdf.rule(LINE_COLOUR, 0.75)
          const entryTop = ruleTop + ENTRY_GAP
          if (entry.photo) pdf.picture({ left, top: entryTop, ...PICTURE_SIZE }, entry.photo, entry.picture.alt)
          drawRows(pdf, entryTop, rows)
        },
      }
    }),
  )
}

function listFacts({ specification, facts }: Entry, translator: ServerTranslator): (readonly [string, string])[] {
  const { t } = translator
  const joinAndShorten = (texts: readonly string[]) => shorten(texts.filter(Boolean).join('; '))
  return (
    [
      [t('product.materials'), joinAndShorten(specification.materials)],
      [t('product.sizes'), joinAndShorten(specification.sizes)],
      [t('product.finishes'), joinAndShorten(specification.finishes)],
      [t('product.minimum_order'), shorten(describeMinimum(translator, facts) || specification.minimum_order)],
      [t('product.lead_time'), shorten(describeLeadTime(translator, facts) || specification.lead_time)],
      [
        t('product.certificates'),
        joinAndShorten(facts.certificates.map((certificate) => describeCertificate(translator, certificate))),
      ],
    ] as const
  ).filter(([, text]) => text !== '')
}

function shorten(text: string): string {
  if (text.length <= MAX_FACT_LENGTH) return text
  const end = text.lastIndexOf(' ', MAX_FACT_LENGTH)
  return `${text.slice(0, end > 0 ? end : MAX_FACT_LENGTH)} …`
}

/** The lines of small text are closer together than the font prescribes. */
const factStyle = { size: 8.5, lineGap: -1.5 }

function createFactRow({ left, width }: { left: number; width: number }, label: string, text: string): Row {
  const labelCell = {
    left,
    width: FACT_LABEL_WIDTH - 8,
    type: 'P',
    text: label,
    style: { ...factStyle, colour: MUTED_COLOUR },
  }
  const textCell = {
    left: left + FACT_LABEL_WIDTH,
    width: width - FACT_LABEL_WIDTH,
    type: 'P',
    text,
    style: factStyle,
  }
  return { cells: [labelCell, textCell], after: 2.5 }
}

/** Texts side by side. */
interface Row {
  cells: readonly { left: number; width: number; type: string; text: string; style: Style }[]
  after: number
}

const measureHeight = (pdf: PdfDocument, { cells, after }: Row): number =>
  Math.max(...cells.map(({ width, text, style }) => pdf.heightIn(width, text, style))) + after

const sumHeights = (pdf: PdfDocument, rows: readonly Row[]): number =>
  rows.reduce((sum, row) => sum + measureHeight(pdf, row), 0)

/** Draws rows below each other. Returns the position below the last row. */
function drawRows(pdf: PdfDocument, top: number, rows: readonly Row[]): number {
  let rowTop = top
  for (const row of rows) {
    for (const { left, width, type, text, style } of row.cells)
      pdf.writeIn({ left, top: rowTop, width }, type, text, style)
    rowTop += measureHeight(pdf, row)
  }
  return rowTop
}
