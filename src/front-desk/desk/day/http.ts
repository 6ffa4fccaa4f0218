import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { bdtOf } from '#platform/money.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { closeDay, closedLast, dayToClose, openIn } from '../days.ts'
import type { dayContract, OpenDay } from './contract.ts'

export const dayHandlers = {
  getDay: (db, ctx) => openDayOf(db, ctx),
  async closeDay(db, ctx, { day, note }) {
    await closeDay(db, ctx, { day: parseDay(day)!, note })
    return openDayOf(db, ctx)
  },
} satisfies Handlers<typeof dayContract>

async function openDayOf(db: Database, ctx: RequestContext): Promise<OpenDay> {
  const [day, last] = [await dayToClose(db, ctx), await closedLast(db)]
  const open = day === null ? nothing : await openIn(db, ctx, day)
  const { owing, ...rest } = open
  return {
    day: day === null ? null : isoDay(day),
    last: last === null ? null : isoDay(last),
    ...rest,
    owing: (owing ?? []).map(({ owedPoisha, ...guest }) => ({ ...guest, owed: bdtOf(owedPoisha) })),
  }
}

const nothing = { arrivals: [], departures: [], expected: [], owing: null, unregistered: [], dirty: [], tasks: 0 }
