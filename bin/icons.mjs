import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const linen = '#EFE6D6'

/** Writes the icons that browsers request by name, and the preview picture for shared links to pages without a picture. */
export async function makeIcons({ root, sharp }) {
  const readArt = (file) => readFileSync(join(root, 'art', file))
  const iconFolder = join(root, 'dist/icons')
  mkdirSync(iconFolder, { recursive: true })
  const write = (file, bytes) => writeFileSync(join(iconFolder, file), bytes)

  const mark = readArt('svg/logo-mark.svg')
  write('favicon.svg', readArt('svg/favicon.svg'))
  write('favicon.ico', toIco(await drawSvg(readArt('svg/favicon.svg'), 32).png().toBuffer(), 32))
  write('apple-touch-icon.png', await drawOnLinen(mark, 180, 0.8))
  // A launcher may crop an icon to a circle of 80 % of its width, so the mark is smaller than that.
  for (const size of [192, 512]) write(`icon-${size}.png`, await drawOnLinen(mark, size, 0.66))
  write('open-graph.jpg', await drawOpenGraphImage())

  function drawSvg(svg, height) {
    return sharp(svg, { density: 600 }).resize({ height })
  }

  async function drawOnLinen(svg, size, share) {
    const drawingBytes = await drawSvg(svg, Math.round(size * share)).toBuffer()
    const ground = { width: size, height: size, channels: 3, background: linen }
    return sharp({ create: ground })
      .composite([{ input: drawingBytes }])
      .png({ palette: true })
      .toBuffer()
  }

  async function drawOpenGraphImage() {
    const logo = await drawSvg(readArt('svg/logo-mark-on-dark.svg'), 400).toBuffer()
    return sharp(readArt('pictures/banner-accessories.jpg'))
      .resize(1200, 630, { position: 'left' })
      .composite([{ input: Buffer.from(shade) }, { input: logo, left: 60, top: 115 }])
      .jpeg({ quality: 80, mozjpeg: true })
      .toBuffer()
  }
}

/** Deep teal from the left, as a calm background of the logo. */
const shade = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
  <linearGradient id="shade">
    <stop offset=".3" stop-color="#0F4A4B" stop-opacity="1"/><stop offset=".6" stop-color="#0F4A4B" stop-opacity="0"/>
  </linearGradient>
  <rect width="1200" height="630" fill="url(#shade)"/>
</svg>`

/** Returns an .ico file of one PNG: a directory with one entry, then the picture. */
function toIco(png, size) {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}
