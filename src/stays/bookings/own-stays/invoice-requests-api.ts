import type { Language } from '#routes/public.ts'

type StayRef = { id?: string; token?: string }

/** The endpoints for invoices, receipts and proformas that the pages of a stay need. */
export interface InvoiceRequestsApi {
  getOwnInvoices(stay: StayRef): Promise<OwnInvoices>
  requestInvoice(request: StayRef & OwnInvoices['buyer']): Promise<OwnInvoices & { message: string }>
  getOwnInvoicePdf(request: StayRef & { invoice: number; language: Language }): Promise<BlobPart>
  getOwnReceiptPdf(request: StayRef & { receipt: number; language: Language }): Promise<BlobPart>
  getOwnProformaPdf(request: StayRef & { language: Language }): Promise<BlobPart>
}
export interface OwnInvoices {
  buyer: { name: string; bin: string; address: string }
  invoices: { id: number; number: string; at: string }[]
  /** Whether the guest can still change the buyer. */
  can_edit_buyer: boolean
  /** Whether the guest can request an invoice. */
  can_request_invoice: boolean
  is_outdated: boolean
  has_proforma: boolean
  receipts: { id: number; number: string; at: string; amount: number }[]
}
