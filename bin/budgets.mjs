// Limits the brotli bytes of the first visit to a page. An exceeded limit fails the build. `node bin/budgets.mjs`
// prints the size of each page.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

const MAX_BYTES = {
  script: 80_000,
  reading: 25_000,
  style: 12_100,
  english: 70_000,
  bangla: 150_000,
  office: 180_000,
  editor: 100_000,
}
// These pages have higher limits, most of them for their forms (decisions 12 and 17).
const MAX_SCRIPT_BYTES = {
  'src/stays/bookings/reserve/room-page.tsx': 84_500,
  'src/stays/bookings/reserve/party-page.tsx': 84_000,
  'src/trade/enquiries/basket/enquiry-page.tsx': 81_000,
  // Product pages draw each size at its actual size.
  'src/trade/enquiries/products/product-page.tsx': 82_000,
  // It has the forms to pay, change and cancel a stay, and shows its days and the room.
  'src/stays/bookings/reserve/success-page.tsx': 81_500,
  // The frame is a file of its own, which costs each page with React a kilobyte (decision 73).
  'src/stays/bookings/own-stays/stay-page.tsx': 81_000,
  'src/site/member/dashboard-page.tsx': 81_200,
  'src/trade/enquiries/contact/contact-page.tsx': 80_500,
}

/** Reading pages load this entry, and the others load the entry with React (decision 73). */
const READING_ENTRY = 'src/site/entry-reading.ts'
const isReadingPage = (page) => /^src\/site\/(reading|api-docs)\//.test(page)

export function findBrokenBudgets(root) {
  return measureParts(root).flatMap(({ label, maxBytes, files, bytes }) => {
    if (!files.length) return [`Not measured: ${label}; dist/client contains none.`]
    if (bytes <= maxBytes) return []
    return [`Over budget: ${label}: ${formatKb(bytes)}, the limit is ${formatKb(maxBytes)} (${files.join(', ')}).`]
  })
}

function measureParts(root) {
  const folder = join(root, 'dist/client')
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const fonts = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.woff2'))
  const sizes = new Map()
  const measure = (file, place = folder) => {
    const path = join(place, file)
    return sizes.get(path) ?? sizes.set(path, measureTransferSize(path)).get(path)
  }
  return [
    ...listFirstPageLoads(manifest).flatMap(({ page, chunks }) => [
      {
        label: `script of ${page}`,
        maxBytes: MAX_SCRIPT_BYTES[page] ?? (isReadingPage(page) ? MAX_BYTES.reading : MAX_BYTES.script),
        files: isReadingPage(page) ? listScriptFiles(manifest, [READING_ENTRY]) : chunks.map(({ file }) => file),
      },
      { label: `style of ${page}`, maxBytes: MAX_BYTES.style, files: chunks.flatMap(({ css = [] }) => css) },
    ]),
    ...listOfficeLoads(root),
    {
      label: 'fonts of an English page',
      maxBytes: MAX_BYTES.english,
      files: fonts.filter((file) => !isBanglaFont(file)),
    },
    { label: 'fonts of a Bangla page', maxBytes: MAX_BYTES.bangla, files: fonts.filter(isBanglaFont) },
  ].map((part) => {
    const files = [...new Set(part.files)]
    return { ...part, files, bytes: files.reduce((sum, file) => sum + measure(file, part.folder), 0) }
  })
}

/** Returns the chunks that each page needs to start: the entry, the page and their static imports. */
function listFirstPageLoads(manifest) {
  const names = Object.keys(manifest)
  const entries = names.filter((name) => manifest[name].isEntry && !name.includes('reading'))
  const pages = names.filter((name) => manifest[name].isDynamicEntry && name.endsWith('-page.tsx'))
  if (!pages.length) return [{ page: 'a page', chunks: [] }]
  return pages.map((page) => {
    const neededChunks = new Set([...entries, page])
    for (const name of neededChunks)
      for (const importedName of manifest[name].imports ?? []) neededChunks.add(importedName)
    return { page, chunks: [...neededChunks].map((name) => manifest[name]) }
  })
}

/**
 * Returns the files that the back office needs to start, without its pages. Counts the Bangla messages, which are
 * longer.
 */
function listOfficeLoads(root) {
  const folder = join(root, 'dist/office')
  if (!existsSync(folder)) return []
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const isNeededAtStart = (name) => manifest[name].isEntry || name.startsWith('src/locales/bn-')
  const start = listScriptFiles(manifest, Object.keys(manifest).filter(isNeededAtStart))
  return [
    { label: 'script of the office', maxBytes: MAX_BYTES.office, files: start, folder },
    ...listEditorLoads(manifest, start).map((files) => ({
      label: 'editor of texts',
      maxBytes: MAX_BYTES.editor,
      files,
      folder,
    })),
  ]
}

/** Returns the files of the text editor that neither the office start nor the importing page has loaded. */
function listEditorLoads(manifest, start) {
  const editor = 'src/ui/rich-text/rich-text-editor.tsx'
  if (!manifest[editor]) return []
  const importers = Object.keys(manifest).filter((name) => manifest[name].dynamicImports?.includes(editor))
  const loadedFiles = [...start, ...listScriptFiles(manifest, importers)]
  return [listScriptFiles(manifest, [editor]).filter((file) => !loadedFiles.includes(file))]
}

/** Returns the script files of the given chunks and their static imports. */
function listScriptFiles(manifest, names) {
  const neededChunks = new Set(names)
  for (const name of neededChunks)
    for (const importedName of manifest[name].imports ?? []) neededChunks.add(importedName)
  return [...neededChunks].map((name) => manifest[name].file).filter((file) => file.endsWith('.js'))
}

function measureTransferSize(path) {
  const bytes = readFileSync(path)
  return path.endsWith('.woff2') ? bytes.length : brotliCompressSync(bytes).length
}

function isBanglaFont(file) {
  return /bangla|bengali/.test(file)
}

function formatKb(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { label, maxBytes, bytes } of measureParts(fileURLToPath(new URL('..', import.meta.url)))) {
    console.log(`${formatKb(bytes).padStart(8)} of ${formatKb(maxBytes)}  ${label}`)
  }
}
