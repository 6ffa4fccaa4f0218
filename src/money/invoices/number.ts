import type { InvoiceKind } from '#schema/invoices.ts'

/** Returns the tax year of a day, named by the year in which it begins. It runs from July to June. */
export function fiscalYearOf(day: number): number {
  const date = new Date(day * 86_400_000)
  return date.getUTCFullYear() - (date.getUTCMonth() < JULY ? 1 : 0)
}
const JULY = 6

/** Formats a number such as INV-2026-27-0001, or CN-2026-27-0001 for a credit note. */
export function numberOf({ kind, year, no }: { kind: InvoiceKind; year: number; no: number }): string {
  const next = String((year + 1) % 100).padStart(2, '0')
  return `${kind === 'invoice' ? 'INV' : 'CN'}-${year}-${next}-${String(no).padStart(4, '0')}`
}
