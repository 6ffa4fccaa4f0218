import type { Asker } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { bdtOf } from '#platform/money.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { closeDay, closedLast, dayToClose, openIn } from '../days.ts'
import type { dayContract, OpenDay } from './contract.ts'

export const dayHandlers = {
  getDay: (db, asker) => openDayOf(db, asker),
  async closeDay(db, asker, { day, note }) {
    await closeDay(db, asker, { day: parseDay(day)!, note })
    return openDayOf(db, asker)
  },
} satisfies Handlers<typeof dayContract>

async function openDayOf(db: Database, asker: Asker): Promise<OpenDay> {
  const [day, last] = [await dayToClose(db, asker), await closedLast(db)]
  const open = day === null ? nothing : await openIn(db, asker, day)
  const { owing, ...rest } = open
  return {
    day: day === null ? null : isoDay(day),
    last: last === null ? null : isoDay(last),
    ...rest,
    owing: (owing ?? []).map(({ owedPoisha, ...guest }) => ({ ...guest, owed: bdtOf(owedPoisha) })),
  }
}

const nothing = { arrivals: [], departures: [], expected: [], owing: null, unregistered: [], dirty: [], tasks: 0 }
