/** A4 portrait with margins of half an inch, in points (72 per inch). */
const [WIDTH_PT, HEIGHT_PT, MARGIN_PT] = [595.28, 841.89, 36]
export const PAPER = {
  margin: MARGIN_PT,
  contentWidth: WIDTH_PT - 2 * MARGIN_PT,
  contentHeight: HEIGHT_PT - 2 * MARGIN_PT,
}

interface Picture {
  width: number
  height: number
  jpeg: Uint8Array<ArrayBuffer>
}

/** Returns a PDF with one picture per page, scaled to the page width. The format: ISO 32000-1, §7.5 and §8.9. */
export function createImagePdf(pictures: readonly Picture[], title: string): Blob {
  const pdfChunks: (string | Uint8Array<ArrayBuffer>)[] = ['%PDF-1.4\n']
  const offsets: number[] = []
  let length = pdfChunks[0]!.length
  const appendChunk = (part: string | Uint8Array<ArrayBuffer>) => {
    pdfChunks.push(part)
    length += part.length
  }
  /** Writes an object. Objects are numbered from 1 in the order in which they are written. */
  function addObject(dictionary: string, stream?: string | Uint8Array<ArrayBuffer>) {
    offsets.push(length)
    const lengthEntry = stream === undefined ? '' : ` /Length ${stream.length}`
    appendChunk(`${offsets.length} 0 obj\n<< ${dictionary}${lengthEntry} >>\n`)
    if (stream !== undefined) for (const part of ['stream\n', stream, '\nendstream\n']) appendChunk(part)
    appendChunk('endobj\n')
  }

  const getPageObjectNumber = (index: number) => FIRST_PAGE_OBJECT + 3 * index
  addObject('/Type /Catalog /Pages 2 0 R')
  addObject(
    `/Type /Pages /Count ${pictures.length} /Kids [${pictures.map((_, index) => `${getPageObjectNumber(index)} 0 R`).join(' ')}]`,
  )
  addObject(`/Title <${toUtf16Hex(title)}>`)
  for (const [index, { width, height, jpeg }] of pictures.entries()) {
    const [contentObjectNumber, imageObjectNumber] = [getPageObjectNumber(index) + 1, getPageObjectNumber(index) + 2]
    const drawnHeight = (PAPER.contentWidth * height) / width
    const matrix = [PAPER.contentWidth, 0, 0, drawnHeight, MARGIN_PT, HEIGHT_PT - MARGIN_PT - drawnHeight].map(
      (number) => number.toFixed(2),
    )
    addObject(
      `/Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH_PT} ${HEIGHT_PT}] /Resources << /XObject << /I ${imageObjectNumber} 0 R >> >> /Contents ${contentObjectNumber} 0 R`,
    )
    addObject('', `q ${matrix.join(' ')} cm /I Do Q`)
    addObject(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
      jpeg,
    )
  }

  const xrefOffset = length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  appendChunk(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${entries.join('')}`)
  appendChunk(`trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${xrefOffset}\n%%EOF\n`)
  return new Blob(pdfChunks, { type: 'application/pdf' })
}

const FIRST_PAGE_OBJECT = 4

const toUtf16Hex = (text: string): string =>
  'FEFF' +
  Array.from({ length: text.length }, (_, charIndex) => text.charCodeAt(charIndex).toString(16).padStart(4, '0')).join(
    '',
  )
