import type { Selectable } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { decryptText, sealText } from '#platform/files/sealed-text.ts'
import type { Tables } from '#schema/tables.ts'
import { isEventType, type EventType } from './events.ts'

export type Endpoint = Selectable<Tables['webhook_endpoint']>
export type Delivery = Selectable<Tables['webhook_delivery']>

export async function getEndpoint(db: Database, id: number): Promise<Endpoint> {
  const row = await db.selectFrom('webhook_endpoint').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/**
 * Locks an endpoint until the end of the transaction. Lock the endpoint before changing it or its deliveries. Lock
 * several endpoints in order of age.
 */
export const lockEndpointIfExists = (db: Transaction, id: number): Promise<Endpoint | undefined> =>
  db
    .updateTable('webhook_endpoint')
    .set(({ ref }) => ({ version: ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export async function lockEndpoint(db: Transaction, id: number): Promise<Endpoint> {
  const endpoint = await lockEndpointIfExists(db, id)
  if (!endpoint) throw notFound()
  return endpoint
}

/** Returns the audit log subject of a webhook. */
export const formatAuditSubject = (id: number): string => `webhook ${id}`

/** Returns the subscribed event types, without types that no longer exist. */
export const parseSubscribedEvents = ({ events }: Pick<Endpoint, 'events'>): EventType[] =>
  (JSON.parse(events) as string[]).filter(isEventType)

/**
 * Encrypts a field. The endpoint and the field name are bound to the ciphertext, so that it cannot be moved to another
 * field.
 */
export const encryptField = (
  context: Pick<Context, 'sealer'>,
  about: string,
  field: 'address' | 'secret',
  text: string,
): Uint8Array => sealText(context, text, `${about} ${field}`).sealed

/** Decrypts a field. Returns null if it is empty or was encrypted with another key. */
export function decryptField(
  context: Pick<Context, 'sealer'>,
  { about, ...row }: Endpoint,
  field: 'address' | 'secret' | 'old_secret',
): string | null {
  const sealedValue = row[field]
  return (
    sealedValue &&
    decryptText(context, { sealed: sealedValue, about: `${about} ${field === 'address' ? 'address' : 'secret'}` })
  )
}
