import { eventsToldSetting, writeCompany } from '#content/company.ts'
import { secretToken } from '#platform/codes.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Context } from '#platform/context.ts'
import { inTransaction, type Database, type WholeDatabase } from '#platform/database/database.ts'
import { publish, type PublishTransaction } from '#platform/database/publish.ts'
import { conflict, invalid, assertValid } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { isAskable, leadsInside } from '#platform/outside/ask.ts'
import { recordChange } from '#platform/work/audit.ts'
import type { MessageKey } from '#locales/translator.ts'
import type { EventType } from './events.ts'
import { MAX_ENDPOINTS, OLD_SECRET_LASTS_MS } from './limits.ts'
import { replay } from './replaying.ts'
import { wake } from './sharing.ts'
import { newSecret } from './signing.ts'
import { endpointWith, mustTake, open, seal, subjectOf, wantedBy } from './store.ts'

export interface EndpointForm {
  address: string
  description: string
  events: readonly EventType[]
}

/** A program outside is told from now on what it wants to hear of. Its secret is shown this once. */
export async function addEndpoint(
  db: WholeDatabase,
  ctx: RequestContext,
  form: EndpointForm,
): Promise<{ id: number; secret: string }> {
  assertValid((await validateEndpoint(db, ctx, form)).fieldErrors)
  const { now, context } = ctx
  const [secret, about] = [newSecret(), secretToken()]
  const url = new URL(form.address)
  return publish(db, async (tx) => {
    await takeWanted(tx)
    const all = await tx.selectFrom('webhook_endpoint').select('id').execute()
    if (all.length >= MAX_ENDPOINTS)
      throw invalid({ address: { key: 'error.webhooks_most', values: { most: MAX_ENDPOINTS } } })
    const { id } = await tx
      .insertInto('webhook_endpoint')
      .values({
        description: form.description,
        host: url.host,
        about,
        address: seal(context, about, 'address', url.href),
        secret: seal(context, about, 'secret', secret),
        old_secret: null,
        old_until: null,
        events: JSON.stringify(form.events),
        made_at: now,
        made_by: ctx.account!.id,
        paused_at: null,
        paused_why: null,
        good_at: null,
        failing_since: null,
        busy_until: null,
        retry_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeWanted(tx)
    await recordChange(tx, ctx, 'webhook added', subjectOf(id), { after: told({ ...form, host: url.host }) })
    return { id, secret }
  })
}

/** An address of the web that leads to nobody's inner network, nor back to this house. */
export async function validateEndpoint(
  _: Database,
  { context }: Pick<RequestContext, 'context'>,
  { address, events }: Partial<EndpointForm>,
): Promise<ValidationResult> {
  const wrong = address === undefined ? null : await errorOfAddress(address, context)
  return {
    fieldErrors: {
      ...(wrong && { address: [{ key: wrong }] }),
      ...(events?.length === 0 && { events: [{ key: 'error.webhook_events' }] }),
    },
  }
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

async function errorOfAddress(address: string, context: Context): Promise<MessageKey | null> {
  const url = URL.parse(address)
  if (!url || !isAskable(url)) return 'error.webhook_address'
  const isInside = await leadsInside(url, context)
  // Only for trials, in a house that was told of it: on the way outside anybody could read what is told.
  if (url.protocol !== 'https:' && !(LOOPBACK.test(url.hostname) && !isInside)) return 'error.webhook_https'
  if (isInside) return 'error.webhook_inner'
  return url.host === new URL(context.publicUrl).host ? 'error.webhook_own' : null
}

/** Another address, another description, other types. Whoever saw an older one is refused. */
export async function saveEndpoint(
  db: WholeDatabase,
  ctx: RequestContext,
  { id, version, ...form }: EndpointForm & { id: number; version: number },
): Promise<void> {
  assertValid((await validateEndpoint(db, ctx, form)).fieldErrors)
  const url = new URL(form.address)
  await publish(db, async (tx) => {
    await takeWanted(tx)
    const was = await endpointWith(tx, id)
    const { numUpdatedRows } = await tx
      .updateTable('webhook_endpoint')
      .set({
        version: version + 1,
        description: form.description,
        host: url.host,
        address: seal(ctx.context, was.about, 'address', url.href),
        events: JSON.stringify(form.events),
      })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    await writeWanted(tx)
    const isMoved = open(ctx.context, was, 'address') !== url.href && was.host === url.host
    await recordChange(tx, ctx, 'webhook changed', subjectOf(id), {
      before: told({ ...was, events: wantedBy(was) }),
      after: { ...told({ ...form, host: url.host }), ...(isMoved && { address_changed: true }) },
    })
  })
}

/** Another secret, shown this once. The old one signs beside it for a day, so that nothing is refused meanwhile. */
export async function exchangeSecret(db: Database, ctx: RequestContext, { id }: { id: number }): Promise<string> {
  const { now, context } = ctx
  const secret = newSecret()
  await inTransaction(db, async (transaction) => {
    const was = await mustTake(transaction, id)
    await transaction
      .updateTable('webhook_endpoint')
      .set({
        secret: seal(context, was.about, 'secret', secret),
        old_secret: was.secret,
        old_until: now + OLD_SECRET_LASTS_MS,
      })
      .where('id', '=', id)
      .execute()
    await recordChange(transaction, ctx, 'webhook secret exchanged', subjectOf(id), { after: { host: was.host } })
  })
  return secret
}

/** It is told nothing until somebody resumes it; what happens meanwhile is kept. */
export const pauseEndpoint = (db: Database, ctx: RequestContext, { id }: { id: number }): Promise<void> =>
  inTransaction(db, async (transaction) => {
    const was = await mustTake(transaction, id)
    if (was.paused_at !== null) return
    const paused = { paused_at: ctx.now, paused_why: 'owner' } as const
    await transaction.updateTable('webhook_endpoint').set(paused).where('id', '=', id).execute()
    await recordChange(transaction, ctx, 'webhook paused', subjectOf(id), { after: { host: was.host } })
  })

/** It goes on, with what waited for it; with what it missed while it was paused, if that is wished. */
export const resumeEndpoint = (
  db: Database,
  ctx: RequestContext,
  { id, missed }: { id: number; missed: boolean },
): Promise<void> =>
  inTransaction(db, async (transaction) => {
    const was = await mustTake(transaction, id)
    if (was.paused_at === null) return
    const resumed = { paused_at: null, paused_why: null, failing_since: null, woken: 0 } as const
    await transaction.updateTable('webhook_endpoint').set(resumed).where('id', '=', id).execute()
    const endpoint = { ...was, ...resumed }
    const sent = missed
      ? await replay(transaction, endpoint, { since: was.paused_at, now: ctx.now, only: 'missed' })
      : 0
    await wake(transaction, endpoint, ctx.now)
    await recordChange(transaction, ctx, 'webhook resumed', subjectOf(id), {
      after: { host: was.host, ...(sent > 0 && { told_again: sent }) },
    })
  })

/** It is told nothing more, and what it was told is forgotten. */
export const removeEndpoint = (db: WholeDatabase, ctx: RequestContext, { id }: { id: number }): Promise<void> =>
  publish(db, async (tx) => {
    await takeWanted(tx)
    const was = await endpointWith(tx, id)
    await tx.deleteFrom('webhook_endpoint').where('id', '=', id).execute()
    await writeWanted(tx)
    await recordChange(tx, ctx, 'webhook removed', subjectOf(id), {
      before: told({ ...was, events: wantedBy(was) }),
    })
  })

/** From here on nobody else says what is wanted, before this is over. */
async function takeWanted(tx: PublishTransaction): Promise<void> {
  await tx
    .insertInto('setting')
    .values({ key: eventsToldSetting, value: '[]' })
    .onConflict((known) => known.column('key').doUpdateSet(({ ref }) => ({ value: ref('setting.value') })))
    .execute()
}

/** What any of them wants, also one that is paused: so that it can be told later what it missed. */
async function writeWanted(tx: PublishTransaction): Promise<void> {
  const all = await tx.selectFrom('webhook_endpoint').select('events').execute()
  const wanted = [...new Set(all.flatMap(wantedBy))].toSorted()
  if (wanted.length > 0) return writeCompany(tx, { eventsTold: wanted })
  await tx.deleteFrom('setting').where('key', '=', eventsToldSetting).execute()
}

/** For the log: of the address, which may be a key, the host alone. */
const told = ({ host, description, events }: { host: string; description: string; events: readonly EventType[] }) => ({
  host,
  description,
  events: events.join(', '),
})
