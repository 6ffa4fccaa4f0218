// Where tests write: in memory if there is room, because a disk makes each of their thousand commits wait for it.
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const prefix = 'selvage-tests-'
const NEEDED_BYTES = 3 * 1024 ** 3

/** What tests have to be told of it; nothing if they write where every program does. It goes with this process. */
export function openScratch(memory = '/dev/shm', needed = NEEDED_BYTES) {
  try {
    for (const name of readdirSync(memory))
      if (isLeft(name)) rmSync(join(memory, name), { recursive: true, force: true })
    const { bavail, bsize } = statfsSync(memory)
    if (Math.min(bavail * bsize, process.availableMemory()) < needed) return {}
    const folder = mkdtempSync(join(memory, `${prefix}${process.pid}-`))
    chmodSync(folder, 0o711) // PostgreSQL may be another user
    process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    return { TMPDIR: folder }
  } catch {
    return {}
  }
}

/** Of a run that could not clear up. */
function isLeft(name) {
  const pid = name.startsWith(prefix) && Number.parseInt(name.slice(prefix.length), 10)
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return false
  } catch ({ code }) {
    return code === 'ESRCH'
  }
}
