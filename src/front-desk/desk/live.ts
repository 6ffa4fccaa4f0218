import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { RequestContext, StreamedFile } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { tooMany } from '#platform/errors.ts'
import { EVENT_STREAM_TYPE } from '#platform/http/live.ts'

const POLL_MS = 500
/** A browser rarely has more tabs of the office open. All tabs of a user count. */
const MAX_LISTENERS_PER_USER = 12
const KEEP_ALIVE_MS = 15_000

/**
 * Sends an event whenever stays have changed, in any process. The event does not describe the change: clients load the
 * data again. All listeners of a process share one query, and without listeners there is no query.
 */
export function streamChanges(db: Database, { account }: RequestContext, seconds: number): StreamedFile {
  const hub = hubOf(db)
  const { id } = account!
  const ownListeners = hub.listeners.get(id) ?? 0
  if (ownListeners >= MAX_LISTENERS_PER_USER) throw tooMany(30)
  hub.listeners.set(id, ownListeners + 1)
  const stopListening = () => {
    const remaining = hub.listeners.get(id)! - 1
    if (remaining > 0) hub.listeners.set(id, remaining)
    else hub.listeners.delete(id)
  }
  return {
    name: 'desk',
    type: `${EVENT_STREAM_TYPE}; charset=utf-8`,
    bytes: null,
    parts: changeEvents(db, hub, seconds * 1000, stopListening),
  }
}

async function* changeEvents(
  db: Database,
  hub: LiveHub,
  durationMs: number,
  stopListening: () => void,
): AsyncGenerator<string> {
  const startedAt = performance.now()
  try {
    let [sentState, sentAt] = ['', startedAt]
    for (;;) {
      const state = await hub.readState(db)
      if (state !== sentState) {
        ;[sentState, sentAt] = [state, performance.now()]
        yield `event: state\ndata: ${state}\n\n`
      } else if (performance.now() - sentAt >= KEEP_ALIVE_MS) {
        sentAt = performance.now()
        yield ': still here\n\n'
      }
      if (performance.now() - startedAt >= durationMs) return
      await sleep(POLL_MS, undefined, { ref: false })
    }
  } finally {
    stopListening()
  }
}

interface LiveHub {
  listeners: Map<number, number>
  readState(db: Database): Promise<string>
}
const hubs = new WeakMap<Database, LiveHub>()

function hubOf(db: Database): LiveHub {
  const existing = hubs.get(db)
  if (existing) return existing
  const hub: LiveHub = { listeners: new Map(), readState: sharedStateQuery() }
  hubs.set(db, hub)
  return hub
}

/** Shares one query among all callers within a short time. */
function sharedStateQuery(): LiveHub['readState'] {
  let [lastState, queriedAt] = [Promise.resolve(''), -Infinity]
  return (db) => {
    const now = performance.now()
    if (now - queriedAt < POLL_MS / 2) return lastState
    queriedAt = now
    lastState = queryState(db)
    return lastState
  }
}

/**
 * Returns a text that changes with each booking and each log entry. Concurrent transactions can make a later number
 * visible before an earlier one, so the last rows are counted as well.
 */
async function queryState(db: Database): Promise<string> {
  const { rows } = await sql<Record<'bookings' | 'last_booking' | 'acts' | 'last_act', number | string | null>>`
    select (select max(id) from booking) as last_booking,
      (select count(*) from booking where id > (select max(id) from booking) - ${sql.lit(RECENT_ROWS)}) as bookings,
      (select max(id) from audit) as last_act,
      (select count(*) from audit where id > (select max(id) from audit) - ${sql.lit(RECENT_ROWS)}) as acts`.execute(db)
  const [row] = rows
  return [row?.last_booking, row?.bookings, row?.last_act, row?.acts].map((value) => value ?? 0).join('-')
}
const RECENT_ROWS = 500
