import { readCompany } from '#content/company.ts'
import { computeToday } from '#stays/availability/stay.ts'
import type { Context } from '#platform/context.ts'
import { inTransaction, type Database, type WholeDatabase } from '#platform/database/database.ts'
import { decryptText } from '#platform/files/sealed-text.ts'
import { runInCallSpan } from '#platform/tracing/spans.ts'
import { fetchExternal, ExternalRequestError, type ExternalErrorCode } from '#platform/external/fetch.ts'
import { enqueue, type JobKinds } from '#platform/background/jobs.ts'
import type { Selectable } from 'kysely'
import type { Tables } from '#schema/tables.ts'
import { RejectedInputError } from '#platform/sandbox/rejected-input.ts'
import { calendarReadErrors, type ReadError } from './calendar-parts.ts'
import type { CalendarError } from './calendar-errors.ts'
import { applyPendingEvents, applyUnitEvents } from './apply-events.ts'
import { recordStillMissing, storeEvents } from './store-events.ts'
import { readInSandbox } from './sandboxed-reading.ts'
import type { ReadCalendar } from './reading.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/durations.ts'

export const POLL_EVERY_MS = 15 * MINUTE_MS
const MAX_PAUSE_MS = 4 * HOUR_MS
/** The interval of full requests. They are sent even if conditional requests report no change. */
const FULL_READ_EVERY_MS = DAY_MS
const MAX_CALENDAR_BYTES = 2_000_000
const REQUEST_TIMEOUT_MS = 15_000
/** As many days as staff can close a unit in advance. */
const MAX_DAYS_AHEAD = 3 * 366

type PollingContext = Pick<Context, 'clock' | 'sealer' | 'isAllowedAddress' | 'publicUrl'>
type ImportRow = Selectable<Tables['calendar_import']>

/**
 * Enqueues one job for each calendar that is due, up to `MAX_POLLS_AT_ONCE`, even if several processes run. Also applies
 * the pending events.
 */
export async function enqueueDuePolls(db: WholeDatabase, now: number): Promise<void> {
  const dueImports = await db
    .selectFrom('calendar_import')
    .select('id')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(MAX_POLLS_AT_ONCE)
    .execute()
  for (const { id } of dueImports)
    await inTransaction(db, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('calendar_import')
        .set({ next_at: now + POLL_EVERY_MS })
        .where('id', '=', id)
        .where('next_at', '<=', now)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await enqueue(transaction, now, 'poll calendar', { import: id })
    })
  await applyPendingEvents(db, now)
}
const MAX_POLLS_AT_ONCE = 200

/**
 * The jobs that poll calendars. Two run at a time, in a queue of their own, so that a slow calendar does not delay
 * other jobs.
 */
export const createCalendarJobs = (context: PollingContext): JobKinds => ({
  'poll calendar': {
    do: ({ import: id }: { import: number }, db) => pollImport(db, context, id),
    concurrency: 2,
    maxDurationMs: 50_000,
  },
})

/** Reads a calendar now and stores its events. If it cannot be read, stores the error instead. */
export async function pollImport(db: WholeDatabase, context: PollingContext, id: number): Promise<void> {
  const source = await db.selectFrom('calendar_import').selectAll().where('id', '=', id).executeTakeFirst()
  if (!source) return
  const company = await readCompany(db)
  const day = computeToday(company, context.clock())
  const result = await fetchCalendar(source, context, company.timeZone, day)
  const now = context.clock()
  if ('error' in result) return recordFailure(db, source, result, now)
  const importExists = await inTransaction(db, async (transaction) => {
    // The update locks the row, so that concurrent polls of this calendar wait.
    const { numUpdatedRows } = await transaction
      .updateTable('calendar_import')
      .set(getSuccessColumns(result, now))
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    if (result.calendar) await storeEvents(transaction, id, result.calendar, day, now)
    else await recordStillMissing(transaction, id, day, now)
    return true
  })
  if (importExists) await applyUnitEvents(db, source.unit_id, now)
}

interface FetchedCalendar {
  /** Null if the calendar has not changed. */
  calendar: ReadCalendar | null
  etag: string | null
  modified: string | null
}
interface FetchFailure {
  error: CalendarError
  detail: string
  pauseMs: number
}

