import { readCompany } from '#content/company.ts'
import { today } from '#stays/availability/stay.ts'
import type { Context } from '#platform/context.ts'
import { inTransaction, type Database, type WholeDatabase } from '#platform/database/database.ts'
import { openText } from '#platform/files/sealed-text.ts'
import { askOutside, NoAnswer, type OutsideFault } from '#platform/outside/ask.ts'
import { enqueue, type JobKinds } from '#platform/work/jobs.ts'
import type { Selectable } from 'kysely'
import type { Tables } from '#schema/tables.ts'
import { RejectedInput } from '#platform/sandbox/rejected-input.ts'
import { readFaults, type ReadFault } from './calendar-parts.ts'
import type { Fault } from './faults.ts'
import { fitAll, fitUnit } from './fitting.ts'
import { countStillMissing, keepEvents } from './store-events.ts'
import { readApart } from './reading-apart.ts'
import type { ReadCalendar } from './reading.ts'

export const POLL_EVERY_MS = 15 * 60_000
const MAX_PAUSE_MS = 4 * 3_600_000
/** What only says that nothing is otherwise is asked for all of it now and then. */
const WHOLE_EVERY_MS = 24 * 3_600_000
const MAX_BYTES = 2_000_000
const ASKING_LASTS_MS = 15_000
/** As far ahead as a unit can be closed by hand. */
const MAX_DAYS_AHEAD = 3 * 366

type Polling = Pick<Context, 'clock' | 'sealer' | 'mayReach' | 'publicUrl'>
type Import = Selectable<Tables['calendar_import']>

/** Asks for each calendar whose time has come to be read, by whichever process sees it first; and looks after clashes. */
export async function pollDue(db: WholeDatabase, now: number): Promise<void> {
  const due = await db
    .selectFrom('calendar_import')
    .select('id')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(MAX_AT_ONCE)
    .execute()
  for (const { id } of due)
    await inTransaction(db, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('calendar_import')
        .set({ next_at: now + POLL_EVERY_MS })
        .where('id', '=', id)
        .where('next_at', '<=', now)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await enqueue(transaction, now, 'poll calendar', { import: id })
    })
  await fitAll(db, now)
}
const MAX_AT_ONCE = 200

/** Two at once in a lane of their own: a calendar that is slow holds up no other work. */
export const calendarJobs = (context: Polling): JobKinds => ({
  'poll calendar': {
    do: ({ import: id }: { import: number }, db) => pollImport(db, context, id),
    atOnce: 2,
    lastsMs: 50_000,
  },
})

/** Reads a calendar now, and says what came of it. What goes wrong is kept and shown, and never thrown. */
export async function pollImport(db: WholeDatabase, context: Polling, id: number): Promise<void> {
  const source = await db.selectFrom('calendar_import').selectAll().where('id', '=', id).executeTakeFirst()
  if (!source) return
  const company = await readCompany(db)
  const day = today(company, context.clock())
  const heard = await hear(source, context, company.timeZone, day)
  const now = context.clock()
  if ('fault' in heard) return keepFault(db, source, heard, now)
  const isThere = await inTransaction(db, async (transaction) => {
    // Whoever else reads this calendar waits here.
    const { numUpdatedRows } = await transaction
      .updateTable('calendar_import')
      .set(outcomeOf(heard, now))
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    if (heard.calendar) await keepEvents(transaction, id, heard.calendar, day, now)
    else await countStillMissing(transaction, id, day, now)
    return true
  })
  if (isThere) await fitUnit(db, source.unit_id, now)
}

interface HeardWell {
  /** Null: as it was. */
  calendar: ReadCalendar | null
  etag: string | null
  modified: string | null
}
interface HeardBadly {
  fault: Fault
  detail: string
  pauseMs: number
}

async function hear(source: Import, context: Polling, timeZone: string, day: number): Promise<HeardWell | HeardBadly> {
  const address = openText(context, source)
  if (address === null) return faulty('sealed_otherwise')
  try {
    const answer = await askOutside({
      url: new URL(address),
      headers: { accept: 'text/calendar, */*;q=0.5', ...conditionsOf(source, context.clock()) },
      mostBytes: MAX_BYTES,
      lastsMs: ASKING_LASTS_MS,
      mayReach: context.mayReach,
    })
    const { status, headers, body } = answer
    if (status === 304 && source.whole_at !== null)
      return { calendar: null, etag: source.etag, modified: source.modified }
    if (status === 404 || status === 410) return faulty('not_there', String(status))
    if (status !== 200) return faulty('status', String(status), pauseAskedFor(headers['retry-after']))
    const ownHost = new URL(context.publicUrl).hostname
    const how = { timeZone, from: day, until: day + MAX_DAYS_AHEAD, ownHost }
    const calendar = await readApart(new TextDecoder().decode(body), how)
    const isWhole = calendar.unread === 0
    return {
      calendar,
      etag: isWhole ? kept(headers.etag) : null,
      modified: isWhole ? kept(headers['last-modified']) : null,
    }
  } catch (error) {
    if (error instanceof NoAnswer) return faulty(error.fault)
    if (error instanceof RejectedInput) return faulty(readFaults.find((each) => each === error.reason) ?? 'too_long')
    throw error
  }
}

const faulty = (fault: OutsideFault | ReadFault | Fault, detail = '', pauseMs = 0): HeardBadly => ({
  fault,
  detail,
  pauseMs,
})

/** Whether anything is otherwise is asked only of what was read whole lately. */
function conditionsOf({ etag, modified, whole_at }: Import, now: number): Record<string, string> {
  if (whole_at === null || now - whole_at >= WHOLE_EVERY_MS) return {}
  return { ...(etag && { 'if-none-match': etag }), ...(modified && { 'if-modified-since': modified }) }
}

/** Sent back as it came: only what can stand in a header. */
const kept = (value: string | undefined): string | null =>
  value !== undefined && value.length <= 200 && /^[\x20-\x7e]+$/.test(value) ? value : null

const pauseAskedFor = (value: string | undefined): number =>
  /^\d{1,6}$/.test(value ?? '') ? Math.min(WHOLE_EVERY_MS, Number(value) * 1000) : 0

const outcomeOf = ({ calendar, etag, modified }: HeardWell, now: number) => ({
  asked_at: now,
  good_at: now,
  next_at: now + POLL_EVERY_MS,
  failures: 0,
  etag,
  modified,
  ...(calendar && {
    whole_at: now,
    fault: calendar.unread > 0 ? ('unread' satisfies Fault) : null,
    fault_detail: calendar.unread > 0 ? String(calendar.unread) : '',
  }),
  ...(!calendar && { fault: null, fault_detail: '' }),
})

/** What it said before holds on. It is asked again after a pause that grows. */
async function keepFault(db: Database, { id, failures }: Import, { fault, detail, pauseMs }: HeardBadly, now: number) {
  const pause = Math.min(MAX_PAUSE_MS, POLL_EVERY_MS * 2 ** Math.min(failures, 10))
  await db
    .updateTable('calendar_import')
    .set((row) => ({
      asked_at: now,
      next_at: now + Math.max(pause, pauseMs),
      failures: row('failures', '+', 1),
      fault,
      fault_detail: detail,
    }))
    .where('id', '=', id)
    .execute()
}
