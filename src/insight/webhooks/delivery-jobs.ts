import type { Context } from '#platform/context.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { enqueue, RetryLaterError, type JobKinds } from '#platform/background/jobs.ts'
import { MAX_PARALLEL_REQUESTS, MAX_ENDPOINTS, ATTEMPT_LEASE_MS } from './limits.ts'
import { createDeliveries, enqueueSending } from './create-deliveries.ts'
import { lockEndpointIfExists, type Delivery } from './store.ts'
import { attemptDelivery, type DeliveryContext } from './attempt-delivery.ts'

/**
 * The job timeout is shorter than the job lease. The endpoint is reserved for less than the lease, so that a restarted
 * job finds it free.
 */
const JOB_TIMEOUT_MS = 50_000
const RESERVATION_MS = 55_000
/** No request starts after this time, so that the last one ends in time. */
const START_WINDOW_MS = 30_000

/**
 * Runs one job per endpoint at a time, so that an endpoint that hangs does not delay other endpoints or emails. The
 * order of events is not guaranteed.
 */
export const createWebhookJobs = (context: DeliveryContext): JobKinds => ({
  'share-event': (form: { event: number }, db) => createDeliveries(db, context, form),
  'tell-endpoint': {
    do: ({ endpoint }: { endpoint: number }, db) => sendWaitingDeliveries(db, context, endpoint),
    concurrency: MAX_ENDPOINTS,
    maxDurationMs: JOB_TIMEOUT_MS,
    // The job may have failed for a temporary reason, so try again later.
    onLastFailure: ({ endpoint }: { endpoint: number }, db) => releaseEndpoint(db, context, endpoint),
  },
})

/** Sends the waiting deliveries of an endpoint, a few in parallel, and then schedules the next run. */
async function sendWaitingDeliveries(db: Database, context: DeliveryContext, id: number): Promise<void> {
  const busyUntil = await reserveEndpoint(db, context, id)
  if (busyUntil === undefined) return
  // Another process is sending, or died while sending.
  if (busyUntil !== null) throw new RetryLaterError(busyUntil)
  const startedAt = performance.now()
  const sendNext = async () => {
    while (performance.now() - startedAt < START_WINDOW_MS) {
      const delivery = await claimDelivery(db, context, id)
      if (!delivery) return
      await attemptDelivery(db, context, delivery)
    }
  }
  try {
    await Promise.all(Array.from({ length: MAX_PARALLEL_REQUESTS }, sendNext))
  } finally {
    await releaseEndpoint(db, context, id)
  }
}

/**
 * Reserves an endpoint and returns null. Returns the end of the reservation if another process holds it, or undefined
 * if the endpoint is paused or removed.
 */
const reserveEndpoint = (
  db: Database,
  { clock }: Pick<Context, 'clock'>,
  id: number,
): Promise<number | null | undefined> =>
  inTransaction(db, async (transaction) => {
    const endpoint = await lockEndpointIfExists(transaction, id)
    if (!endpoint) return undefined
    if (endpoint.busy_until !== null && endpoint.busy_until > clock()) return endpoint.busy_until
    const isPaused = endpoint.paused_at !== null
    await transaction
      .updateTable('webhook_endpoint')
      .set({ job_queued: 0, busy_until: isPaused ? null : clock() + RESERVATION_MS })
      .where('id', '=', id)
      .execute()
    return isPaused ? undefined : null
  })

/** Reserves the next due delivery for one attempt, so that other processes skip it. */
async function claimDelivery(
  db: Database,
  { clock }: Pick<Context, 'clock'>,
  endpointId: number,
): Promise<Delivery | undefined> {
  for (;;) {
    const dueDeliveries = await db
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
    if (!dueDeliveries) return undefined
    const claimedDelivery = await db
      .updateTable('webhook_delivery')
      .set({ next_at: clock() + ATTEMPT_LEASE_MS })
      .where('id', '=', dueDeliveries.id)
      .where('state', '=', 'waiting')
      .where('next_at', '=', dueDeliveries.next_at)
      .returningAll()
      .executeTakeFirst()
    if (claimedDelivery) return claimedDelivery
  }
}

/** Releases an endpoint and schedules its next waiting delivery, at once or by a later job. */
async function releaseEndpoint(db: Database, { clock }: Pick<Context, 'clock'>, id: number): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const endpoint = await lockEndpointIfExists(transaction, id)
    if (!endpoint) return
    const now = clock()
    await transaction
      .updateTable('webhook_endpoint')
      .set({ busy_until: null, job_queued: 0 })
      .where('id', '=', id)
      .execute()
    if (endpoint.paused_at !== null) return
    const { next: nextAttemptAt } = await transaction
      .selectFrom('webhook_delivery')
      .select(({ fn }) => fn.min('next_at').as('next'))
      .where('endpoint_id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow()
    if (nextAttemptAt === null) return
    if (nextAttemptAt <= now) return enqueueSending(transaction, { ...endpoint, job_queued: 0 }, now)
    const isScheduled = endpoint.retry_at !== null && endpoint.retry_at > now && endpoint.retry_at <= nextAttemptAt
    if (isScheduled) return
    await transaction.updateTable('webhook_endpoint').set({ retry_at: nextAttemptAt }).where('id', '=', id).execute()
    await enqueue(transaction, now, 'tell-endpoint', { endpoint: id }, nextAttemptAt)
  })
}
