// Limits the brotli bytes of the first visit to a page. A broken budget fails the build. `node bin/budgets.mjs` prints the
// size of each page.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

const mostBytes = { script: 80_000, style: 12_000, english: 70_000, bangla: 150_000, office: 180_000, editor: 100_000 }
// Rooms are booked where they are shown (decisions 12 and 17).
const mostScript = {
  'src/stays/bookings/reserve/room-page.tsx': 84_000,
  'src/stays/bookings/reserve/party-page.tsx': 84_000,
}

export function brokenBudgets(root) {
  return weighed(root).flatMap(({ what, most, files, bytes }) => {
    if (!files.length) return [`Not measured: ${what}; dist/client contains none.`]
    if (bytes <= most) return []
    return [`Over budget: ${what}: ${kB(bytes)}, the limit is ${kB(most)} (${files.join(', ')}).`]
  })
}

function weighed(root) {
  const folder = join(root, 'dist/client')
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const fonts = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.woff2'))
  const sizes = new Map()
  const bytesOf = (file, place = folder) => {
    const path = join(place, file)
    return sizes.get(path) ?? sizes.set(path, transferBytes(path)).get(path)
  }
  return [
    ...firstLoads(manifest).flatMap(({ page, chunks }) => [
      { what: `script of ${page}`, most: mostScript[page] ?? mostBytes.script, files: chunks.map(({ file }) => file) },
      { what: `style of ${page}`, most: mostBytes.style, files: chunks.flatMap(({ css = [] }) => css) },
    ]),
    ...officeLoad(root),
    { what: 'fonts of an English page', most: mostBytes.english, files: fonts.filter((file) => !isBangla(file)) },
    { what: 'fonts of a Bangla page', most: mostBytes.bangla, files: fonts.filter(isBangla) },
  ].map((part) => {
    const files = [...new Set(part.files)]
    return { ...part, files, bytes: files.reduce((sum, file) => sum + bytesOf(file, part.folder), 0) }
  })
}

/** Returns the chunks that each page needs to start: the entry, the page and their static imports. */
function firstLoads(manifest) {
  const names = Object.keys(manifest)
  const entries = names.filter((name) => manifest[name].isEntry)
  const pages = names.filter((name) => manifest[name].isDynamicEntry && name.endsWith('-page.tsx'))
  if (!pages.length) return [{ page: 'a page', chunks: [] }]
  return pages.map((page) => {
    const needed = new Set([...entries, page])
    for (const name of needed) for (const imported of manifest[name].imports ?? []) needed.add(imported)
    return { page, chunks: [...needed].map((name) => manifest[name]) }
  })
}

/** The start of the back office without its pages, with the Bangla messages, which are the longer ones. */
function officeLoad(root) {
  const folder = join(root, 'dist/office')
  if (!existsSync(folder)) return []
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const isFirst = (name) => manifest[name].isEntry || name.startsWith('src/locales/bn-')
  const start = scriptsOf(manifest, Object.keys(manifest).filter(isFirst))
  return [
    { what: 'script of the office', most: mostBytes.office, files: start, folder },
    ...editorLoad(manifest, start).map((files) => ({ what: 'editor of texts', most: mostBytes.editor, files, folder })),
  ]
}

/** Returns the files of the text editor that neither the office start nor the importing page has loaded. */
function editorLoad(manifest, start) {
  const editor = 'src/ui/rich-text/writing.tsx'
  if (!manifest[editor]) return []
  const askers = Object.keys(manifest).filter((name) => manifest[name].dynamicImports?.includes(editor))
  const there = [...start, ...scriptsOf(manifest, askers)]
  return [scriptsOf(manifest, [editor]).filter((file) => !there.includes(file))]
}

/** Returns the script files of the given chunks and their static imports. */
function scriptsOf(manifest, names) {
  const needed = new Set(names)
  for (const name of needed) for (const imported of manifest[name].imports ?? []) needed.add(imported)
  return [...needed].map((name) => manifest[name].file).filter((file) => file.endsWith('.js'))
}

function transferBytes(path) {
  const bytes = readFileSync(path)
  return path.endsWith('.woff2') ? bytes.length : brotliCompressSync(bytes).length
}

function isBangla(file) {
  return /bangla|bengali/.test(file)
}

function kB(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { what, most, bytes } of weighed(fileURLToPath(new URL('..', import.meta.url)))) {
    console.log(`${kB(bytes).padStart(8)} of ${kB(most)}  ${what}`)
  }
}
