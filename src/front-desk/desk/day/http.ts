import { hasPermission } from '#schema/permissions.ts'
import type { RequestContext, StreamedFile } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { poishaToBdt } from '#platform/money.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { translatorFor } from '#locales/both.ts'
import { findDayToClose, readLastClosedIsoDay, readOpenItems, type OpenItems } from '../days.ts'
import { listGroupsToCarryOver } from './carry-over.ts'
import { closeDay, hasDayEnded } from './close-day.ts'
import { readClosedDay, readReportForFile } from './closed-day.ts'
import { streamDailyReportCsv } from './report-csv.ts'
import { reopenDay } from './reopen-day.ts'
import type { dayContract, OpenDay } from './contract.ts'

export const dayHandlers = {
  getDay: (db, ctx) => readOpenDayView(db, ctx),
  async closeDay(db, ctx, { day, note, early_reason, ...reasons }) {
    await closeDay(db, ctx, {
      day: parseDay(day)!,
      note,
      earlyReason: early_reason,
      reasons: {
        expected: reasons.expected_reason,
        unpaid: reasons.unpaid_reason,
        unregistered: reasons.unregistered_reason,
        cash: reasons.cash_reason,
      },
    })
    return readOpenDayView(db, ctx)
  },
  async reopenDay(db, ctx, { day, reason }) {
    await reopenDay(db, ctx, { day: parseDay(day)!, reason })
    return readOpenDayView(db, ctx)
  },
  getClosedDay: (db, ctx, { day }) => readClosedDay(db, ctx, parseDay(day)!),
  async getDailyReportPdf(db, ctx, { day, language }) {
    const { company, closedDay } = await readReportForFile(db, ctx, parseDay(day)!)
    // Fonts and Bengali text shaping take 60 MB, so they are loaded only for this file.
    const { renderDailyReportPdf } = await import('./report-pdf.ts')
    return renderDailyReportPdf(closedDay, company, language)
  },
  async getDailyReportFile(db, ctx, { day }): Promise<StreamedFile> {
    const csvParts = streamDailyReportCsv(await readClosedDay(db, ctx, parseDay(day)!), translatorFor(ctx.language))
    return { name: `daily-report-${day}.csv`, type: 'text/csv; charset=utf-8', bytes: null, parts: csvParts }
  },
} satisfies Handlers<typeof dayContract>

async function readOpenDayView(db: Database, ctx: RequestContext): Promise<OpenDay> {
  const day = await findDayToClose(db, ctx)
  const openItems = day === null ? emptyDay : await readOpenItems(db, ctx, day)
  const { owing, isCashUncounted: _, ...items } = openItems
  const canSeeMoney = hasPermission(ctx.account, 'see money')
  return {
    day: day === null ? null : isoDay(day),
    last: await readLastClosedIsoDay(db),
    early: day !== null && !(await hasDayEnded(db, ctx, day)),
    carry_over: listGroupsToCarryOver(openItems).map(({ group, stays }) => ({ group, stays: stays.length })),
    ...items,
    owing: canSeeMoney ? owing.map(({ owedPoisha, ...guest }) => ({ ...guest, owed: poishaToBdt(owedPoisha) })) : [],
  }
}

const emptyDay: OpenItems = {
  arrivals: [],
  departures: [],
  expected: [],
  owing: [],
  unregistered: [],
  isCashUncounted: false,
  dirty: [],
  tasks: 0,
}
