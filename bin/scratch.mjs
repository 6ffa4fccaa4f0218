// Chooses the folder for test files: in memory if they fit, because tests would wait for the disk at each commit.
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const prefix = 'selvage-tests-'
const NEEDED_BYTES = 3 * 1024 ** 3

/** Returns the environment for tests; empty if they use the usual temporary folder. The folder is removed at exit. */
export function openScratch(memory = '/dev/shm', neededBytes = NEEDED_BYTES) {
  try {
    for (const name of readdirSync(memory))
      if (isAbandoned(name)) rmSync(join(memory, name), { recursive: true, force: true })
    const { bavail, bsize } = statfsSync(memory)
    if (Math.min(bavail * bsize, process.availableMemory()) < neededBytes) return {}
    const folder = mkdtempSync(join(memory, `${prefix}${process.pid}-`))
    chmodSync(folder, 0o711) // PostgreSQL may run as another user
    process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    return { TMPDIR: folder }
  } catch {
    return {}
  }
}

/** Returns whether the folder belongs to a run that ended without removing it. */
function isAbandoned(name) {
  const pid = name.startsWith(prefix) && Number.parseInt(name.slice(prefix.length), 10)
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return false
  } catch ({ code }) {
    return code === 'ESRCH'
  }
}
