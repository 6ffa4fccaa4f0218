import { parentPort, workerData } from 'node:worker_threads'
import { Unreadable, type ReadFault } from './calendar-parts.ts'
import { readCalendar, type HowToRead, type ReadCalendar } from './reading.ts'

/** In a thread of its own: whoever began it ends it when it takes too long. */
const { text, how } = workerData as { text: string; how: HowToRead }
// eslint-disable-next-line unicorn/require-post-message-target-origin -- to a thread, which has none
parentPort!.postMessage(told())

function told(): { read: ReadCalendar } | { fault: ReadFault } {
  try {
    return { read: readCalendar(text, how) }
  } catch (error) {
    return { fault: error instanceof Unreadable ? error.fault : 'damaged' }
  }
}
