import type { Language } from '#routes/public.ts'

/** The invoice endpoints that the pages of a stay need. */
export interface InvoiceRequestsApi {
  getOwnInvoices(stay: { id?: string; token?: string }): Promise<OwnInvoices>
  requestInvoice(
    request: { id?: string; token?: string } & OwnInvoices['buyer'],
  ): Promise<OwnInvoices & { message: string }>
  getOwnInvoicePdf(request: { id?: string; token?: string; invoice: number; language: Language }): Promise<BlobPart>
}
export interface OwnInvoices {
  buyer: { name: string; bin: string; address: string }
  invoices: { id: number; number: string; at: string }[]
  may_address: boolean
  may_ask: boolean
}
