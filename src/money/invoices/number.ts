import type { InvoiceKind } from '#schema/invoices.ts'
import { DAY_MS } from '#platform/durations.ts'

/** Returns the tax year of a day, named by the year in which it begins. It runs from July to June. */
export function toFiscalYear(day: number): number {
  const date = new Date(day * DAY_MS)
  return date.getUTCFullYear() - (date.getUTCMonth() < JULY_INDEX ? 1 : 0)
}
const JULY_INDEX = 6

/** Formats a number such as INV-2026-27-0001, or CN-2026-27-0001 for a credit note. */
export function formatInvoiceNumber({ kind, year, no }: { kind: InvoiceKind; year: number; no: number }): string {
  const nextYear = String((year + 1) % 100).padStart(2, '0')
  return `${kind === 'invoice' ? 'INV' : 'CN'}-${year}-${nextYear}-${String(no).padStart(4, '0')}`
}
