import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, parse } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * Measured on eight different masters, means per picture on one core, bytes at 480 / 768 / full width, quality 50:
 *   AVIF effort 1   12.0 / 24.9 / 57.8 kB   0.42 s        AVIF effort 4   11.7 / 23.5 / 54.8 kB   4.96 s
 *   AVIF effort 2   11.9 / 24.5 / 57.9 kB   0.70 s        WebP q75        19.0 / 38.8 / 91.2 kB   0.17 s
 *   AVIF effort 3   11.6 / 23.9 / 56.4 kB   1.30 s        mozjpeg q75     20.6 / 44.2 / 102 kB    0.16 s
 * Effort 4 would delay a first start by a minute for 4 % fewer bytes. WebP would save 12 % against JPEG for the few
 * browsers without AVIF: they get the one JPEG, which link previews need anyway.
 */
const AVIF_EFFORT = 2
const AVIF_WIDTHS = [
  { width: 320, maxBytes: 12_000 },
  { width: 480, maxBytes: 24_000 },
  { width: 768, maxBytes: 32_000 },
  // Enough for phones with two dots per pixel, which need a little more than 768. The next size would have twice as
  // many bytes.
  { width: 900, maxBytes: 48_000 },
  { width: 1440, maxBytes: 120_000 },
  // For wide screens with a high resolution. Few masters are this wide.
  { width: 2160, maxBytes: 220_000 },
  { width: 2880, maxBytes: 320_000 },
]
/** A size must exceed the previous one by this factor to be worth its bytes. */
const MIN_GROWTH = 1.2
/**
 * The AVIF qualities to try in this order, until the file is within the byte limit. The lowest quality is only for fine
 * patterns such as lace, which hide the loss.
 */
const AVIF_QUALITIES = [60, 50, 40]
const JPEG_WIDTH = 768
const JPEG_QUALITY = 75

/** Builds dist/pictures, dist/icons and their index dist/pictures.json from art/. */
export async function makePictures({ root, say = console.log }) {
  const folder = join(root, 'dist/pictures')
  const stampFile = join(folder, '.made-from')
  const listingFile = join(root, 'dist/pictures.json')
  const masters = readMasters(join(root, 'art'))
  const sourceHash = hash(readScript('icons.mjs'), ...readFolder(join(root, 'art/svg')), JSON.stringify(masters))
  if (existsSync(listingFile) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourceHash) return

  say(`Making ${masters.length} pictures in their sizes. This takes a moment the first time.`)
  mkdirSync(folder, { recursive: true })
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  const createdFiles = await runOnEveryCore(masters, (master) => createFiles(sharp, master, folder))
  const { makeIcons } = await import('./icons.mjs')
  await makeIcons({ root, sharp })

  removeOtherFiles(folder, [
    ...copyDrawings(join(root, 'art/svg'), folder),
    ...createdFiles.flatMap(({ files }) => Object.values(files).flatMap(Object.values)),
  ])
  const index = Object.fromEntries(masters.map(({ name }, place) => [name, createdFiles[place]]))
  writeAtomically(listingFile, JSON.stringify(index, null, 1))
  writeAtomically(stampFile, sourceHash)
}

/**
 * Reads the original pictures and their descriptions. Throws if a picture has no description, or a description no
 * picture.
 */
function readMasters(artFolder) {
  const descriptions = JSON.parse(readFileSync(join(artFolder, 'manifest.json'), 'utf8'))
  const files = readdirSync(join(artFolder, 'pictures')).filter((file) => !file.startsWith('.'))
  const missingName = Object.keys(descriptions).find((name) => !files.some((file) => parse(file).name === name))
  if (missingName) throw new Error(`art/manifest.json describes ${missingName}, but art/pictures has no such picture`)
  return files.sort().map((fileName) => {
    const { name } = parse(fileName)
    const file = join(artFolder, 'pictures', fileName)
    const description = descriptions[name]
    if (!description?.en || !description.bn)
      throw new Error(`art/manifest.json does not describe ${name} in both languages`)
    return { name, file, key: hash(readScript('pictures.mjs'), readFileSync(file)).slice(0, 8), ...description }
  })
}

async function createFiles(sharp, { name, file, key, en, bn, illustrative }, folder) {
  const master = readFileSync(file)
  const { width, height } = await sharp(master).metadata()
  const files = { avif: {}, jpeg: {} }

  let lastWidth = 0
  for (const { width: maxWidth, maxBytes } of AVIF_WIDTHS) {
    const size = Math.min(maxWidth, width)
    if (size < lastWidth * MIN_GROWTH && size < maxWidth) break
    lastWidth = size
    const resizedImage = sharp(master).resize(size)
    files.avif[size] = await writeIfMissing(`${name}-${size}.${key}.avif`, () => encodeAvif(resizedImage, maxBytes))
  }
  const size = Math.min(JPEG_WIDTH, width)
  files.jpeg[size] = await writeIfMissing(`${name}-${size}.${key}.jpg`, () =>
    sharp(master).resize(size).jpeg({ quality: JPEG_QUALITY, mozjpeg: true }).toBuffer(),
  )
  return { width, height, alt: { en, bn }, illustrative, placeholder: await findMeanColour(sharp(master)), files }

  async function writeIfMissing(fileName, encode) {
    if (!existsSync(join(folder, fileName))) writeAtomically(join(folder, fileName), await encode())
    return fileName
  }
}

async function encodeAvif(picture, maxBytes) {
  let bytes
  for (const quality of AVIF_QUALITIES) {
    bytes = await picture.clone().avif({ quality, effort: AVIF_EFFORT }).toBuffer()
    if (bytes.length <= maxBytes) break
  }
  return bytes
}

async function findMeanColour(picture) {
  const pixel = await picture.resize(1, 1, { fit: 'fill' }).raw().toBuffer()
  return '#' + pixel.toString('hex', 0, 3)
}

/**
 * Copies the drawings of articles. Their names contain a number instead of a hash, because the articles of the default
 * content name them. A changed drawing needs a new number.
 */
function copyDrawings(artFolder, folder) {
  const files = readdirSync(artFolder).filter((file) => /\.\d+\.svg$/.test(file))
  for (const file of files) writeAtomically(join(folder, file), readFileSync(join(artFolder, file)))
  return files
}

async function runOnEveryCore(items, work) {
  const results = []
  const waitingItems = items.entries()
  const runWorker = async () => {
    for (const [place, item] of waitingItems) results[place] = await work(item)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, runWorker))
  return results
}

function removeOtherFiles(folder, wantedNames) {
  const keptFiles = new Set(wantedNames)
  for (const file of readdirSync(folder)) if (!keptFiles.has(file)) rmSync(join(folder, file))
}

/**
 * Writes a file atomically: served names are cached permanently, so an interrupted build must not leave half a file.
 */
function writeAtomically(file, content) {
  writeFileSync(file + '.part', content)
  renameSync(file + '.part', file)
}

/** Reads a script, which is part of the hash: changed settings create files with new names. */
function readScript(name) {
  return readFileSync(new URL(name, import.meta.url))
}

function readFolder(folder) {
  return readdirSync(folder)
    .sort()
    .map((file) => readFileSync(join(folder, file)))
}

function hash(...parts) {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part)
  return sum.digest('hex')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await makePictures({ root: fileURLToPath(new URL('..', import.meta.url)) })
}
