import type { Tables } from './tables.ts'

/** What processes tell each other after a commit (platform/database/notifications.ts). */
export type Topic = 'jobs' | 'content' | 'office' | 'sessions'

/** The tables that decide what the office shows live (front-desk/desk/live.ts). */
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
