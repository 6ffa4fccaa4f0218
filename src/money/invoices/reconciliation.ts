import { loadBill, type Bill } from '#stays/bills/bill.ts'
import type { Database } from '#platform/database/database.ts'
import { getLineKey, toInvoiceLines, type InvoiceLine, type RoomNames } from './lines.ts'
import { readCreditedLines, listInvoices, type Invoice } from './store.ts'

/** The comparison of a stay's invoices with its bill. */
export interface Reconciliation {
  bill: Bill
  invoices: Invoice[]
  credited: Map<number, Set<number>>
  /** Lines of the bill that no invoice line covers. Credited invoice lines do not count. */
  toInvoice: InvoiceLine[]
  /** Invoiced lines that have changed or disappeared on the bill: the id of the invoice and the index of the line. */
  toCredit: { invoice: number; line: number }[]
}

/** Compares the invoices of a stay with its bill. The result is derived each time and not stored. */
export async function reconcileInvoices(db: Database, code: string): Promise<Reconciliation> {
  const bill = await loadBill(db, code)
  const issuedInvoices = await listInvoices(db, code)
  const invoices = issuedInvoices.filter(({ kind }) => kind === 'invoice')
  const creditedLines = await readCreditedLines(
    db,
    invoices.map(({ id }) => id),
  )
  const openLines = new Map((await readBilledLines(db, bill)).map((line) => [getLineKey(line), line]))
  const linesToCredit: Reconciliation['toCredit'] = []
  for (const { id, content } of invoices)
    for (const [index, line] of content.lines.entries())
      if (!creditedLines.get(id)!.has(index) && !openLines.delete(getLineKey(line)))
        linesToCredit.push({ invoice: id, line: index })
  return {
    bill,
    invoices: issuedInvoices,
    credited: creditedLines,
    toInvoice: [...openLines.values()],
    toCredit: linesToCredit,
  }
}

/** Returns the lines of a bill, without those that cost nothing. */
export const readBilledLines = async (db: Database, bill: Bill): Promise<InvoiceLine[]> =>
  toInvoiceLines(bill, await readRoomNames(db, bill)).filter(({ total_poisha }) => total_poisha > 0)

/** Returns room names for the nights of a bill. A stay in a single room type uses the name in its booking instead. */
async function readRoomNames(db: Database, { rooms }: Bill): Promise<RoomNames> {
  const ids = [...new Set(rooms.flatMap(({ nights }) => nights.map(({ roomId }) => roomId)))]
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('room').select(['id', 'name_en', 'name_bn']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name_en, name_bn }) => [id, { en: name_en, bn: name_bn ?? name_en }]))
}
