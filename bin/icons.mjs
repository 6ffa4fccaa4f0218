import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const linen = '#EFE6D6'

/** Writes the icons that browsers request by name, and the preview picture for shared links to pages without a picture. */
export async function makeIcons({ root, sharp }) {
  const art = (file) => readFileSync(join(root, 'art', file))
  const icons = join(root, 'dist/icons')
  mkdirSync(icons, { recursive: true })
  const write = (file, bytes) => writeFileSync(join(icons, file), bytes)

  const mark = art('svg/logo-mark.svg')
  write('favicon.svg', art('svg/favicon.svg'))
  write('favicon.ico', asIco(await drawSvg(art('svg/favicon.svg'), 32).png().toBuffer(), 32))
  write('apple-touch-icon.png', await onLinen(mark, 180, 0.8))
  // A launcher may crop an icon to a circle of 80 % of its width, so the mark is smaller than that.
  for (const size of [192, 512]) write(`icon-${size}.png`, await onLinen(mark, size, 0.66))
  write('open-graph.jpg', await openGraph())

  function drawSvg(svg, height) {
    return sharp(svg, { density: 600 }).resize({ height })
  }

  async function onLinen(svg, size, share) {
    const drawing = await drawSvg(svg, Math.round(size * share)).toBuffer()
    const ground = { width: size, height: size, channels: 3, background: linen }
    return sharp({ create: ground })
      .composite([{ input: drawing }])
      .png({ palette: true })
      .toBuffer()
  }

  async function openGraph() {
    const logo = await drawSvg(art('svg/logo-mark-on-dark.svg'), 400).toBuffer()
    return sharp(art('pictures/banner-accessories.jpg'))
      .resize(1200, 630, { position: 'left' })
      .composite([{ input: Buffer.from(shade) }, { input: logo, left: 60, top: 115 }])
      .jpeg({ quality: 80, mozjpeg: true })
      .toBuffer()
  }
}

/** Deep teal from the left, as a calm background of the logo. */
const shade = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
  <linearGradient id="shade">
    <stop offset=".3" stop-color="#0F4A4B" stop-opacity=".92"/><stop offset=".6" stop-color="#0F4A4B" stop-opacity="0"/>
  </linearGradient>
  <rect width="1200" height="630" fill="url(#shade)"/>
</svg>`

/** Returns an .ico file of one PNG: a directory with one entry, then the picture. */
function asIco(png, size) {
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
