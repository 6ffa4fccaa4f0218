import { Worker } from 'node:worker_threads'
import { root } from '../root.ts'
import { Unreadable, type ReadFault } from './calendar-parts.ts'
import type { HowToRead, ReadCalendar } from './reading.ts'

const LASTS_MS = 10_000
const MOST_MEGABYTES = 192

/** The same file, as it is written or as it was built (vite.config.ts). */
const thread =
  root + (import.meta.url.endsWith('.ts') ? 'src/calendars/reading-thread.ts' : 'dist/server/reading-thread.js')

/**
 * Reads a calendar in a thread of its own, which is ended where it takes too long or too much: what somebody sends us can
 * cost no more than that, whatever it does to the library that reads it, and nobody waits for it meanwhile.
 */
export async function readApart(text: string, how: HowToRead, lastsMs = LASTS_MS): Promise<ReadCalendar> {
  const worker = new Worker(thread, {
    workerData: { text, how },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES, maxYoungGenerationSizeMb: 32 },
    env: {},
  })
  const { promise, resolve, reject } = Promise.withResolvers<ReadCalendar>()
  const tooLong = () => reject(new Unreadable('too_long'))
  const limit = setTimeout(tooLong, lastsMs)
  worker.once('message', (told: { read: ReadCalendar } | { fault: ReadFault }) =>
    'read' in told ? resolve(told.read) : reject(new Unreadable(told.fault)),
  )
  worker.once('error', tooLong).once('exit', tooLong)
  try {
    return await promise
  } finally {
    clearTimeout(limit)
    await worker.terminate()
  }
}
