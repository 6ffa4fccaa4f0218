import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { RequestContext, GivenFile } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { tooMany } from '#platform/errors.ts'
import { LIVE } from '#platform/http/live.ts'

const LOOK_EVERY_MS = 500
/** A browser rarely has more tabs of the office open. All tabs of a user count. */
const MAX_OF_ONE = 12
const STILL_HERE_MS = 15_000

/**
 * Sends an event whenever stays have changed, in any process. The event does not describe the change: clients load the
 * data again. All listeners of a process share one query, and without listeners there is no query.
 */
export function listen(db: Database, { account }: RequestContext, seconds: number): GivenFile {
  const house = houseOf(db)
  const { id } = account!
  const own = house.listeners.get(id) ?? 0
  if (own >= MAX_OF_ONE) throw tooMany(30)
  house.listeners.set(id, own + 1)
  const leave = () => {
    const left = house.listeners.get(id)! - 1
    if (left > 0) house.listeners.set(id, left)
    else house.listeners.delete(id)
  }
  return {
    name: 'desk',
    type: `${LIVE}; charset=utf-8`,
    bytes: null,
    parts: tellChanges(db, house, seconds * 1000, leave),
  }
}

async function* tellChanges(db: Database, house: House, lastsMs: number, leave: () => void): AsyncGenerator<string> {
  const began = performance.now()
  try {
    let [told, toldAt] = ['', began]
    for (;;) {
      const state = await house.look(db)
      if (state !== told) {
        ;[told, toldAt] = [state, performance.now()]
        yield `event: state\ndata: ${state}\n\n`
      } else if (performance.now() - toldAt >= STILL_HERE_MS) {
        toldAt = performance.now()
        yield ': still here\n\n'
      }
      if (performance.now() - began >= lastsMs) return
      await sleep(LOOK_EVERY_MS, undefined, { ref: false })
    }
  } finally {
    leave()
  }
}

interface House {
  listeners: Map<number, number>
  look(db: Database): Promise<string>
}
const houses = new WeakMap<Database, House>()

function houseOf(db: Database): House {
  const known = houses.get(db)
  if (known) return known
  const house: House = { listeners: new Map(), look: sharedLook() }
  houses.set(db, house)
  return house
}

/** Shares one query among all callers within a short time. */
function sharedLook(): House['look'] {
  let [last, at] = [Promise.resolve(''), -Infinity]
  return (db) => {
    const now = performance.now()
    if (now - at < LOOK_EVERY_MS / 2) return last
    at = now
    last = stateOf(db)
    return last
  }
}

/**
 * Returns a text that changes with each booking and each log entry. Concurrent transactions can make a later number
 * visible before an earlier one, so the last rows are counted as well.
 */
async function stateOf(db: Database): Promise<string> {
  const { rows } = await sql<Record<'bookings' | 'last_booking' | 'acts' | 'last_act', number | string | null>>`
    select (select max(id) from booking) as last_booking,
      (select count(*) from booking where id > (select max(id) from booking) - ${sql.lit(LAST_ONES)}) as bookings,
      (select max(id) from audit) as last_act,
      (select count(*) from audit where id > (select max(id) from audit) - ${sql.lit(LAST_ONES)}) as acts`.execute(db)
  const [row] = rows
  return [row?.last_booking, row?.bookings, row?.last_act, row?.acts].map((item) => item ?? 0).join('-')
}
const LAST_ONES = 500
