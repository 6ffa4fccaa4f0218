import { loadCompany } from '#content/company.ts'
import { emailCompany, enqueueEmail } from '#mail/outbox.ts'
import { recordAudit, recordChange } from '#platform/audit.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { claimOperation, claimRequest } from '#platform/database/idempotency-key.ts'
import { isoDay } from '#platform/day.ts'
import { conflict, invalid, notFound } from '#platform/errors.ts'
import type { SentFile } from '#platform/files/stored-files.ts'
import type { Language } from '#routes/public.ts'
import type { OrderState } from '#schema/quotations.ts'
import { attachFiles, fingerprintFiles } from '../enquiries/attachment.ts'
import { recordBuyerAnswer, recordOutcome, type Offer } from '../inbox/quotation-entries.ts'
import { toOffer } from '../quotations/store.ts'
import { composeOrderEmail, composeSampleDecisionEmail, type SentShipment } from './emails.ts'
import { orderLimits, type Decision, type ShipmentKind } from './limits.ts'
import { createOrderToken, requireOrderId } from './links.ts'
import { formatOrderNumber, getOrder, listDocuments, type Order, type Shipment } from './store.ts'

interface Notification {
  /** Whether to email the buyer. */
  notify: boolean
  /** The message that staff add to that email. */
  message: string
}

/**
 * Changes the state, the promised day and the purchase order number, and emails the buyer on request. Rejects an
 * outdated version. Repeating the request with the same key changes nothing.
 */
export const saveOrder = (
  db: Database,
  ctx: RequestContext,
  form: { id: number; version: number; state: OrderState; ship_by: number | null; po_number: string } & Notification,
): Promise<void> =>
  inTransaction(db, async (transaction) => {
    if (!(await claimOperation(transaction, ctx, 'order', form))) return
    const { id, version, notify, message, ...fields } = form
    const previousOrder = await getOrder(transaction, id)
    const state_at = fields.state === previousOrder.state ? previousOrder.state_at : ctx.now
    const { numUpdatedRows } = await transaction
      .updateTable('sales_order')
      .set({ ...fields, state_at, version: version + 1 })
      .where('quotation_id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    await recordChange(transaction, ctx, 'order changed', `order ${id}`, {
      before: toLogEntry(previousOrder),
      after: toLogEntry(fields),
    })
    if (notify) await notifyBuyer(transaction, ctx, { ...previousOrder, ...fields }, null, message)
  })

const toLogEntry = ({ state, ship_by, po_number }: Pick<Order, 'state' | 'ship_by' | 'po_number'>) => ({
  order_state: state,
  ship_by: ship_by === null ? null : isoDay(ship_by),
  po_number,
})

interface ShipmentForm extends Notification {
  order: number
  /** Null for a new shipment. */
  shipment: number | null
  /** The version that was edited. Null for a new shipment. */
  version: number | null
  kind: ShipmentKind
  contents: string
  due_day: number | null
  sent_day: number | null
  courier: string
  tracking_number: string
  decision: Decision | null
}

/**
 * Adds or changes a sample or a shipment of goods, and emails the buyer on request. Rejects an outdated version.
 * Repeating the request with the same key changes nothing. The comment of the buyer belongs to the buyer's decision, so
 * another decision deletes it.
 */
export const saveShipment = (db: Database, ctx: RequestContext, form: ShipmentForm): Promise<void> =>
  inTransaction(db, async (transaction) => {
    if (!(await claimOperation(transaction, ctx, 'order shipment', form))) return
    const { order: id, shipment: shipmentId, version, decision, notify, message, ...fields } = form
    const order = await lockOrder(transaction, id)
    if (notify && fields.sent_day === null) throw invalid({ sent_on: 'orders.not_sent' })
    if (decision !== null && fields.kind !== 'sample') throw invalid({ decision: 'orders.only_samples' })
    const previousShipment = shipmentId === null ? null : await getShipment(transaction, id, shipmentId)
    if (previousShipment) {
      if (previousShipment.version !== version) throw conflict('error.conflict')
      const decided =
        decision === previousShipment.decision
          ? { decision }
          : { decision, decided_at: decision === null ? null : ctx.now, comment: '' }
      await transaction
        .updateTable('order_shipment')
        .set({ ...fields, ...decided, version: version + 1 })
        .where('id', '=', previousShipment.id)
        .execute()
    } else {
      await assertShipmentLimit(transaction, id)
      const decided_at = decision === null ? null : ctx.now
      await transaction
        .insertInto('order_shipment')
        .values({ ...fields, order_id: id, decision, decided_at })
        .execute()
    }
    await recordChange(transaction, ctx, 'order shipment saved', `order ${id}`, {
      ...(previousShipment && { before: toShipmentLogEntry(previousShipment) }),
      after: toShipmentLogEntry({ ...fields, decision }),
    })
    if (notify) await notifyBuyer(transaction, ctx, order, fields, message)
  })

const toShipmentLogEntry = ({
  contents,
  due_day,
  sent_day,
  courier,
  tracking_number,
  decision,
}: Pick<Shipment, 'contents' | 'due_day' | 'sent_day' | 'courier' | 'tracking_number' | 'decision'>) => ({
  contents,
  due_on: due_day === null ? null : isoDay(due_day),
  sent_on: sent_day === null ? null : isoDay(sent_day),
  courier,
  tracking_number,
  decision,
})

/** Removes a shipment that was entered by mistake. */
export const removeShipment = (
  db: Database,
  ctx: RequestContext,
  { order: id, shipment: shipmentId }: { order: number; shipment: number },
): Promise<void> =>
  inTransaction(db, async (transaction) => {
    await lockOrder(transaction, id)
    const shipment = await getShipment(transaction, id, shipmentId)
    await transaction.deleteFrom('order_shipment').where('id', '=', shipment.id).execute()
    await recordChange(transaction, ctx, 'order shipment removed', `order ${id}`, {
      before: toShipmentLogEntry(shipment),
    })
  })

