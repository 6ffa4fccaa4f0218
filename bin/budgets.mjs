// What the first visit to a public page may cost, in brotli bytes. A broken budget fails the build.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const budgets = {
  'script of the first load': { mostBytes: 75_000, files: ({ chunks }) => chunks.map(({ file }) => file) },
  'style of the first load': { mostBytes: 12_000, files: ({ chunks }) => chunks.flatMap(({ css = [] }) => css) },
  'fonts of an English page': { mostBytes: 70_000, files: ({ fonts }) => fonts.filter((file) => !isBangla(file)) },
  'fonts of a Bangla page': { mostBytes: 150_000, files: ({ fonts }) => fonts.filter(isBangla) },
}

export function brokenBudgets(root) {
  const folder = join(root, 'dist/client')
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const fonts = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.woff2'))
  const built = { chunks: firstLoad(manifest), fonts }
  return Object.entries(budgets).flatMap(([what, { mostBytes, files }]) => {
    const list = [...new Set(files(built))]
    const bytes = list.reduce((sum, file) => sum + transferBytes(join(folder, file)), 0)
    if (!list.length) return [`Not measured: ${what}; dist/client holds none.`]
    if (bytes <= mostBytes) return []
    return [`Over budget: ${what}: ${kB(bytes)}, allowed are ${kB(mostBytes)} (${list.join(', ')}).`]
  })
}

/** The entry and everything it cannot start without; what is imported on demand comes later. */
function firstLoad(manifest) {
  const names = new Set(Object.keys(manifest).filter((name) => manifest[name].isEntry))
  for (const name of names) for (const imported of manifest[name].imports ?? []) names.add(imported)
  return [...names].map((name) => manifest[name])
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
