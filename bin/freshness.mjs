// Checks whether node_modules and dist match the sources of this checkout. Runs at every start, so it must be fast.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const inputPaths = ['src', 'art', 'seed', 'bin', 'vite.config.ts', 'tsconfig.json', 'package-lock.json']
const getStampPath = (root) => join(root, 'dist', '.built.json')

// Returns whether the installed packages match the lock file. After an interrupted install they do not: npm writes
// node_modules/.package-lock.json last.
export function arePackagesFresh(root) {
  const lockedPackages = readPackages(join(root, 'package-lock.json'))
  const installedPackages = readPackages(join(root, 'node_modules', '.package-lock.json'))
  return Object.entries(lockedPackages).every(([path, { version, integrity, optional, devOptional }]) => {
    const installedPackage = installedPackages[path]
    return (
      path === '' ||
      (installedPackage
        ? installedPackage.version === version && installedPackage.integrity === integrity
        : optional || devOptional)
    )
  })
}

export function isBuildFresh(root) {
  const lastBuild = readStamp(root)
  if (!lastBuild) return false
  const files = listInputFiles(root)
  const statsHash = hashStats(files)
  if (lastBuild.stats === statsHash) return true
  if (lastBuild.content !== hashContents(root, files)) return false
  try {
    writeFileSync(getStampPath(root), JSON.stringify({ ...lastBuild, stats: statsHash }))
  } catch {
    // The disk is read-only, so the next start compares the file contents again.
  }
  return true
}

// Reads the inputs before the build, so that a file saved during the build triggers the next one.
export function beginBuild(root) {
  const files = listInputFiles(root)
  const stamp = JSON.stringify({ stats: hashStats(files), content: hashContents(root, files) })
  rmSync(getStampPath(root), { force: true })
  mkdirSync(dirname(getStampPath(root)), { recursive: true })
  return { finish: () => writeFileSync(getStampPath(root), stamp) }
}

function readPackages(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages
  } catch {
    return {}
  }
}

function readStamp(root) {
  try {
    return JSON.parse(readFileSync(getStampPath(root), 'utf8'))
  } catch {
    return undefined
  }
}

function listInputFiles(root) {
  const files = []
  const visit = (path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false })
    if (!stat || /\.(test|soak)\.\w+$|\/\./.test(path)) return
    if (stat.isDirectory()) for (const name of readdirSync(join(root, path)).sort()) visit(`${path}/${name}`)
    else files.push({ path, size: stat.size, mtimeMs: stat.mtimeMs })
  }
  inputPaths.forEach(visit)
  return files
}

function hashStats(files) {
  return sha256(files.map((file) => `${file.path} ${file.size} ${file.mtimeMs}`).join('\n'))
}

function hashContents(root, files) {
  return sha256(files.map((file) => `${file.path} ${sha256(readFileSync(join(root, file.path)))}`).join('\n'))
}

function sha256(data) {
  return createHash('sha256').update(data).digest('hex')
}
