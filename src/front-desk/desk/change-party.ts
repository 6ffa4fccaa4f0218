import { getStatus, getStatusTraits } from '#stays/bookings/status.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, invalid } from '#platform/errors.ts'
import { findConflictError } from './conflicts.ts'
import { runDeskTransaction, applyStayChanges, type DeskOperation } from './stay-changes.ts'
import { lockStayVersion, type StayVersion } from './stays.ts'

/** Changes the number of guests in a room, up to its capacity. The price stays the same. */
export const changeParty = (
  db: Database,
  ctx: RequestContext,
  { adults, children, ...form }: StayVersion & { adults: number; children: number },
): Promise<DeskOperation> =>
  runDeskTransaction(db, async (transaction) => {
    const stay = await lockStayVersion(transaction, form)
    const status = getStatus(stay, ctx.now)
    if (getStatusTraits(status).isOver) throw conflict(`booking.now_${status}`)
    const change = { before: stay, after: { ...stay, adults, children } }
    const conflictError = await findConflictError(transaction, ctx, [change])
    if (conflictError) throw invalid({ adults: conflictError.messageRef })
    return applyStayChanges(transaction, ctx, 'guests of a stay changed', [change])
  })
