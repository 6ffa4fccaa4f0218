import type { Selectable } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { openText, sealText } from '#platform/files/sealed-text.ts'
import type { Tables } from '#schema/tables.ts'
import { isEventType, type EventType } from './events.ts'

export type Endpoint = Selectable<Tables['webhook_endpoint']>
export type Delivery = Selectable<Tables['webhook_delivery']>

export async function endpointWith(db: Database, id: number): Promise<Endpoint> {
  const row = await db.selectFrom('webhook_endpoint').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/**
 * For a change: from here on nobody else changes it before the transaction is over. Whoever changes an endpoint and what it is to
 * be told begins with this; of several, with the oldest.
 */
export const takeEndpoint = (db: Transaction, id: number): Promise<Endpoint | undefined> =>
  db
    .updateTable('webhook_endpoint')
    .set(({ ref }) => ({ version: ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export async function mustTake(db: Transaction, id: number): Promise<Endpoint> {
  const endpoint = await takeEndpoint(db, id)
  if (!endpoint) throw notFound()
  return endpoint
}

/** As the log names it. */
export const subjectOf = (id: number): string => `webhook ${id}`

/** What it wants to hear of. A type that is none any more is wanted by nobody. */
export const wantedBy = ({ events }: Pick<Endpoint, 'events'>): EventType[] =>
  (JSON.parse(events) as string[]).filter(isEventType)

/** Each is sealed about itself: none can be put in the place of another. */
export const seal = (
  context: Pick<Context, 'sealer'>,
  about: string,
  what: 'address' | 'secret',
  text: string,
): Uint8Array => sealText(context, text, `${about} ${what}`).sealed

/** Null where there is none, or it was sealed with another key than the house has now. */
export function open(
  context: Pick<Context, 'sealer'>,
  { about, ...row }: Endpoint,
  what: 'address' | 'secret' | 'old_secret',
): string | null {
  const sealed = row[what]
  return sealed && openText(context, { sealed, about: `${about} ${what === 'address' ? 'address' : 'secret'}` })
}
