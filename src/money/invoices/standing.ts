import { billOf, type Bill } from '#stays/bills/bill.ts'
import type { Database } from '#platform/database/database.ts'
import { keyOf, linesOf, type InvoiceLine, type RoomNames } from './lines.ts'
import { creditedLines, invoicesOf, type Invoice } from './store.ts'

/** How the invoices of a stay stand beside its bill. */
export interface Standing {
  bill: Bill
  invoices: Invoice[]
  credited: Map<number, Set<number>>
  /** What stands on the bill and on no invoice. */
  toInvoice: InvoiceLine[]
  /** What stands on an invoice and is otherwise on the bill, or no longer there: by the invoice, and which line it is. */
  toCredit: { invoice: number; line: number }[]
}

/** What was neither invoiced nor credited follows from both; nothing of it is kept. */
export async function standingOf(db: Database, code: string): Promise<Standing> {
  const bill = await billOf(db, code)
  const all = await invoicesOf(db, code)
  const invoices = all.filter(({ kind }) => kind === 'invoice')
  const credited = await creditedLines(
    db,
    invoices.map(({ id }) => id),
  )
  const costing = linesOf(bill, await namesOf(db, bill)).filter(({ total_poisha }) => total_poisha > 0)
  const open = new Map(costing.map((line) => [keyOf(line), line]))
  const toCredit: Standing['toCredit'] = []
  for (const { id, content } of invoices)
    for (const [at, line] of content.lines.entries())
      if (!credited.get(id)!.has(at) && !open.delete(keyOf(line))) toCredit.push({ invoice: id, line: at })
  return { bill, invoices: all, credited, toInvoice: [...open.values()], toCredit }
}

/** Only where somebody has slept in several kinds of rooms: of one alone the stay itself knows the name. */
async function namesOf(db: Database, { rooms }: Bill): Promise<RoomNames> {
  const ids = [...new Set(rooms.flatMap(({ nights }) => nights.map(({ roomId }) => roomId)))]
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('room').select(['id', 'name_en', 'name_bn']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name_en, name_bn }) => [id, { en: name_en, bn: name_bn ?? name_en }]))
}
