// Checks whether node_modules and dist match the sources of this checkout. Runs at every start, so it must be fast.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const inputs = ['src', 'art', 'seed', 'bin', 'vite.config.ts', 'tsconfig.json', 'package-lock.json']
const stampPath = (root) => join(root, 'dist', '.built.json')

// npm writes node_modules/.package-lock.json as its last step, so an interrupted install has none.
export function packagesAreFresh(root) {
  const wanted = packagesIn(join(root, 'package-lock.json'))
  const present = packagesIn(join(root, 'node_modules', '.package-lock.json'))
  return Object.entries(wanted).every(([path, { version, integrity, optional, devOptional }]) => {
    const found = present[path]
    return path === '' || (found ? found.version === version && found.integrity === integrity : optional || devOptional)
  })
}

export function buildIsFresh(root) {
  const built = readStamp(root)
  if (!built) return false
  const files = inputFiles(root)
  const stats = statsOf(files)
  if (built.stats === stats) return true
  if (built.content !== contentOf(root, files)) return false
  try {
    writeFileSync(stampPath(root), JSON.stringify({ ...built, stats }))
  } catch {
    // On a read-only disk the next start reads the file contents again.
  }
  return true
}

// Reads the inputs before the build, so that a file saved during the build triggers the next one.
export function beginBuild(root) {
  const files = inputFiles(root)
  const stamp = JSON.stringify({ stats: statsOf(files), content: contentOf(root, files) })
  rmSync(stampPath(root), { force: true })
  mkdirSync(dirname(stampPath(root)), { recursive: true })
  return { finish: () => writeFileSync(stampPath(root), stamp) }
}

function packagesIn(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages
  } catch {
    return {}
  }
}

function readStamp(root) {
  try {
    return JSON.parse(readFileSync(stampPath(root), 'utf8'))
  } catch {
    return undefined
  }
}

function inputFiles(root) {
  const files = []
  const visit = (path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false })
    if (!stat || /\.(test|soak)\.\w+$|\/\./.test(path)) return
    if (stat.isDirectory()) for (const name of readdirSync(join(root, path)).sort()) visit(`${path}/${name}`)
    else files.push({ path, size: stat.size, mtimeMs: stat.mtimeMs })
  }
  inputs.forEach(visit)
  return files
}

function statsOf(files) {
  return sha256(files.map((file) => `${file.path} ${file.size} ${file.mtimeMs}`).join('\n'))
}

function contentOf(root, files) {
  return sha256(files.map((file) => `${file.path} ${sha256(readFileSync(join(root, file.path)))}`).join('\n'))
}

function sha256(data) {
  return createHash('sha256').update(data).digest('hex')
}