/** Adds documents that the buyer can download. Repeating the request with the same key adds nothing. */
export const addDocuments = (
  db: Database,
  ctx: RequestContext,
  { id, files }: { id: number; files: readonly SentFile[] },
): Promise<void> =>
  inTransaction(db, async (transaction) => {
    const request = { id, files: fingerprintFiles(files) }
    if (!(await claimOperation(transaction, ctx, 'order documents', request))) return
    if (files.length === 0) throw invalid({ files: 'error.required' })
    await lockOrder(transaction, id)
    const documents = await listDocuments(transaction, id)
    if (documents.length + files.length > orderLimits.documents)
      throw invalid({ files: { key: 'orders.documents_max', values: { max: orderLimits.documents } } })
    await attachFiles(transaction, files, { order_id: id })
    await recordChange(transaction, ctx, 'order documents added', `order ${id}`, {
      after: { files: files.map(({ name }) => name).join(', ') },
    })
  })

export const removeDocument = (
  db: Database,
  ctx: RequestContext,
  { id, file }: { id: number; file: number },
): Promise<void> =>
  inTransaction(db, async (transaction) => {
    await lockOrder(transaction, id)
    const removedFile = await transaction
      .deleteFrom('attachment')
      .where('order_id', '=', id)
      .where('id', '=', file)
      .returning('name')
      .executeTakeFirst()
    if (!removedFile) throw notFound()
    await recordChange(transaction, ctx, 'order document removed', `order ${id}`, {
      before: { files: removedFile.name },
    })
  })

/**
 * Records the decision about a sent sample that the buyer makes through the link, and emails the company. The first
 * decision is final for the buyer. Rejects a decision about an outdated version. Repeating the request with the same key
 * changes nothing.
 */
export async function decideSample(
  db: Database,
  ctx: RequestContext,
  form: { token: string; shipment: number; version?: number | undefined; decision: Decision; comment: string },
): Promise<void> {
  const { token, shipment: shipmentId, version, decision, comment } = form
  if (decision === 'rejected' && comment === '') throw invalid({ comment: 'orders.comment_needed' })
  const company = await loadCompany(db, ctx)
  await inTransaction(db, async (transaction) => {
    const id = await requireOrderId(transaction, ctx.now, token)
    const order = await lockOrder(transaction, id)
    const request = { scope: `sample:${id}`, key: ctx.idempotencyKey, request: form, answer: '' }
    if ((await claimRequest(transaction, request, ctx.now)) !== undefined) return
    const shipment = await getShipment(transaction, id, shipmentId)
    if (shipment.kind !== 'sample' || shipment.sent_day === null) throw notFound()
    if (order.state === 'cancelled') throw conflict('orders.is_cancelled')
    if (shipment.decision !== null) throw conflict('orders.sample_decided')
    if (version !== undefined && version !== shipment.version) throw conflict('error.conflict')
    await transaction
      .updateTable('order_shipment')
      .set({ decision, decided_at: ctx.now, comment, version: shipment.version + 1 })
      .where('id', '=', shipment.id)
      .execute()
    const { name, email } = order.revision
    const text = [shipment.contents, comment].filter(Boolean).join('\n')
    await recordBuyerAnswer(transaction, ctx.now, toReference(order), {
      outcome: `sample_${decision}`,
      text,
      sender: email,
    })
    await recordAudit(transaction, {
      at: ctx.now,
      accountId: null,
      action: `order sample ${decision}`,
      subject: `order ${id}`,
    })
    const decidedShipment = { contents: shipment.contents, decision, comment }
    await emailCompany(
      transaction,
      ctx.now,
      company,
      composeSampleDecisionEmail(order, decidedShipment, company, ctx.context.publicUrl),
      { name, address: email },
    )
  })
}

/** Loads an order and locks it, so that concurrent changes of its shipments and documents wait. */
async function lockOrder(db: Transaction, id: number): Promise<Order> {
  await db
    .updateTable('sales_order')
    .set(({ ref }) => ({ state: ref('state') }))
    .where('quotation_id', '=', id)
    .execute()
  return getOrder(db, id)
}

async function getShipment(db: Transaction, orderId: number, id: number): Promise<Shipment> {
  const shipment = await db
    .selectFrom('order_shipment')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!shipment) throw notFound()
  return shipment
}

async function assertShipmentLimit(db: Transaction, orderId: number): Promise<void> {
  const { count } = await db
    .selectFrom('order_shipment')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= orderLimits.shipments) throw conflict('orders.shipments_max', { max: orderLimits.shipments })
}

/** Emails the buyer with a new link and records the email in the conversation of the quotation. */
async function notifyBuyer(
  db: Transaction,
  ctx: RequestContext,
  order: Order,
  shipment: SentShipment | null,
  message: string,
): Promise<void> {
  const { revision } = order
  const company = await loadCompany(db, ctx)
  const token = await createOrderToken(db, ctx.now, order.quotation_id)
  await recordOutcome(db, ctx, toReference(order), { outcome: 'order_updated', text: message }, (replyTo) =>
    enqueueEmail(
      db,
      ctx.now,
      revision.email,
      revision.language as Language,
      composeOrderEmail(order, shipment, { token, replyTo, message }, ctx.context.publicUrl),
      company,
    ),
  )
}

/** The reference to an order in the conversation of its quotation. */
const toReference = ({ quotation, revision }: Order): Offer => ({
  ...toOffer(quotation, revision),
  number: formatOrderNumber(quotation),
})
