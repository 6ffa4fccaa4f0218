import { lockStay } from '#stays/bookings/store.ts'
import type { RequestContext } from '#platform/contract.ts'
import { findConstraintName } from '#platform/database/constraint.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { claimOperation } from '#platform/database/idempotency-key.ts'
import { conflict, invalid } from '#platform/errors.ts'
import { recordChange } from '#platform/audit.ts'
import { getAuditDetails, writeInvoice } from './issuing.ts'
import { formatInvoiceNumber } from './number.ts'
import { enqueueInvoiceEmail } from './sending.ts'
import { readCreditedLines, readInvoice } from './store.ts'

interface CreditForm {
  id: number
  /** Zero-based indexes of the invoice lines. */
  lines: number[]
  reason: string
  send: boolean
}

/**
 * Credits lines of an invoice with a credit note, including their VAT and service charge, and emails the note on
 * request. Each line can be credited once. Repeating a request with the same key has no effect.
 */
export const creditInvoice = (db: Database, ctx: RequestContext, form: CreditForm): Promise<void> =>
  inTransaction(db, async (transaction) => {
    if (!(await claimOperation(transaction, ctx, 'invoice', form))) return
    const invoice = await readInvoice(transaction, form.id)
    if (invoice.kind !== 'invoice') throw conflict('invoice.is_credit_note')
    const { stay_code, id, content } = invoice
    const [firstBooking] = await lockStay(transaction, stay_code)
    const lines = [...new Set(form.lines)].toSorted((a, b) => a - b)
    if (lines.length === 0 || lines.some((line) => !content.lines[line])) throw invalid({ lines: 'invoice.no_lines' })
    const creditedLines = (await readCreditedLines(transaction, [id])).get(id)!
    if (lines.some((line) => creditedLines.has(line))) throw conflict('invoice.is_credited')
    const note = await writeInvoice(transaction, ctx, {
      kind: 'credit note',
      stay_code,
      credits_id: id,
      issued_by: ctx.account!.id,
      content: {
        ...content,
        lines: lines.map((line) => content.lines[line]!),
        payments: [],
        issued_by: { en: ctx.account!.name, bn: ctx.account!.name },
        reason: form.reason,
        credits: formatInvoiceNumber(invoice),
      },
    })
    await transaction
      .insertInto('credited_line')
      .values(lines.map((line) => ({ invoice_id: id, line, note_id: note.id })))
      .execute()
    if (form.send) await enqueueInvoiceEmail(transaction, ctx.now, note, firstBooking!)
    await recordChange(transaction, ctx, 'credit note issued', `booking ${stay_code}`, {
      after: { ...getAuditDetails(note), of: formatInvoiceNumber(invoice), reason: form.reason },
    })
  }).catch((error: unknown) => {
    throw findConstraintName(error) === 'credited_line_pk' ? conflict('invoice.is_credited') : error
  })
