import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { RequestContext, StreamedFile } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { createWatch } from '#platform/database/notifications.ts'
import { rateLimited } from '#platform/errors.ts'
import { EVENT_STREAM_TYPE } from '#platform/http/live.ts'

const POLL_MS = 500
/** The maximum over all tabs of a user. A browser rarely has more tabs of the office open. */
const MAX_LISTENERS_PER_USER = 12
const KEEP_ALIVE_MS = 15_000

/**
 * Sends an event when stays, enquiries or payments have changed in any process. The event does not describe the
 * change: clients load the data again. All listeners of a process share one query, and without listeners there is no
 * query.
 */
export function streamChanges(db: WholeDatabase, { account }: RequestContext, seconds: number): StreamedFile {
  const hub = getHub(db)
  const { id } = account!
  const ownListenerCount = hub.listeners.get(id) ?? 0
  if (ownListenerCount >= MAX_LISTENERS_PER_USER) throw rateLimited(30)
  hub.listeners.set(id, ownListenerCount + 1)
  const listener = { isOpen: true }
  return {
    name: 'desk',
    type: `${EVENT_STREAM_TYPE}; charset=utf-8`,
    bytes: null,
    parts: changeEvents(hub, seconds * 1000, listener),
    onClose() {
      listener.isOpen = false
      const remainingListenerCount = hub.listeners.get(id)! - 1
      if (remainingListenerCount > 0) hub.listeners.set(id, remainingListenerCount)
      else hub.listeners.delete(id)
      if (hub.listeners.size === 0) hub.stop()
    },
  }
}

async function* changeEvents(hub: LiveHub, durationMs: number, listener: { isOpen: boolean }): AsyncGenerator<string> {
  if (!listener.isOpen) return
  const startedAt = performance.now()
  await hub.start()
  let [sentState, seenChecks] = ['', hub.sessionChecks]
  while (listener.isOpen) {
    if (hub.failure) throw hub.failure
    if (hub.state !== sentState) {
      ;[sentState, seenChecks] = [hub.state, hub.sessionChecks]
      yield `event: state\ndata: ${sentState}\n\n`
    } else if (hub.sessionChecks !== seenChecks) {
      seenChecks = hub.sessionChecks
      yield ': still here\n\n'
    }
    if (performance.now() - startedAt >= durationMs) return
    await Promise.race([hub.nextChange(), sleep(POLL_MS, undefined, { ref: false })])
  }
}

/** The state of a process that all its listeners share. */
interface LiveHub {
  /** The number of listeners of each account. */
  listeners: Map<number, number>
  state: string
  /** Rises when a session has ended, and regularly. Each stream then sends something, which checks its session. */
  sessionChecks: number
  failure: Error | null
  /** Reads the state, and watches it from now on. */
  start(): Promise<void>
  stop(): void
  /** Resolves when state, sessionChecks or failure has changed. */
  nextChange(): Promise<void>
}
const hubs = new WeakMap<WholeDatabase, LiveHub>()

function getHub(db: WholeDatabase): LiveHub {
  const existingHub = hubs.get(db)
  if (existingHub) return existingHub
  const hub = createHub(db)
  hubs.set(db, hub)
  return hub
}

function createHub(db: WholeDatabase): LiveHub {
  let change = Promise.withResolvers<void>()
  let stopWatches: (() => void) | null = null

  function update(changes: Partial<LiveHub>): void {
    Object.assign(hub, changes)
    change.resolve()
    change = Promise.withResolvers()
  }

  const changesWatch = createWatch(db, {
    topics: ['office'],
    pollMs: POLL_MS,
    gapMs: POLL_MS,
    async check() {
      const state = await queryState(db)
      if (state !== hub.state || hub.failure) update({ state, failure: null })
    },
    onError: (error) => update({ failure: error as Error }),
  })
  const sessionWatch = createWatch(db, {
    topics: ['sessions'],
    pollMs: KEEP_ALIVE_MS,
    check: async () => update({ sessionChecks: hub.sessionChecks + 1 }),
    onError: () => {},
  })

  const hub: LiveHub = {
    listeners: new Map(),
    state: '',
    sessionChecks: 0,
    failure: null,
    nextChange: () => change.promise,
    start() {
      if (!stopWatches) {
        const stopFunctions = [changesWatch.start(), sessionWatch.start()]
        stopWatches = () => stopFunctions.forEach((stop) => stop())
      }
      return changesWatch.check()
    },
    stop() {
      stopWatches?.()
      stopWatches = null
    },
  }
  return hub
}

/**
 * Returns a hash that changes with each booking, log entry, conversation and payment, and with the counts of waiting
 * work. It is a hash, because not all listeners may see these data. Concurrent transactions can make a later number
 * visible before an earlier one, so the last rows of each table are counted as well.
 */
async function queryState(db: Database): Promise<string> {
  const { rows } = await sql<Record<string, number | string | null>>`select ${sql.join([
    ...watchedTables.flatMap((table) => [
      sql`(select max(id) from ${sql.table(table)})`.as(`last_${table}`),
      sql`(select count(*) from ${sql.table(table)}
        where id > (select max(id) from ${sql.table(table)}) - ${sql.lit(RECENT_ROW_COUNT)})`.as(`recent_${table}`),
    ]),
    // Jobs change these states without a new row. Each condition is that of an index, or concerns the latest rows.
    sql`(select count(*) from booking where status = 'pending_approval')`.as('requests'),
    sql`(select count(*) from mail where failed_at is not null and settled_at is null)`.as('failed_mail'),
    sql`(select count(*) from (select mail_id from conversation_entry where mail_id is not null
        order by mail_id desc limit ${sql.lit(RECENT_REPLY_COUNT)}) as latest
      inner join mail on mail.id = latest.mail_id
      where sent_at is null and failed_at is null and withheld_at is null)`.as('unsent_answers'),
    sql`(select count(*) from payment_attempt where state = 'review')`.as('reviewed'),
    ...['processing', 'unsure', 'failed'].map((state) =>
      sql`(select count(case when state = ${sql.lit(state)} then 1 end) from refund
        where state in ('to approve', 'queued', 'processing', 'unsure', 'failed'))`.as(`refunds_${state}`),
    ),
  ])}`.execute(db)
  return createHash('sha256')
    .update(JSON.stringify(Object.values(rows[0]!).map(String)))
    .digest('base64url')
}
const watchedTables = [
  'booking',
  'audit',
  'conversation',
  'conversation_entry',
  'payment_receipt',
  'ledger_entry',
] as const
const RECENT_ROW_COUNT = 500
/** Older answers have been sent, or staff see them among the failed emails. */
const RECENT_REPLY_COUNT = 100
