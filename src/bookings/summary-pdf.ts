import { readFile } from 'node:fs/promises'
import Pdf from 'pdfkit'
import decompress from 'wawoff2/decompress.js'
import { root } from '../root.ts'
import type { Language } from '../urls.ts'
import { wordsIn } from '../words/both.ts'
import type { BookingDetails } from './contract.ts'
import { summaryOf } from './summary.ts'

/** A stay on paper, as text: it can be searched, copied and read aloud, and Bengali letters are joined as they should be. */
export async function summaryPdf(
  details: BookingDetails,
  language: Language,
  madeAt: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const { t, moment } = wordsIn(language)
  const { setting, roomParticular: stay } = details
  const { booking, room, nights, cancelled } = summaryOf(details, wordsIn(language))
  const paper = await sheet(language, `${t('summary.title')} ${stay.id}`, setting.name)

  paper.rule(TEAL, 5)
  paper.say('H1', setting.name, { face: 'heading', size: 20, colour: TEAL, after: 2 })
  paper.say('P', setting.address)
  paper.say('P', `${setting.email} · WhatsApp ${setting.whatsApp}`)
  paper.say('P', `${t('summary.made')}: ${moment(madeAt)}`, { colour: QUIET, after: 14 })
  paper.say('H2', t('summary.title'), { face: 'heading', size: 15, colour: TEAL, after: 6 })
  paper.lines(room)
  if (nights.length > 0) {
    paper.say('H3', t('booking.price_nights'), { face: 'strong', size: 11, before: 14, after: 4 })
    paper.lines(nights)
  }
  paper.gap(12)
  paper.lines(booking)
  if (cancelled) paper.say('P', cancelled, { face: 'strong', before: 8 })
  paper.say('H3', t('summary.description'), { face: 'strong', size: 11, before: 14, after: 4 })
  for (const paragraph of stay.roomDescription.split('\n\n')) paper.say('P', paragraph, { after: 6 })
  return paper.bytes()
}

const [TEAL, INK, QUIET, LINE] = ['#0f4a4b', '#1e2a2c', '#566063', '#dcd1bd']
const MARGIN = 42
const LABELS_WIDTH = 150
/** A heading does not stand alone at the foot of a page. */
const [LINE_ROOM, HEADING_ROOM] = [40, 70]

type Face = 'text' | 'strong' | 'heading'
interface Look {
  face?: Face
  size?: number
  colour?: string
  before?: number
  after?: number
}

async function sheet(language: Language, title: string, author: string) {
  const fonts = await (reading ??= readFonts())
  const doc = new Pdf({
    size: 'A4',
    margin: MARGIN,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: language === 'bn' ? 'bn-BD' : 'en-GB',
    info: { Title: title, Author: author },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    doc.on('error', reject)
  })
  for (const [name, bytes] of fonts) doc.registerFont(name, bytes)
  const whole = doc.struct('Document')
  doc.addStructure(whole)
  const width = doc.page.width - 2 * MARGIN

  function write(text: string, x: number, across: number, { face = 'text', size = 10, colour = INK }: Look) {
    const runs = runsOf(text, language)
    doc.fillColor(colour).fontSize(size)
    // Letters stand in the file in the order they are drawn in; this is what they spell.
    doc.markContent('Span', { actual: text })
    runs.forEach(({ script, run }, index) => {
      const options = { width: across, lineGap: 1, continued: index < runs.length - 1 }
      doc.font(faces[script][face])
      if (index === 0) doc.text(run, x, doc.y, options)
      else doc.text(run, options)
    })
    doc.endMarkedContent()
  }
  const makeRoom = (height: number) => {
    if (doc.y + height > doc.page.height - MARGIN) doc.addPage()
  }
  function rule(colour: string, weight: number) {
    doc.markContent('Artifact', { type: 'Layout' })
    doc.rect(MARGIN, doc.y, width, weight).fill(colour)
    doc.endMarkedContent()
    doc.y += weight + (weight > 1 ? 12 : 3)
  }
  return {
    rule,
    gap: (height: number) => void (doc.y += height),
    say(type: string, text: string, look: Look = {}) {
      doc.y += look.before ?? 0
      makeRoom(look.face ? HEADING_ROOM : LINE_ROOM)
      whole.add(doc.struct(type, {}, () => write(text, MARGIN, width, look)))
      doc.y += look.after ?? 0
    },
    /** A table of two columns, ruled by hairlines. */
    lines(lines: readonly (readonly [name: string, value: string])[]) {
      const table = doc.struct('Table')
      whole.add(table)
      for (const [name, value] of lines) {
        makeRoom(LINE_ROOM)
        rule(LINE, 0.75)
        const top = doc.y
        const row = doc.struct('TR')
        table.add(row)
        row.add(doc.struct('TH', {}, () => write(name, MARGIN, LABELS_WIDTH, { colour: QUIET })))
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
    bytes() {
      whole.end()
      doc.end()
      return done
    },
  }
}

/** In Bangla no serif: what sets a PDF draws its vowels in the midst of a word as at the beginning of one. */
const faces: Record<Language, Record<Face, string>> = {
  en: { text: 'hind-siliguri-400', strong: 'hind-siliguri-600', heading: 'fraunces-600' },
  bn: { text: 'hind-siliguri-bangla-400', strong: 'hind-siliguri-bangla-600', heading: 'hind-siliguri-bangla-600' },
}

let reading: Promise<[name: string, font: Buffer][]> | undefined

/** The site's own, as TrueType, which PDF wants. One after the other: what is unpacked stands where the next one will. */
async function readFonts(): Promise<[name: string, font: Buffer][]> {
  const fonts: [name: string, font: Buffer][] = []
  for (const name of new Set(Object.values(faces).flatMap((each) => Object.values(each)))) {
    const woff2 = await readFile(`${root}src/ui/fonts/${name}.woff2`)
    fonts.push([name, Buffer.from(await decompress(woff2))])
  }
  return fonts
}

/** A name may be written in either script, whatever the reader's: each font has the letters of one, and both have ASCII. */
function runsOf(text: string, language: Language): { script: Language; run: string }[] {
  const runs: { script: Language; run: string }[] = []
  for (const letter of text.replaceAll('\u00a0', ' ')) {
    const script = isBengali.test(letter) ? 'bn' : isAscii.test(letter) ? language : 'en'
    const last = runs.at(-1)
    if (last?.script === script) last.run += letter
    else runs.push({ script, run: letter })
  }
  return runs
}

const isBengali = /[\u0964\u0965\u0980-\u09ff\u200c\u200d]/
const isAscii = /[ -~]/
