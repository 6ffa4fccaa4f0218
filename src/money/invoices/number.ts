import type { InvoiceKind } from '#schema/invoices.ts'

/** The year in which taxes are reckoned, from July to June, by the one in which it begins. */
export function fiscalYearOf(day: number): number {
  const date = new Date(day * 86_400_000)
  return date.getUTCFullYear() - (date.getUTCMonth() < JULY ? 1 : 0)
}
const JULY = 6

/** INV-2026-27-0001; of a credit note CN-2026-27-0001. */
export function numberOf({ kind, year, no }: { kind: InvoiceKind; year: number; no: number }): string {
  const next = String((year + 1) % 100).padStart(2, '0')
  return `${kind === 'invoice' ? 'INV' : 'CN'}-${year}-${next}-${String(no).padStart(4, '0')}`
}
