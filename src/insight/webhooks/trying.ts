import type { Context } from '#platform/context.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { NoAnswer, sendOutside, type OutsideFault } from '#platform/outside/ask.ts'
import { recordAudit } from '#platform/work/audit.ts'
import type { PausedWhy } from '#schema/webhooks.ts'
import { TRIAL } from './events.ts'
import { tellOwners } from './emails.ts'
import { ASKING_LASTS_MS, DEAD_AFTER_MS, MAX_BYTES, MAX_LENGTH, pausesMs } from './limits.ts'
import { signedHeaders } from './signing.ts'
import { open, subjectOf, takeEndpoint, type Delivery, type Endpoint } from './store.ts'

export type Telling = Pick<Context, 'clock' | 'sealer' | 'mayReach' | 'publicUrl' | 'timeLimits'>

/** What was answered, or why nothing was. */
export type DeliveryFault = OutsideFault | 'sealed_otherwise'
interface Outcome {
  status: number | null
  fault: DeliveryFault | null
  answer: string
  tookMs: number
}

/**
 * Tells an endpoint one event, outside of any transaction, and writes down what came of it. Whoever dies in between has told it all
 * the same, for all that anybody knows: it is told again, under the same id. What goes wrong is kept and shown, and never thrown.
 */
export async function tryDelivery(db: Database, context: Telling, delivery: Delivery): Promise<void> {
  const endpoint = await db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('id', '=', delivery.endpoint_id)
    .executeTakeFirst()
  const event = await db.selectFrom('webhook_event').selectAll().where('id', '=', delivery.event_id).executeTakeFirst()
  if (!endpoint || !event) return
  const outcome = await send(endpoint, event, context)
  await inTransaction(db, (transaction) => writeDown(transaction, context, { delivery, type: event.type, outcome }))
}

async function send(endpoint: Endpoint, event: { code: string; body: string }, context: Telling): Promise<Outcome> {
  const now = context.clock()
  const began = performance.now()
  const took = () => Math.round(performance.now() - began)
  const [address, secret] = [open(context, endpoint, 'address'), open(context, endpoint, 'secret')]
  const isExchanged = endpoint.old_until !== null && endpoint.old_until > now
  const old = isExchanged ? open(context, endpoint, 'old_secret') : null
  if (address === null || secret === null)
    return { status: null, fault: 'sealed_otherwise', answer: '', tookMs: took() }
  const secrets = old === null ? [secret] : [secret, old]
  try {
    const { status, body } = await sendOutside({
      url: new URL(address),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...signedHeaders({ id: event.code, body: event.body, at: now, secrets }),
      },
      body: event.body,
      mostBytes: MAX_BYTES,
      lastsMs: context.timeLimits?.webhookAnswer ?? ASKING_LASTS_MS,
      mayReach: context.mayReach,
    })
    return { status, fault: null, answer: asText(body), tookMs: took() }
  } catch (error) {
    if (error instanceof NoAnswer) return { status: null, fault: error.fault, answer: '', tookMs: took() }
    throw error
  }
}

/** How it begins, as far as it is text: PostgreSQL keeps no nought, and nobody reads other signs that do not print. */
const asText = (body: Uint8Array): string =>
  Array.from(new TextDecoder().decode(body).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '\ufffd'))
    .slice(0, MAX_LENGTH)
    .join('')

const GONE = 410
const isTaken = ({ status }: Outcome) => status !== null && status >= 200 && status < 300

async function writeDown(
  db: Transaction,
  context: Telling,
  { delivery, type, outcome }: { delivery: Delivery; type: string; outcome: Outcome },
): Promise<void> {
  const endpoint = await takeEndpoint(db, delivery.endpoint_id)
  if (!endpoint) return
  const now = context.clock()
  const tries = delivery.tries + 1
  const pause = type === TRIAL || outcome.status === GONE ? undefined : pausesMs[tries - 1]
  const state = isTaken(outcome) ? 'delivered' : pause === undefined ? 'failed' : 'waiting'
  const { numUpdatedRows } = await db
    .updateTable('webhook_delivery')
    .set({
      state,
      tries,
      next_at: state === 'waiting' ? now + pause! : null,
      tried_at: now,
      took_ms: outcome.tookMs,
      status: outcome.status,
      fault: outcome.fault,
      answer: outcome.answer,
    })
    .where('id', '=', delivery.id)
    .where('state', '=', 'waiting')
    .where('tries', '=', delivery.tries)
    // Whoever has it now says what became of it; and who wants it sent again wants that.
    .where('next_at', '=', delivery.next_at)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  if (isTaken(outcome))
    await db
      .updateTable('webhook_endpoint')
      .set({ good_at: now, failing_since: null })
      .where('id', '=', endpoint.id)
      .execute()
  else await notTaken(db, context, endpoint, { outcome, isTrial: type === TRIAL })
}

/** A trial says nothing of how it goes otherwise: whoever sends it sees what came of it. */
async function notTaken(
  db: Transaction,
  context: Telling,
  endpoint: Endpoint,
  { outcome, isTrial }: { outcome: Outcome; isTrial: boolean },
): Promise<void> {
  if (isTrial || endpoint.paused_at !== null) return
  const now = context.clock()
  const since = endpoint.failing_since ?? now
  await db.updateTable('webhook_endpoint').set({ failing_since: since }).where('id', '=', endpoint.id).execute()
  const why: PausedWhy | null = outcome.status === GONE ? 'gone' : now - since >= DEAD_AFTER_MS ? 'dead' : null
  if (why === null) return
  const paused = { paused_at: now, paused_why: why, failing_since: since }
  await db.updateTable('webhook_endpoint').set(paused).where('id', '=', endpoint.id).execute()
  await recordAudit(db, {
    at: now,
    accountId: null,
    action: 'webhook paused',
    subject: subjectOf(endpoint.id),
    details: { host: endpoint.host, why },
  })
  await tellOwners(db, context, { ...endpoint, ...paused })
}
