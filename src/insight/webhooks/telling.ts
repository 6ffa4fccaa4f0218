import type { Context } from '#platform/context.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { enqueue, NotYet, type JobKinds } from '#platform/work/jobs.ts'
import { AT_ONCE_OF_ONE, MAX_ENDPOINTS, TRYING_MS } from './limits.ts'
import { shareEvent, wake } from './sharing.ts'
import { takeEndpoint, type Delivery } from './store.ts'
import { tryDelivery, type Telling } from './trying.ts'

/** A job lasts less than its lease; whoever has an endpoint has it for less than that, so that a job that begins again finds it free. */
const LASTS_MS = 50_000
const BUSY_MS = 55_000
/** Nothing is begun after this, so that what is begun last is over in time. */
const BEGINS_FOR_MS = 30_000

/**
 * A place for each endpoint: one that hangs keeps its own, and nobody else waits for it, neither the other endpoints nor the letters.
 * In which order it is told is not promised.
 */
export const webhookJobs = (context: Telling): JobKinds => ({
  'share-event': (form: { event: number }, db) => shareEvent(db, context, form),
  'tell-endpoint': {
    do: ({ endpoint }: { endpoint: number }, db) => tellEndpoint(db, context, endpoint),
    atOnce: MAX_ENDPOINTS,
    lastsMs: LASTS_MS,
    // Whatever was in its way this time need not be there the next.
    givenUp: ({ endpoint }: { endpoint: number }, db) => letGo(db, context, endpoint),
  },
})

/** Tells an endpoint all that waits for it now, a few at once; then says when it is to be told again. */
async function tellEndpoint(db: Database, context: Telling, id: number): Promise<void> {
  const busyUntil = await begin(db, context, id)
  if (busyUntil === undefined) return
  // Another process is at it, or has died of it.
  if (busyUntil !== null) throw new NotYet(busyUntil)
  const began = performance.now()
  const tellOn = async () => {
    while (performance.now() - began < BEGINS_FOR_MS) {
      const delivery = await claim(db, context, id)
      if (!delivery) return
      await tryDelivery(db, context, delivery)
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE_OF_ONE }, tellOn))
  } finally {
    await letGo(db, context, id)
  }
}

/** Null: it is ours from now on. Otherwise until when somebody else has it; undefined where it is not told anything. */
const begin = (db: Database, { clock }: Pick<Context, 'clock'>, id: number): Promise<number | null | undefined> =>
  inTransaction(db, async (transaction) => {
    const endpoint = await takeEndpoint(transaction, id)
    if (!endpoint) return undefined
    if (endpoint.busy_until !== null && endpoint.busy_until > clock()) return endpoint.busy_until
    const isPaused = endpoint.paused_at !== null
    await transaction
      .updateTable('webhook_endpoint')
      .set({ woken: 0, busy_until: isPaused ? null : clock() + BUSY_MS })
      .where('id', '=', id)
      .execute()
    return isPaused ? undefined : null
  })

/** The next one that is due, for as long as a try takes; others leave it alone meanwhile. */
async function claim(
  db: Database,
  { clock }: Pick<Context, 'clock'>,
  endpointId: number,
): Promise<Delivery | undefined> {
  for (;;) {
    const due = await db
      .selectFrom('webhook_delivery')
      .innerJoin('webhook_endpoint', 'webhook_endpoint.id', 'endpoint_id')
      .select(['webhook_delivery.id', 'next_at'])
      .where('endpoint_id', '=', endpointId)
      .where('state', '=', 'waiting')
      .where('next_at', '<=', clock())
      .where('paused_at', 'is', null)
      .orderBy('next_at')
      .orderBy('webhook_delivery.id')
      .limit(1)
      .executeTakeFirst()
    if (!due) return undefined
    const claimed = await db
      .updateTable('webhook_delivery')
      .set({ next_at: clock() + TRYING_MS })
      .where('id', '=', due.id)
      .where('state', '=', 'waiting')
      .where('next_at', '=', due.next_at)
      .returningAll()
      .executeTakeFirst()
    if (claimed) return claimed
  }
}

/** From here on others may have it. What waits is told when it is due: at once, or by a job of that time. */
async function letGo(db: Database, { clock }: Pick<Context, 'clock'>, id: number): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const endpoint = await takeEndpoint(transaction, id)
    if (!endpoint) return
    const now = clock()
    await transaction.updateTable('webhook_endpoint').set({ busy_until: null, woken: 0 }).where('id', '=', id).execute()
    if (endpoint.paused_at !== null) return
    const { next } = await transaction
      .selectFrom('webhook_delivery')
      .select(({ fn }) => fn.min('next_at').as('next'))
      .where('endpoint_id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow()
    if (next === null) return
    if (next <= now) return wake(transaction, { ...endpoint, woken: 0 }, now)
    const isThere = endpoint.retry_at !== null && endpoint.retry_at > now && endpoint.retry_at <= next
    if (isThere) return
    await transaction.updateTable('webhook_endpoint').set({ retry_at: next }).where('id', '=', id).execute()
    await enqueue(transaction, now, 'tell-endpoint', { endpoint: id }, next)
  })
}
