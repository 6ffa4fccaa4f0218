import { subscribedEventsKey, writeCompany } from '#content/company.ts'
import { createSecretToken } from '#platform/codes.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Context } from '#platform/context.ts'
import { inTransaction, type Database, type WholeDatabase } from '#platform/database/database.ts'
import { publish, type PublishTransaction } from '#platform/database/publish.ts'
import { conflict, invalid, assertValid } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { isHttpUrl, leadsToInternalAddress } from '#platform/external/fetch.ts'
import { recordChange } from '#platform/audit.ts'
import type { MessageKey } from '#locales/translator.ts'
import type { EventType } from './events.ts'
import { MAX_ENDPOINTS, OLD_SECRET_TTL_MS } from './limits.ts'
import { resendEvents } from './resend.ts'
import { enqueueSending } from './create-deliveries.ts'
import { createSecret } from './signing.ts'
import {
  getEndpoint,
  lockEndpoint,
  decryptField,
  encryptField,
  formatAuditSubject,
  parseSubscribedEvents,
} from './store.ts'

export interface EndpointForm {
  address: string
  description: string
  events: readonly EventType[]
}

/** Adds an endpoint. Its secret is returned only this once. */
export async function addEndpoint(
  db: WholeDatabase,
  ctx: RequestContext,
  form: EndpointForm,
): Promise<{ id: number; secret: string }> {
  assertValid((await validateEndpoint(db, ctx, form)).fieldErrors)
  const { now, context } = ctx
  const [secret, about] = [createSecret(), createSecretToken()]
  const url = new URL(form.address)
  return publish(db, async (tx) => {
    await lockSubscriptions(tx)
    const endpoints = await tx.selectFrom('webhook_endpoint').select('id').execute()
    if (endpoints.length >= MAX_ENDPOINTS)
      throw invalid({ address: { key: 'error.too_many_webhooks', values: { most: MAX_ENDPOINTS } } })
    const { id } = await tx
      .insertInto('webhook_endpoint')
      .values({
        description: form.description,
        host: url.host,
        about,
        address: encryptField(context, about, 'address', url.href),
        secret: encryptField(context, about, 'secret', secret),
        old_secret: null,
        old_until: null,
        events: JSON.stringify(form.events),
        created_at: now,
        created_by: ctx.account!.id,
        paused_at: null,
        pause_reason: null,
        succeeded_at: null,
        failing_since: null,
        busy_until: null,
        retry_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await saveSubscriptions(tx)
    await recordChange(tx, ctx, 'webhook added', formatAuditSubject(id), {
      after: getAuditFields({ ...form, host: url.host }),
    })
    return { id, secret }
  })
}

/** Requires at least one event type, and an address outside internal networks and our own site. */
export async function validateEndpoint(
  _: Database,
  { context }: Pick<RequestContext, 'context'>,
  { address, events }: Partial<EndpointForm>,
): Promise<ValidationResult> {
  const addressError = address === undefined ? null : await findAddressError(address, context)
  return {
    fieldErrors: {
      ...(addressError && { address: [{ key: addressError }] }),
      ...(events?.length === 0 && { events: [{ key: 'error.webhook_events' }] }),
    },
  }
}

const LOOPBACK_PATTERN = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

async function findAddressError(address: string, context: Context): Promise<MessageKey | null> {
  const url = URL.parse(address)
  if (!url || !isHttpUrl(url)) return 'error.webhook_address'
  const isInside = await leadsToInternalAddress(url, context)
  // Plain http is allowed only for tests on the same machine, if the settings permit it. Elsewhere it could be
  // intercepted.
  if (url.protocol !== 'https:' && !(LOOPBACK_PATTERN.test(url.hostname) && !isInside)) return 'error.webhook_https'
  if (isInside) return 'error.webhook_internal'
  return url.host === new URL(context.publicUrl).host ? 'error.webhook_own' : null
}

/** Changes the address, description and event types. Rejects an outdated version. */
export async function saveEndpoint(
  db: WholeDatabase,
  ctx: RequestContext,
  { id, version, ...form }: EndpointForm & { id: number; version: number },
): Promise<void> {
  assertValid((await validateEndpoint(db, ctx, form)).fieldErrors)
  const url = new URL(form.address)
  await publish(db, async (tx) => {
    await lockSubscriptions(tx)
    const currentEndpoint = await getEndpoint(tx, id)
    const { numUpdatedRows } = await tx
      .updateTable('webhook_endpoint')
      .set({
        version: version + 1,
        description: form.description,
        host: url.host,
        address: encryptField(ctx.context, currentEndpoint.about, 'address', url.href),
        events: JSON.stringify(form.events),
      })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    await saveSubscriptions(tx)
    const isPathChanged =
      decryptField(ctx.context, currentEndpoint, 'address') !== url.href && currentEndpoint.host === url.host
    await recordChange(tx, ctx, 'webhook changed', formatAuditSubject(id), {
      before: getAuditFields({ ...currentEndpoint, events: parseSubscribedEvents(currentEndpoint) }),
      after: { ...getAuditFields({ ...form, host: url.host }), ...(isPathChanged && { address_changed: true }) },
    })
  })
}

/**
 * Replaces the secret and returns the new one only this once. The old secret also signs for a day, so that receivers
 * can switch.
 */
export async function rotateSecret(db: Database, ctx: RequestContext, { id }: { id: number }): Promise<string> {
  const { now, context } = ctx
  const secret = createSecret()
  await inTransaction(db, async (transaction) => {
    const currentEndpoint = await lockEndpoint(transaction, id)
    await transaction
      .updateTable('webhook_endpoint')
      .set({
        secret: encryptField(context, currentEndpoint.about, 'secret', secret),
        old_secret: currentEndpoint.secret,
        old_until: now + OLD_SECRET_TTL_MS,
      })
      .where('id', '=', id)
      .execute()
    await recordChange(transaction, ctx, 'webhook secret replaced', formatAuditSubject(id), {
      after: { host: currentEndpoint.host },
    })
  })
  return secret
}

/** Stops deliveries until the endpoint is resumed. Events are stored in the meantime. */
export const pauseEndpoint = (db: Database, ctx: RequestContext, { id }: { id: number }): Promise<void> =>
  inTransaction(db, async (transaction) => {
    const currentEndpoint = await lockEndpoint(transaction, id)
    if (currentEndpoint.paused_at !== null) return
    const pausedColumns = { paused_at: ctx.now, pause_reason: 'owner' } as const
    await transaction.updateTable('webhook_endpoint').set(pausedColumns).where('id', '=', id).execute()
    await recordChange(transaction, ctx, 'webhook paused', formatAuditSubject(id), {
      after: { host: currentEndpoint.host },
    })
  })

/** Resumes deliveries with the waiting events, and optionally with those missed during the pause. */
export const resumeEndpoint = (
  db: Database,
  ctx: RequestContext,
  { id, missed }: { id: number; missed: boolean },
): Promise<void> =>
  inTransaction(db, async (transaction) => {
    const currentEndpoint = await lockEndpoint(transaction, id)
    if (currentEndpoint.paused_at === null) return
    const resumedColumns = { paused_at: null, pause_reason: null, failing_since: null, job_queued: 0 } as const
    await transaction.updateTable('webhook_endpoint').set(resumedColumns).where('id', '=', id).execute()
    const endpoint = { ...currentEndpoint, ...resumedColumns }
    const resendCount = missed
      ? await resendEvents(transaction, endpoint, { since: currentEndpoint.paused_at, now: ctx.now, only: 'missed' })
      : 0
    await enqueueSending(transaction, endpoint, ctx.now)
    await recordChange(transaction, ctx, 'webhook resumed', formatAuditSubject(id), {
      after: { host: currentEndpoint.host, ...(resendCount > 0 && { told_again: resendCount }) },
    })
  })

export const removeEndpoint = (db: WholeDatabase, ctx: RequestContext, { id }: { id: number }): Promise<void> =>
  publish(db, async (tx) => {
    await lockSubscriptions(tx)
    const currentEndpoint = await getEndpoint(tx, id)
    await tx.deleteFrom('webhook_endpoint').where('id', '=', id).execute()
    await saveSubscriptions(tx)
    await recordChange(tx, ctx, 'webhook removed', formatAuditSubject(id), {
      before: getAuditFields({ ...currentEndpoint, events: parseSubscribedEvents(currentEndpoint) }),
    })
  })

/** Locks the setting of subscribed events until the end of the transaction. */
async function lockSubscriptions(tx: PublishTransaction): Promise<void> {
  await tx
    .insertInto('setting')
    .values({ key: subscribedEventsKey, value: '[]' })
    .onConflict((known) => known.column('key').doUpdateSet(({ ref }) => ({ value: ref('setting.value') })))
    .execute()
}

/**
 * Saves the event types to which any endpoint subscribes. Paused endpoints count, so that missed events can be sent
 * later.
 */
async function saveSubscriptions(tx: PublishTransaction): Promise<void> {
  const endpoints = await tx.selectFrom('webhook_endpoint').select('events').execute()
  const subscribedTypes = [...new Set(endpoints.flatMap(parseSubscribedEvents))].toSorted()
  if (subscribedTypes.length > 0) return writeCompany(tx, { subscribedEvents: subscribedTypes })
  await tx.deleteFrom('setting').where('key', '=', subscribedEventsKey).execute()
}

/** Audit log fields. Of the address, which may contain a key, only the host is logged. */
const getAuditFields = ({
  host,
  description,
  events,
}: {
  host: string
  description: string
  events: readonly EventType[]
}) => ({
  host,
  description,
  events: events.join(', '),
})
