import { lockBusinessDay, setLastClosedDay } from '#ledger/business-day.ts'
import { computeToday } from '#stays/availability/stay.ts'
import { loadCompany } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { assertValid, conflict, type FieldMessages } from '#platform/errors.ts'
import { recordChange } from '#platform/audit.ts'
import { findDayToClose, readOpenItems } from '../days.ts'
import { calculateDailyReport } from './daily-report.ts'
import { listGroupsToCarryOver, type CarriedOverGroup, type CarryOverGroup } from './carry-over.ts'

interface DayClosingForm {
  day: number
  note: string
  /** Required while the day has not ended. */
  earlyReason: string
  /** The reason for each group of open items. Reasons without open items are dropped. */
  reasons: Readonly<Record<CarryOverGroup, string>>
}

/**
 * Closes a day. Days are closed in order. After the closing, payments count for the next day, and `readFirstOpenNight`
 * decides which arrivals can still be recorded.
 */
export async function closeDay(
  db: Database,
  ctx: RequestContext,
  { day, note, ...form }: DayClosingForm,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockBusinessDay(transaction)
    if ((await findDayToClose(transaction, ctx)) !== day) throw conflict('desk.day_not_next', { day: isoDay(day) })
    const openItems = await readOpenItems(transaction, ctx, day)
    if (openItems.arrivals.length + openItems.departures.length > 0) throw conflict('desk.day_has_open_stays')
    const isEarly = !(await hasDayEnded(transaction, ctx, day))
    const earlyReason = isEarly ? form.earlyReason : ''
    const carriedOverGroups = listGroupsToCarryOver(openItems).map(({ group, stays }): CarriedOverGroup => ({
      group,
      reason: form.reasons[group],
      stays,
    }))
    assertValid({
      ...(isEarly && earlyReason === '' && { early_reason: [{ key: 'desk.early_reason_required' }] }),
      ...validateReasons(carriedOverGroups),
    })
    const row = { day, closed_at: ctx.now, closed_by: ctx.account!.id, note, early_reason: earlyReason }
    await transaction
      .insertInto('closed_day')
      .values({
        ...row,
        carried_over: JSON.stringify(carriedOverGroups),
        report: JSON.stringify(await calculateDailyReport(transaction, day, openItems.owing)),
      })
      .execute()
    await setLastClosedDay(transaction, day)
    await recordChange(transaction, ctx, 'day closed', `day ${isoDay(day)}`, {
      after: {
        day: isoDay(day),
        note,
        ...(earlyReason && { early_reason: earlyReason }),
        ...Object.fromEntries(carriedOverGroups.map(({ group, reason }) => [`${group}_reason`, reason])),
      },
    })
  })
}

/** Returns whether a day has ended. Before midnight, more guests and payments may arrive. */
export const hasDayEnded = async (db: Database, ctx: RequestContext, day: number): Promise<boolean> =>
  day < computeToday(await loadCompany(db, ctx), ctx.now)

const validateReasons = (carriedOverGroups: readonly CarriedOverGroup[]): FieldMessages =>
  Object.fromEntries(
    carriedOverGroups
      .filter(({ reason }) => reason === '')
      .map(({ group }) => [`${group}_reason`, [{ key: 'desk.carry_reason_required' }]]),
  )
