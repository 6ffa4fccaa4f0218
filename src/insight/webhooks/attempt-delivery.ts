import type { Context } from '#platform/context.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { ExternalRequestError, postExternal, type ExternalErrorCode } from '#platform/external/fetch.ts'
import { recordAudit } from '#platform/audit.ts'
import { runInCallSpan } from '#platform/tracing/spans.ts'
import type { PauseReason } from '#schema/webhooks.ts'
import { TEST_EVENT } from './events.ts'
import { emailOwners } from './emails.ts'
import { RESPONSE_TIMEOUT_MS, DEAD_AFTER_MS, MAX_ANSWER_BYTES, MAX_ANSWER_LENGTH, retryDelaysMs } from './limits.ts'
import { createSignedHeaders } from './signing.ts'
import { decryptField, formatAuditSubject, lockEndpointIfExists, type Delivery, type Endpoint } from './store.ts'

export type DeliveryContext = Pick<Context, 'clock' | 'sealer' | 'isAllowedAddress' | 'publicUrl' | 'timeLimits'>

/** The reason why there was no response. */
export type DeliveryError = ExternalErrorCode | 'sealed_otherwise'
interface Outcome {
  status: number | null
  error: DeliveryError | null
  responseText: string
  tookMs: number
}

/**
 * Sends one event outside of a transaction and saves the outcome, which may be an error. If the process dies in
 * between, the event is sent again with the same ID.
 */
export async function attemptDelivery(db: Database, context: DeliveryContext, delivery: Delivery): Promise<void> {
  const endpoint = await db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('id', '=', delivery.endpoint_id)
    .executeTakeFirst()
  const event = await db.selectFrom('webhook_event').selectAll().where('id', '=', delivery.event_id).executeTakeFirst()
  if (!endpoint || !event) return
  const outcome = await send(endpoint, event, context)
  await inTransaction(db, (transaction) => saveOutcome(transaction, context, { delivery, type: event.type, outcome }))
}

async function send(
  endpoint: Endpoint,
  event: { code: string; body: string },
  context: DeliveryContext,
): Promise<Outcome> {
  const now = context.clock()
  const startedAt = performance.now()
  const getElapsedMs = () => Math.round(performance.now() - startedAt)
  const [address, secret] = [decryptField(context, endpoint, 'address'), decryptField(context, endpoint, 'secret')]
  const hasOldSecret = endpoint.old_until !== null && endpoint.old_until > now
  const oldSecret = hasOldSecret ? decryptField(context, endpoint, 'old_secret') : null
  if (address === null || secret === null)
    return { status: null, error: 'sealed_otherwise', responseText: '', tookMs: getElapsedMs() }
  const secrets = oldSecret === null ? [secret] : [secret, oldSecret]
  try {
    const request = {
      url: new URL(address),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...createSignedHeaders({ id: event.code, body: event.body, at: now, secrets }),
      },
      body: event.body,
      maxBytes: MAX_ANSWER_BYTES,
      maxDurationMs: context.timeLimits?.webhookAnswer ?? RESPONSE_TIMEOUT_MS,
      isAllowedAddress: context.isAllowedAddress,
    }
    const { status, body } = await runInCallSpan('POST', 'webhook', () => postExternal(request))
    return { status, error: null, responseText: toPrintableText(body), tookMs: getElapsedMs() }
  } catch (error) {
    if (error instanceof ExternalRequestError)
      return { status: null, error: error.code, responseText: '', tookMs: getElapsedMs() }
    throw error
  }
}

/**
 * Returns the start of a response. Replaces control characters, because PostgreSQL cannot store NUL and the others are
 * unreadable.
 */
const toPrintableText = (body: Uint8Array): string =>
  Array.from(new TextDecoder().decode(body).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '\ufffd'))
    .slice(0, MAX_ANSWER_LENGTH)
    .join('')

const GONE_STATUS = 410
const isAccepted = ({ status }: Outcome) => status !== null && status >= 200 && status < 300

async function saveOutcome(
  db: Transaction,
  context: DeliveryContext,
  { delivery, type, outcome }: { delivery: Delivery; type: string; outcome: Outcome },
): Promise<void> {
  const endpoint = await lockEndpointIfExists(db, delivery.endpoint_id)
  if (!endpoint) return
  const now = context.clock()
  const attemptCount = delivery.tries + 1
  const pauseMs = type === TEST_EVENT || outcome.status === GONE_STATUS ? undefined : retryDelaysMs[attemptCount - 1]
  const state = isAccepted(outcome) ? 'delivered' : pauseMs === undefined ? 'failed' : 'waiting'
  const { numUpdatedRows } = await db
    .updateTable('webhook_delivery')
    .set({
      state,
      tries: attemptCount,
      next_at: state === 'waiting' ? now + pauseMs! : null,
      tried_at: now,
      duration_ms: outcome.tookMs,
      status: outcome.status,
      fault: outcome.error,
      answer: outcome.responseText,
    })
    .where('id', '=', delivery.id)
    .where('state', '=', 'waiting')
    .where('tries', '=', delivery.tries)
    // Skips the update if another process has reserved the delivery again, or if a user has asked to resend it.
    .where('next_at', '=', delivery.next_at)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  if (isAccepted(outcome))
    await db
      .updateTable('webhook_endpoint')
      .set({ succeeded_at: now, failing_since: null })
      .where('id', '=', endpoint.id)
      .execute()
  else await recordFailure(db, context, endpoint, { outcome, isTestEvent: type === TEST_EVENT })
}

/**
 * Records a failure and pauses the endpoint if necessary. A failed test event has no effect, because the user sees its
 * result.
 */
async function recordFailure(
  db: Transaction,
  context: DeliveryContext,
  endpoint: Endpoint,
  { outcome, isTestEvent }: { outcome: Outcome; isTestEvent: boolean },
): Promise<void> {
  if (isTestEvent || endpoint.paused_at !== null) return
  const now = context.clock()
  const failingSince = endpoint.failing_since ?? now
  await db.updateTable('webhook_endpoint').set({ failing_since: failingSince }).where('id', '=', endpoint.id).execute()
  const reason: PauseReason | null =
    outcome.status === GONE_STATUS ? 'gone' : now - failingSince >= DEAD_AFTER_MS ? 'dead' : null
  if (reason === null) return
  const pausedColumns = { paused_at: now, pause_reason: reason, failing_since: failingSince }
  await db.updateTable('webhook_endpoint').set(pausedColumns).where('id', '=', endpoint.id).execute()
  await recordAudit(db, {
    at: now,
    accountId: null,
    action: 'webhook paused',
    subject: formatAuditSubject(endpoint.id),
    details: { host: endpoint.host, why: reason },
  })
  await emailOwners(db, context, { ...endpoint, ...pausedColumns })
}
