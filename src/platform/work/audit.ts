import type { Insertable } from 'kysely'
import { monthsBefore } from '../clock.ts'
import type { RequestContext } from '../contract.ts'
import type { Database } from '../database/database.ts'
import { inBatches } from './housekeeping.ts'
import { auditRetention } from '../retention.ts'
import { statement } from '../database/statement.ts'
import type { Action } from '#schema/actions.ts'
import type { Tables } from '#schema/tables.ts'

/** Something that was done, for whoever asks later who did it. */
interface AuditEntry {
  at: number
  /** Null: nobody who is known, or the house itself. */
  accountId: number | null
  action: Action
  /** What it was done to: `booking ABC123`, `account 7`. */
  subject: string
  /** What else is worth knowing. Never a secret, and nothing that must be forgotten with the person. */
  details?: object
  /** What is otherwise than before. */
  changes?: Changes
  /** From where, if one of the company's own people did it. */
  address?: string | null
}

/** By field, what it was and what it is. */
export type Changes = Record<string, readonly [before: unknown, after: unknown]>

/** Keeps what was done, in the transaction that does it. */
export async function recordAudit(
  db: Database,
  { at, accountId, action, subject, details, changes, address = null }: AuditEntry,
): Promise<void> {
  const asText = (kept: object | undefined) => (kept ? JSON.stringify(kept) : null)
  await auditIn(db, {
    row: { at, account_id: accountId, action, subject, details: asText(details), changes: asText(changes), address },
  })
}

/**
 * What somebody of the company has done to a thing: who, from where, and all that is otherwise than before. A save that
 * changes nothing leaves no trace.
 */
export async function recordChange(
  db: Database,
  { now, account, address }: Pick<RequestContext, 'now' | 'account' | 'address'>,
  action: Action,
  subject: string,
  { before, after }: { before?: object; after?: object },
): Promise<void> {
  const changes = differences(before ?? {}, after ?? {})
  if (before && after && Object.keys(changes).length === 0) return
  await recordAudit(db, { at: now, accountId: account!.id, action, subject, changes, address })
}

/** Field by field. Of a long text as much as tells it from another: whole texts stand with their versions. */
function differences(before: object, after: object): Changes {
  const [was, is] = [before, after] as Record<string, unknown>[]
  const names = new Set([...Object.keys(was!), ...Object.keys(is!)])
  return Object.fromEntries(
    Array.from(names)
      .filter((name) => asKept(was![name]) !== asKept(is![name]))
      .map((name) => [name, [shortened(was![name]), shortened(is![name])]]),
  )
}

/** What is empty is empty, however that is written. */
function asKept(value: unknown): string {
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return JSON.stringify(isEmpty ? null : value)
}

const MAX_LENGTH = 400
const shortened = (value: unknown): unknown =>
  typeof value === 'string' && value.length > MAX_LENGTH ? `${value.slice(0, MAX_LENGTH)}…` : (value ?? null)

export async function purgeOldAudit(db: Database, now: number): Promise<void> {
  const then = monthsBefore(now, auditRetention.months)
  await inBatches(async (most) => {
    const old = db.selectFrom('audit').select('id').where('at', '<', then).orderBy('at').limit(most)
    return (await db.deleteFrom('audit').where('id', 'in', old).executeTakeFirst()).numDeletedRows
  })
}

const auditIn = statement((db, { row }: { row: Insertable<Tables['audit']> }) =>
  db.insertInto('audit').values(row).compile(),
)
