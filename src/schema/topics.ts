import type { Tables } from './tables.ts'

/** The topics of the notifications between processes (platform/database/notifications.ts). */
export type Topic = 'jobs' | 'content' | 'office' | 'sessions'

/** The tables of the live updates of the office (front-desk/desk/live.ts). */
const officeTables = [
  'booking',
  'audit',
  'conversation',
  'conversation_entry',
  'ledger_entry',
  'mail',
  'payment_attempt',
  'payment_receipt',
  'refund',
] as const satisfies readonly (keyof Tables)[]

/** The writes that are announced. `content` is missing, because `publish` announces it. */
export const topicsByWrite: ReadonlyMap<string, Topic> = new Map<string, Topic>([
  ['insert job', 'jobs'],
  ['delete session', 'sessions'],
  ...officeTables.flatMap((table) =>
    (['insert', 'update', 'delete'] as const).map((verb): [string, Topic] => [`${verb} ${table}`, 'office']),
  ),
])
