import { findLastClosedDay } from '#ledger/business-day.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { poishaToBdt } from '#platform/money.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { closeDay, dayToClose, readOpenItems } from '../days.ts'
import type { dayContract, OpenDay } from './contract.ts'

export const dayHandlers = {
  getDay: (db, ctx) => presentOpenDay(db, ctx),
  async closeDay(db, ctx, { day, note }) {
    await closeDay(db, ctx, { day: parseDay(day)!, note })
    return presentOpenDay(db, ctx)
  },
} satisfies Handlers<typeof dayContract>

async function presentOpenDay(db: Database, ctx: RequestContext): Promise<OpenDay> {
  const [day, last] = [await dayToClose(db, ctx), await findLastClosedDay(db)]
  const open = day === null ? emptyDay : await readOpenItems(db, ctx, day)
  const { owing: unpaidStays, ...rest } = open
  return {
    day: day === null ? null : isoDay(day),
    last: last === null ? null : isoDay(last),
    ...rest,
    owing: (unpaidStays ?? []).map(({ owedPoisha, ...guest }) => ({ ...guest, owed: poishaToBdt(owedPoisha) })),
  }
}

const emptyDay = { arrivals: [], departures: [], expected: [], owing: null, unregistered: [], dirty: [], tasks: 0 }
