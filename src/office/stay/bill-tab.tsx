import type { StayHeader } from '#front-desk/desk/stay/contract.ts'
import { InvoiceBuyer, StayInvoiceSections } from '#money/invoices/office/stay-invoices.tsx'
import type { StayInvoices } from '#money/invoices/office/contract.ts'
import { BillLines } from '#stays/bills/bill/bill-lines.tsx'
import type { BillDetails } from '#stays/bills/bill/contract.ts'
import { Payments } from '#stays/bills/bill/payments.tsx'
import { useBillForms } from '#stays/bills/bill/use-bill-forms.ts'
import type { Page } from '#platform/pages/page.tsx'
import type { OfficeApi } from '../api.ts'
import { loadHeader, formatStayTitle } from './loading.ts'
import { StayFrame } from './stay-frame.tsx'

interface BillTabData {
  header: StayHeader
  bill: BillDetails
  invoices: StayInvoices
}

/** The costs, the payments and the invoices of a stay. */
export const billTab: Page<OfficeApi, BillTabData> = {
  isLive: true,
  async load(args) {
    const code = args.route.params['code']!
    const [header, bill, invoices] = await Promise.all([
      loadHeader(args),
      args.api.getBill({ code }),
      args.api.getStayInvoices({ code }),
    ])
    return { header, bill, invoices }
  },
  head: ({ header }, { t }) => ({ title: formatStayTitle(header, t('bill.title')), hidden: true }),
  View: BillTabView,
}

function BillTabView({ data: { header, bill, invoices } }: { data: BillTabData }) {
  const forms = useBillForms()
  return (
    <StayFrame header={header} tab="bill" aside={<InvoiceBuyer record={invoices} />}>
      <BillLines bill={bill} forms={forms} />
      <Payments bill={bill} forms={forms} />
      <StayInvoiceSections record={invoices} />
    </StayFrame>
  )
}
