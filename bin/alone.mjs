// Runs one piece of work at a time per lock file, also across processes. The holder updates the file's time while it runs.
import { closeSync, openSync, rmSync, statSync, utimes } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const beatMs = 1000
const staleMs = 10_000

export async function alone(lock, onWait, work) {
  await take(lock, onWait)
  const heartbeat = setInterval(() => utimes(lock, new Date(), new Date(), () => {}), beatMs)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    rmSync(lock, { force: true })
  }
}

async function take(lock, onWait) {
  for (let told = false; ;) {
    try {
      return closeSync(openSync(lock, 'wx'))
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const held = statSync(lock, { throwIfNoEntry: false })
    if (held && Date.now() - held.mtimeMs > staleMs) rmSync(lock, { force: true })
    if (!told) onWait()
    told = true
    await sleep(200)
  }
}
