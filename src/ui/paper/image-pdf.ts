/** A4 portrait with margins of half an inch, in points (72 per inch). */
const [WIDTH, HEIGHT, MARGIN] = [595.28, 841.89, 36]
export const PAPER = { margin: MARGIN, contentWidth: WIDTH - 2 * MARGIN, contentHeight: HEIGHT - 2 * MARGIN }

interface Picture {
  width: number
  height: number
  jpeg: Uint8Array<ArrayBuffer>
}

/** Returns a PDF with one picture per page, scaled to the page width. The format: ISO 32000-1, §7.5 and §8.9. */
export function imagePdf(pictures: readonly Picture[], title: string): Blob {
  const parts: (string | Uint8Array<ArrayBuffer>)[] = ['%PDF-1.4\n']
  const starts: number[] = []
  let length = parts[0]!.length
  const add = (part: string | Uint8Array<ArrayBuffer>) => {
    parts.push(part)
    length += part.length
  }
  /** Writes an object. Objects are numbered from 1 in the order in which they are written. */
  function object(dictionary: string, stream?: string | Uint8Array<ArrayBuffer>) {
    starts.push(length)
    const size = stream === undefined ? '' : ` /Length ${stream.length}`
    add(`${starts.length} 0 obj\n<< ${dictionary}${size} >>\n`)
    if (stream !== undefined) for (const part of ['stream\n', stream, '\nendstream\n']) add(part)
    add('endobj\n')
  }

  const page = (index: number) => FIRST_PAGE + 3 * index
  object('/Type /Catalog /Pages 2 0 R')
  object(`/Type /Pages /Count ${pictures.length} /Kids [${pictures.map((_, index) => `${page(index)} 0 R`).join(' ')}]`)
  object(`/Title <${utf16(title)}>`)
  for (const [index, { width, height, jpeg }] of pictures.entries()) {
    const [content, image] = [page(index) + 1, page(index) + 2]
    const drawnHeight = (PAPER.contentWidth * height) / width
    const place = [PAPER.contentWidth, 0, 0, drawnHeight, MARGIN, HEIGHT - MARGIN - drawnHeight].map((number) =>
      number.toFixed(2),
    )
    object(
      `/Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Resources << /XObject << /I ${image} 0 R >> >> /Contents ${content} 0 R`,
    )
    object('', `q ${place.join(' ')} cm /I Do Q`)
    object(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
      jpeg,
    )
  }

  const table = length
  const entries = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`)
  add(`xref\n0 ${starts.length + 1}\n0000000000 65535 f \n${entries.join('')}`)
  add(`trailer\n<< /Size ${starts.length + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${table}\n%%EOF\n`)
  return new Blob(parts, { type: 'application/pdf' })
}

const FIRST_PAGE = 4

const utf16 = (text: string): string =>
  'FEFF' + Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('')
