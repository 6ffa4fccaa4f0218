import type { LogEvent } from 'kysely'
import { addEndedSpan } from './spans.ts'

const MAX_TEXT_LENGTH = 2_000
const systemNames = { sqlite: 'sqlite', postgres: 'postgresql' } as const

/** Returns a listener that adds a span for each statement: its text with placeholders, never its values. */
export const createStatementListener =
  (engine: keyof typeof systemNames) =>
  (event: LogEvent): void => {
    const { sql } = event.query
    const attributes = { 'db.system.name': systemNames[engine], 'db.query.text': sql.slice(0, MAX_TEXT_LENGTH) }
    const error = event.level === 'error' ? event.error : undefined
    addEndedSpan(nameStatement(sql), attributes, event.queryDurationMillis, error)
  }

/** Returns the verb of a statement and its first table, such as "select booking". */
function nameStatement(sql: string): string {
  const verb = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? 'statement'
  const table = /\b(?:from|into|update)\s+"?(\w+)/i.exec(sql)?.[1]
  return table ? `${verb} ${table}` : verb
}
