import { loadCompany } from '#content/company.ts'
import { hasPermission } from '#schema/permissions.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay, isoInstant } from '#platform/day.ts'
import { notFound } from '#platform/errors.ts'
import { poishaToBdt } from '#platform/money.ts'
import type { CarriedOverGroup } from './carry-over.ts'
import type { ClosedDay } from './contract.ts'
import type { DailyReport } from './daily-report.ts'

/** Reads the report of a closed day. Only the names of the guests come from their bookings. */
export async function readClosedDay(db: Database, ctx: RequestContext, day: number): Promise<ClosedDay> {
  const row = await db
    .selectFrom('closed_day')
    .innerJoin('account', 'account.id', 'closed_by')
    .selectAll('closed_day')
    .select('account.name as authorName')
    .where('day', '=', day)
    .executeTakeFirst()
  if (!row) throw notFound()
  const report = row.report === null ? null : (JSON.parse(row.report) as DailyReport)
  const carriedOverGroups = JSON.parse(row.carried_over) as CarriedOverGroup[]
  const names = await readNames(db, [
    ...carriedOverGroups.flatMap(({ stays }) => stays),
    ...(report?.balances ?? []).map(({ code }) => code),
  ])
  const getName = (code: string) => names.get(code) ?? null
  return {
    day: isoDay(day),
    closed_at: isoInstant(row.closed_at),
    by: row.authorName,
    note: row.note,
    early_reason: row.early_reason,
    carried_over: carriedOverGroups.map(({ group, reason, stays }) => ({
      group,
      reason,
      stays: stays.map((code) => ({ code, name: getName(code) })),
    })),
    reopened: await readReopenings(db, day),
    previous: await findNeighbour(db, day - 1),
    next: await findNeighbour(db, day + 1),
    rooms: report && report.rooms,
    money: report && hasPermission(ctx.account, 'see money') ? toMoneyView(report, getName) : null,
  }
}

/** The report for a file, with the name of the property. */
export async function readReportForFile(db: Database, ctx: RequestContext, day: number) {
  return { company: await loadCompany(db, ctx), closedDay: await readClosedDay(db, ctx, day) }
}

const toRevenueView = ({ netPoisha, vatPoisha }: { netPoisha: number; vatPoisha: number }) => ({
  net: poishaToBdt(netPoisha),
  vat: poishaToBdt(vatPoisha),
})

const toMoneyView = (
  { rooms, night, corrections, takings, balances }: DailyReport,
  nameOf: (code: string) => string | null,
): ClosedDay['money'] => ({
  night: { sold: rooms.sold, ...toRevenueView(night) },
  corrections: corrections.map((correction) => ({
    day: isoDay(correction.night),
    sold: correction.sold,
    ...toRevenueView(correction),
  })),
  extras: toRevenueView(takings.extras),
  accounts: takings.accounts.map(({ account, receivedPoisha, backPoisha }) => ({
    account,
    received: poishaToBdt(receivedPoisha),
    back: poishaToBdt(backPoisha),
  })),
  customers: {
    billed: poishaToBdt(takings.customers?.billedPoisha ?? 0),
    received: poishaToBdt(takings.customers?.receivedPoisha ?? 0),
  },
  posted: takings.earned.map(({ account, poisha }) => ({ account, amount: poishaToBdt(poisha) })),
  balances: balances.map(({ code, owedPoisha, why }) => ({
    code,
    name: nameOf(code),
    owed: poishaToBdt(owedPoisha),
    why,
  })),
})

async function readNames(db: Database, codes: readonly string[]): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map()
  const rows = await db
    .selectFrom('booking')
    .select(['code', 'name'])
    .where('code', 'in', [...new Set(codes)])
    .execute()
  return new Map(rows.map(({ code, name }) => [code, name]))
}

async function readReopenings(db: Database, day: number): Promise<ClosedDay['reopened']> {
  const rows = await db
    .selectFrom('reopened_day')
    .innerJoin('account', 'account.id', 'reopened_by')
    .select(['reopened_at', 'account.name as authorName', 'reason'])
    .where('day', '=', day)
    .orderBy('reopened_day.id')
    .execute()
  return rows.map(({ reopened_at, authorName, reason }) => ({
    at: isoInstant(reopened_at),
    by: authorName,
    reason,
  }))
}

async function findNeighbour(db: Database, day: number): Promise<string | null> {
  const row = await db.selectFrom('closed_day').select('day').where('day', '=', day).executeTakeFirst()
  return row ? isoDay(row.day) : null
}
