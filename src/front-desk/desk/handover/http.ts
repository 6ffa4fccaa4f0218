import { listColleagues, listHandovers, handOver, recordTillMovement, loadTill } from '#stays/bills/till.ts'
import { computeToday } from '#stays/availability/stay.ts'
import { loadCompany } from '#content/company.ts'
import { hasPermission } from '#schema/permissions.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoInstant } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { poishaToBdt, bdtToPoisha } from '#platform/money.ts'
import { readNotesOfDay } from '../notes.ts'
import { createNoteFormatter } from '../today/http.ts'
import type { Drawer, handoverContract, Handovers } from './contract.ts'

export const handoverHandlers = {
  getHandover: (db, ctx) => readDrawerView(db, ctx),
  getHandovers: (db, _, { after }) => readHandoverViews(db, after === '' ? undefined : Number(after)),
  async recordTillMovement(db, ctx, { way, amount, why }) {
    await recordTillMovement(db, ctx, { amountPoisha: bdtToPoisha(way === 'in' ? amount : -amount), why })
    return readDrawerView(db, ctx)
  },
  async handOver(db, ctx, { counted, expected, since, to, note }) {
    const sums = { countedPoisha: bdtToPoisha(counted), expectedPoisha: bdtToPoisha(expected) }
    await handOver(db, ctx, { ...sums, sinceId: since, toId: to, note })
    return readDrawerView(db, ctx)
  },
} satisfies Handlers<typeof handoverContract>

async function readDrawerView(db: Database, ctx: RequestContext): Promise<Drawer> {
  const { account } = ctx
  const { last: lastHandover, cashPoisha, takings, moves: tillMovements } = await loadTill(db)
  const cashTakings = takings.find(({ method }) => method === 'cash')
  const sumMoves = (isDeposit: boolean) =>
    tillMovements.reduce(
      (sum, { amount_poisha }) => sum + (amount_poisha > 0 === isDeposit ? Math.abs(amount_poisha) : 0),
      0,
    )
  return {
    since: lastHandover && { id: lastHandover.id, at: isoInstant(lastHandover.at), by: lastHandover.authorName },
    counted: poishaToBdt(lastHandover?.counted_poisha ?? 0),
    received: poishaToBdt(cashTakings?.receivedPoisha ?? 0),
    refunded: poishaToBdt(cashTakings?.refundedPoisha ?? 0),
    cash_added: poishaToBdt(sumMoves(true)),
    cash_removed: poishaToBdt(sumMoves(false)),
    expected: poishaToBdt(cashPoisha),
    takings: takings.map(({ method, receivedPoisha, refundedPoisha, count }) => ({
      method,
      amount: poishaToBdt(receivedPoisha - refundedPoisha),
      times: count,
    })),
    moves: tillMovements.map(({ id, at, authorName, amount_poisha, reason }) => ({
      id,
      at: isoInstant(at),
      by: authorName,
      amount: poishaToBdt(amount_poisha),
      why: reason,
    })),
    notes: hasPermission(account, 'run the desk') ? await readOpenNotes(db, ctx) : [],
    people: (await listColleagues(db)).filter(({ id }) => id !== account!.id),
    earlier: await readHandoverViews(db),
  }
}

async function readOpenNotes(db: Database, ctx: RequestContext): Promise<Drawer['notes']> {
  const company = await loadCompany(db, ctx)
  const openNotes = await readNotesOfDay(db, ctx, { day: computeToday(company, ctx.now), doneSince: ctx.now })
  return openNotes.filter(({ done_at }) => done_at === null).map(createNoteFormatter(company))
}

const PAGE_SIZE = 20

async function readHandoverViews(db: Database, before?: number): Promise<Handovers> {
  const { rows, more } = await listHandovers(db, { limit: PAGE_SIZE, before })
  return {
    data: rows.map(({ id, at, authorName, recipientName, counted_poisha, expected_poisha, note }) => ({
      id,
      at: isoInstant(at),
      by: authorName,
      to: recipientName,
      counted: poishaToBdt(counted_poisha),
      difference: poishaToBdt(counted_poisha - expected_poisha),
      note,
    })),
    more,
  }
}
