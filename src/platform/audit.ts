import type { Insertable } from 'kysely'
import { subtractMonths } from './clock.ts'
import type { RequestContext } from './contract.ts'
import type { Database } from './database/database.ts'
import { runInBatches } from './background/cleanup.ts'
import { auditRetention } from './retention.ts'
import { statement } from './database/statement.ts'
import type { Action } from '#schema/actions.ts'
import type { Tables } from '#schema/tables.ts'

interface AuditEntry {
  at: number
  /** Null: an unknown person, or the system itself. */
  accountId: number | null
  action: Action
  /** The affected record: `booking ABC123`, `account 7`. */
  subject: string
  /** Additional facts. Must not contain secrets, or data that has to be deleted with the person. */
  details?: object
  changes?: Changes
  /** The caller's address, if a member of staff acted. */
  address?: string | null
}

/** The old and new value of each changed field. */
export type Changes = Record<string, readonly [before: unknown, after: unknown]>

/** Writes an audit entry, in the transaction of the action. */
export async function recordAudit(
  db: Database,
  { at, accountId, action, subject, details, changes, address = null }: AuditEntry,
): Promise<void> {
  const serialize = (data: object | undefined) => (data ? JSON.stringify(data) : null)
  await insertAudit(db, {
    row: {
      at,
      account_id: accountId,
      action,
      subject,
      details: serialize(details),
      changes: serialize(changes),
      address,
    },
  })
}

/**
 * Writes an audit entry for a change by staff: who, from where, and all changed fields. A save without changes writes
 * none.
 */
export async function recordChange(
  db: Database,
  { now, account, address }: Pick<RequestContext, 'now' | 'account' | 'address'>,
  action: Action,
  subject: string,
  { before, after }: { before?: object; after?: object },
): Promise<void> {
  const changes = findChanges(before ?? {}, after ?? {})
  if (before && after && Object.keys(changes).length === 0) return
  await recordAudit(db, { at: now, accountId: account!.id, action, subject, changes, address })
}

/** Compares field by field. Long texts are cut off, because versions store them completely. */
function findChanges(before: object, after: object): Changes {
  const [oldValues, newValues] = [before, after] as Record<string, unknown>[]
  const names = new Set([...Object.keys(oldValues!), ...Object.keys(newValues!)])
  return Object.fromEntries(
    Array.from(names)
      .filter((name) => normalizeValue(oldValues![name]) !== normalizeValue(newValues![name]))
      .map((name) => [name, [shorten(oldValues![name]), shorten(newValues![name])]]),
  )
}

/** Converts a value to a text for comparison. All empty values count as equal. */
function normalizeValue(value: unknown): string {
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return JSON.stringify(isEmpty ? null : value)
}

const MAX_VALUE_LENGTH = 400
const shorten = (value: unknown): unknown =>
  typeof value === 'string' && value.length > MAX_VALUE_LENGTH
    ? `${value.slice(0, MAX_VALUE_LENGTH)}…`
    : (value ?? null)

export async function purgeOldAudit(db: Database, now: number): Promise<void> {
  const cutoff = subtractMonths(now, auditRetention.months)
  await runInBatches(async (maxRows) => {
    const oldEntries = db.selectFrom('audit').select('id').where('at', '<', cutoff).orderBy('at').limit(maxRows)
    return (await db.deleteFrom('audit').where('id', 'in', oldEntries).executeTakeFirst()).numDeletedRows
  })
}

const insertAudit = statement((db, { row }: { row: Insertable<Tables['audit']> }) =>
  db.insertInto('audit').values(row).compile(),
)
