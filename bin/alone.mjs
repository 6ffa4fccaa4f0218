// Runs one piece of work at a time per lock file, also across processes. The holder updates the file's time while it runs.
import { closeSync, openSync, rmSync, statSync, utimes } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const HEARTBEAT_MS = 1000
const STALE_MS = 10_000

export async function runAlone(lock, onWait, work) {
  await acquire(lock, onWait)
  const heartbeat = setInterval(() => utimes(lock, new Date(), new Date(), () => {}), HEARTBEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    rmSync(lock, { force: true })
  }
}

async function acquire(lock, onWait) {
  for (let hasWarned = false; ;) {
    try {
      return closeSync(openSync(lock, 'wx'))
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const lockStats = statSync(lock, { throwIfNoEntry: false })
    if (lockStats && Date.now() - lockStats.mtimeMs > STALE_MS) rmSync(lock, { force: true })
    if (!hasWarned) onWait()
    hasWarned = true
    await sleep(200)
  }
}