async function fetchCalendar(
  source: ImportRow,
  context: PollingContext,
  timeZone: string,
  day: number,
): Promise<FetchedCalendar | FetchFailure> {
  const address = decryptText(context, source)
  if (address === null) return createFailure('sealed_otherwise')
  try {
    const request = {
      url: new URL(address),
      headers: { accept: 'text/calendar, */*;q=0.5', ...getConditionalHeaders(source, context.clock()) },
      maxBytes: MAX_CALENDAR_BYTES,
      maxDurationMs: REQUEST_TIMEOUT_MS,
      isAllowedAddress: context.isAllowedAddress,
    }
    const { status, headers, body } = await runInCallSpan('GET', 'calendar', () => fetchExternal(request))
    if (status === 304 && source.full_read_at !== null)
      return { calendar: null, etag: source.etag, modified: source.modified }
    if (status === 404 || status === 410) return createFailure('not_there', String(status))
    if (status !== 200) return createFailure('status', String(status), parseRetryAfter(headers['retry-after']))
    const ownHost = new URL(context.publicUrl).hostname
    const options = { timeZone, from: day, until: day + MAX_DAYS_AHEAD, ownHost }
    const calendar = await readInSandbox(new TextDecoder().decode(body), options)
    const isWhole = calendar.unreadableCount === 0
    return {
      calendar,
      etag: isWhole ? toHeaderValue(headers.etag) : null,
      modified: isWhole ? toHeaderValue(headers['last-modified']) : null,
    }
  } catch (error) {
    if (error instanceof ExternalRequestError) return createFailure(error.code)
    if (error instanceof RejectedInputError)
      return createFailure(calendarReadErrors.find((knownFault) => knownFault === error.reason) ?? 'too_long')
    throw error
  }
}

const createFailure = (
  error: ExternalErrorCode | ReadError | CalendarError,
  detail = '',
  pauseMs = 0,
): FetchFailure => ({
  error,
  detail,
  pauseMs,
})

/** Returns the headers of a conditional request. Returns none if the last full read was incomplete or long ago. */
function getConditionalHeaders({ etag, modified, full_read_at }: ImportRow, now: number): Record<string, string> {
  if (full_read_at === null || now - full_read_at >= FULL_READ_EVERY_MS) return {}
  return { ...(etag && { 'if-none-match': etag }), ...(modified && { 'if-modified-since': modified }) }
}

/** Returns a header value that can be sent back, or null if it contains other characters. */
const toHeaderValue = (value: string | undefined): string | null =>
  value !== undefined && value.length <= 200 && /^[\x20-\x7e]+$/.test(value) ? value : null

const parseRetryAfter = (value: string | undefined): number =>
  /^\d{1,6}$/.test(value ?? '') ? Math.min(FULL_READ_EVERY_MS, Number(value) * 1000) : 0

const getSuccessColumns = ({ calendar, etag, modified }: FetchedCalendar, now: number) => ({
  checked_at: now,
  succeeded_at: now,
  next_at: now + POLL_EVERY_MS,
  failures: 0,
  etag,
  modified,
  ...(calendar && {
    full_read_at: now,
    fault: calendar.unreadableCount > 0 ? ('unread' satisfies CalendarError) : null,
    fault_detail: calendar.unreadableCount > 0 ? String(calendar.unreadableCount) : '',
  }),
  ...(!calendar && { fault: null, fault_detail: '' }),
})

/** Stores the error and retries after a growing pause. The events of the last successful read remain. */
async function recordFailure(
  db: Database,
  { id, failures }: ImportRow,
  { error, detail, pauseMs }: FetchFailure,
  now: number,
) {
  const backoffMs = Math.min(MAX_PAUSE_MS, POLL_EVERY_MS * 2 ** Math.min(failures, 10))
  await db
    .updateTable('calendar_import')
    .set((row) => ({
      checked_at: now,
      next_at: now + Math.max(backoffMs, pauseMs),
      failures: row('failures', '+', 1),
      fault: error,
      fault_detail: detail,
    }))
    .where('id', '=', id)
    .execute()
}
