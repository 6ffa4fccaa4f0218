import type { CustomerAccount } from '#money/customers/contract.ts'
import type { CustomerRecord, RoomPrice } from '#people/customers/contract.ts'
import { CustomerForm, newCustomer } from '#people/customers/office/customer-form.tsx'
import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { History } from '#ui/office/history.tsx'
import { readRecordId } from '#ui/office/record-address.ts'
import { RecordPage } from '#ui/office/record-page.tsx'
import { officePages } from '#routes/office.ts'
import type { OfficeApi } from '../api.ts'
import { nullIfForbidden } from '../null-if-forbidden.ts'
import { CustomerFrame } from './customer-frame.tsx'

interface DetailsData {
  customer: CustomerRecord
  roomPrices: RoomPrice[]
  /** Null if the user may not see money, or for a new customer. */
  account: CustomerAccount | null
}

/** The details of a customer with its contacts and agreed rates, or those of a new one. */
export const customerDetailsTab: Page<OfficeApi, DetailsData> = {
  async load({ api, route }) {
    const { data: roomPrices } = await api.getRoomPrices({})
    if (route.params['id'] === 'new') return { customer: toCustomer(route.query), roomPrices, account: null }
    const id = readRecordId(route)
    const [customer, account] = await Promise.all([
      api.getCustomer({ id }),
      api.getCustomerAccount({ id }).catch(nullIfForbidden),
    ])
    return { customer, roomPrices, account }
  },
  head: ({ customer }, { t }) => ({ title: customer.name || t('customer.new'), hidden: true }),
  View: DetailsView,
}

/** A new customer, with the details of the buyer in the address of the page. */
function toCustomer(query: URLSearchParams): CustomerRecord {
  const [company, name, email, phone] = ['company', 'name', 'email', 'phone'].map((field) => query.get(field) ?? '')
  const contacts = name || email ? [{ name: name!, job: '', email: email!, phone: phone! }] : []
  return { ...newCustomer, name: company!, contacts }
}

function DetailsView({ data: { customer, roomPrices, account } }: { data: DetailsData }) {
  const { t } = useTranslator()
  const form = <CustomerForm key={customer.id} customer={customer} roomPrices={roomPrices} />
  if (customer.id === 0)
    return (
      <RecordPage
        back={{ to: officePages.customers, label: t('customer.title') }}
        about={t('customer.one')}
        title={t('customer.new')}
        state={null}
      >
        {form}
      </RecordPage>
    )
  return (
    <CustomerFrame
      customer={customer}
      account={account}
      tab="customerDetails"
      sidebar={<History subject={`customer ${customer.id}`} version={customer.version} />}
    >
      {form}
    </CustomerFrame>
  )
}
