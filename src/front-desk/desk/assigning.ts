import { lifeOf, statusOf } from '#stays/bookings/status.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, invalid } from '#platform/errors.ts'
import { allTaken, type Looked } from './arriving.ts'
import { atDesk, changeStays } from './changing.ts'
import { againstIt } from './clashes.ts'
import { nightsWithoutUnit } from './stays.ts'

/** Assigns a unit to the nights of a stay without one, before or after check-in. Changes nothing else. */
export const assignUnit = (
  db: Database,
  ctx: RequestContext,
  { unitId, ...looked }: Looked & { unitId: number },
): Promise<number> =>
  atDesk(db, async (transaction) => {
    const [stay] = await allTaken(transaction, [looked])
    const status = statusOf(stay!, ctx.now)
    if (lifeOf(status).isOver) throw conflict(`booking.now_${status}`)
    const without = nightsWithoutUnit(stay!)
    if (!without) throw conflict('desk.has_unit')
    const nights = stay!.nights.map((night) =>
      night.unitId === null && night.roomId === without.roomId ? { ...night, unitId } : night,
    )
    const change = { before: stay!, after: { ...stay!, nights } }
    const against = await againstIt(transaction, ctx, [change])
    if (against) throw invalid({ unit: against.sentence })
    return changeStays(transaction, ctx, 'stay arranged', [change])
  })
