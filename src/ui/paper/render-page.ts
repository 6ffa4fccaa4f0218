import { createImagePdf, PAPER } from './image-pdf.ts'

/** Returns a part of the page as a PNG, in paper width and twice the resolution of a screen. */
export async function renderPng(element: HTMLElement): Promise<Blob> {
  const fullCanvas = await renderCanvas(element)
  const canvasWithMargins = createBlankCanvas(fullCanvas.width + 2 * MARGIN_PX, fullCanvas.height + 2 * MARGIN_PX)
  canvasWithMargins.getContext('2d')!.drawImage(fullCanvas, MARGIN_PX, MARGIN_PX)
  return encodeCanvas(canvasWithMargins, 'image/png')
}

/** Returns a part of the page as a PDF: A4, with as many pages as needed. */
export async function renderPdf(element: HTMLElement, title: string): Promise<Blob> {
  const fullCanvas = await renderCanvas(element)
  const maxHeight = Math.floor((fullCanvas.width * PAPER.contentHeight) / PAPER.contentWidth)
  const pages = []
  for (let top = 0; top < fullCanvas.height;) {
    const height = findPageHeight(fullCanvas, top, maxHeight)
    const page = createBlankCanvas(fullCanvas.width, height)
    page.getContext('2d')!.drawImage(fullCanvas, 0, -top)
    const jpeg = await encodeCanvas(page, 'image/jpeg', JPEG_QUALITY)
    pages.push({ width: page.width, height, jpeg: new Uint8Array(await jpeg.arrayBuffer()) })
    top += height
  }
  return createImagePdf(pages, title)
}

/**
 * Finds the height of a page. The page ends at a row of pixels without content, so between two lines of text. Without
 * such a row in its lower half, the page has the maximum height.
 */
function findPageHeight(fullCanvas: HTMLCanvasElement, top: number, maxHeight: number): number {
  const remainingHeight = fullCanvas.height - top
  if (remainingHeight <= maxHeight) return remainingHeight
  const context = fullCanvas.getContext('2d')!
  for (let height = maxHeight; height > maxHeight / 2; height--) {
    const row = new Uint32Array(context.getImageData(0, top + height, fullCanvas.width, 1).data.buffer)
    if (row.every((pixel) => pixel === row[0])) return height
  }
  return maxHeight
}

const JPEG_QUALITY = 0.98
const SCALE = 2
const PX_PER_POINT = 96 / 72
const WIDTH_PX = Math.round(PAPER.contentWidth * PX_PER_POINT)
const MARGIN_PX = Math.round(PAPER.margin * PX_PER_POINT * SCALE)

/**
 * Renders the element in an SVG foreignObject, so that letters are joined as on the page. Such a picture can load
 * nothing, so it contains the styles of the page and the fonts.
 */
async function renderCanvas(element: HTMLElement): Promise<HTMLCanvasElement> {
  await document.fonts.ready
  const clonedElement = element.cloneNode(true) as HTMLElement
  clonedElement.dataset['drawn'] = ''
  const height = measureHeight(clonedElement)
  const { lang, className } = document.documentElement
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" lang="${lang}" xml:lang="${lang}" class="${className}" width="${WIDTH_PX * SCALE}" height="${height * SCALE}" viewBox="0 0 ${WIDTH_PX} ${height}"><style><![CDATA[${await collectStyles()}]]></style><foreignObject width="${WIDTH_PX}" height="${height}">${new XMLSerializer().serializeToString(clonedElement)}</foreignObject></svg>`
  const picture = new Image()
  picture.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svg)
  await picture.decode()
  const canvas = createBlankCanvas(WIDTH_PX * SCALE, height * SCALE)
  canvas.getContext('2d')!.drawImage(picture, 0, 0)
  return canvas
}

function measureHeight(sheet: HTMLElement): number {
  const container = document.createElement('div')
  container.style.cssText = `position: fixed; visibility: hidden; inset: 0 auto auto 0; width: ${WIDTH_PX}px`
  container.append(sheet)
  document.body.append(container)
  const height = Math.ceil(sheet.getBoundingClientRect().height)
  container.remove()
  return height
}

function createBlankCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')!
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  return canvas
}

const encodeCanvas = (canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(`no ${type}`))), type, quality)
  })

async function collectStyles(): Promise<string> {
  const styleTexts = [...document.styleSheets].flatMap(({ cssRules, href }) =>
    [...cssRules].map((rule) => inlineStyles(rule, href ?? document.baseURI)),
  )
  return (await Promise.all(styleTexts)).join('\n')
}

/** Embeds only fonts that the page has loaded, because those are the fonts it uses. */
async function inlineStyles(rule: CSSRule, base: string): Promise<string> {
  if (!(rule instanceof CSSFontFaceRule)) return rule.cssText
  const fontUrl = /url\("([^"]+)"\)/.exec(rule.cssText)?.[1]
  if (!fontUrl || !isLoaded(rule.style)) return ''
  const font = await (await fetch(new URL(fontUrl, base))).blob()
  return rule.cssText.replace(fontUrl, await toDataUrl(font))
}

const isLoaded = (style: CSSStyleDeclaration): boolean =>
  [...document.fonts].some(
    ({ family, weight, unicodeRange, status }) =>
      status === 'loaded' &&
      normalize(family) === normalize(style.getPropertyValue('font-family')) &&
      weight === style.getPropertyValue('font-weight') &&
      normalize(unicodeRange) === normalize(style.getPropertyValue('unicode-range')),
  )
const normalize = (text: string) => text.replace(/["'\s]/g, '').toLowerCase()

const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error!))
    reader.readAsDataURL(blob)
  })
