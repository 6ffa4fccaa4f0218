import type { CustomerAccount } from '#money/customers/contract.ts'
import type { CustomerRecord } from '#people/customers/contract.ts'
import type { StayOfCustomer } from '#stays/customers/contract.ts'
import { DeskStatusChip } from '#stays/bookings/office/desk-status-chip.tsx'
import type { CustomerConversations } from '#trade/customers/contract.ts'
import { formatSum } from '#trade/quotations/amounts.ts'
import type { OrderListRow } from '#trade/orders/office/contract.ts'
import { OrderRows } from '#trade/orders/office/order-rows.tsx'
import type { QuotationRow } from '#trade/quotations/office/contract.ts'
import { getStateTone } from '#trade/quotations/office/tones.ts'
import { Link, useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { formatStay } from '#locales/dates.ts'
import type { Translator } from '#locales/translator.ts'
import { ContactLinks } from '#ui/office/contact-links.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { MoreButton, Rows, usePaged, type ColumnNames } from '#ui/office/list.tsx'
import { readRecordId } from '#ui/office/record-address.ts'
import { Chip, Facts, RecordSection, WrittenText } from '#ui/office/record-page.tsx'
import { officeHref } from '#routes/office.ts'
import type { OfficeApi } from '../api.ts'
import { nullIfForbidden } from '../null-if-forbidden.ts'
import { CustomerFrame } from './customer-frame.tsx'

interface OverviewData {
  customer: CustomerRecord
  /** Each is null if the user may not see it. */
  account: CustomerAccount | null
  stays: { data: StayOfCustomer[]; more: string | null } | null
  conversations: CustomerConversations | null
  quotations: { data: QuotationRow[] } | null
  orders: { data: OrderListRow[] } | null
}

/** A customer at a glance: contacts, open bills, stays, conversations, files, quotations and orders. */
export const customerTab: Page<OfficeApi, OverviewData> = {
  async load({ api, route }) {
    const id = readRecordId(route)
    const [customer, account, stays, conversations, quotations, orders] = await Promise.all([
      api.getCustomer({ id }),
      api.getCustomerAccount({ id }).catch(nullIfForbidden),
      api.getCustomerStays({ id }).catch(nullIfForbidden),
      api.getCustomerConversations({ id }).catch(nullIfForbidden),
      api.getCustomerQuotations({ id }).catch(nullIfForbidden),
      api.getCustomerOrders({ id }).catch(nullIfForbidden),
    ])
    return { customer, account, stays, conversations, quotations, orders }
  },
  head: ({ customer }) => ({ title: customer.name, hidden: true }),
  View: OverviewView,
}

function OverviewView({ data }: { data: OverviewData }) {
  const { customer, account, stays, conversations, quotations, orders } = data
  return (
    <CustomerFrame customer={customer} account={account} tab="customer" sidebar={<Aside customer={customer} />}>
      {account && account.unbilled_stays.length > 0 && <UnbilledStays account={account} />}
      {stays && <Stays customer={customer} stays={stays} />}
      {orders && orders.data.length > 0 && <Orders rows={orders.data} />}
      {quotations && <Quotations rows={quotations.data} />}
      {conversations && <Conversations {...conversations} />}
    </CustomerFrame>
  )
}

function Aside({ customer }: { customer: CustomerRecord }) {
  const { t } = useTranslator()
  return (
    <>
      <RecordSection title={t('customer.contacts')}>
        {customer.contacts.length === 0 && <p className="small">{t('customer.no_contacts')}</p>}
        {customer.contacts.map(({ name, job, email, phone }, index) => (
          <section key={index} className="stack-1">
            <h3 className="size-2">{[name, job].filter(Boolean).join(', ')}</h3>
            <Facts>
              <ContactLinks email={email} phone={phone} subject="" />
            </Facts>
          </section>
        ))}
      </RecordSection>
      {customer.address && (
        <RecordSection title={t('customer.address')}>
          <WrittenText label={t('customer.address')}>{customer.address}</WrittenText>
        </RecordSection>
      )}
      {customer.notes && (
        <RecordSection title={t('customer.notes')}>
          <WrittenText label={t('customer.notes')}>{customer.notes}</WrittenText>
        </RecordSection>
      )}
    </>
  )
}

/** The stays with an open bill, each with a link to it. */
function UnbilledStays({ account }: { account: CustomerAccount }) {
  const translator = useTranslator()
  const { t, count, money } = translator
  return (
    <RecordSection title={t('customer.unbilled')}>
      <p>
        {count('customer.unbilled_sum', account.unbilled_stays.length, {
          amount: money(account.unbilled),
        })}
      </p>
      <Rows
        columns={{ ...stayColumns(t), end: t('stays.total') }}
        rows={account.unbilled_stays.map(({ code, guest, room_name, checkin, checkout, amount, ...statuses }) => ({
          path: officeHref('bill', code),
          title: guest || code,
          about: room_name,
          small: formatStay(translator, checkin, checkout),
          end: money(amount),
          chip: <DeskStatusChip {...statuses} />,
        }))}
      />
    </RecordSection>
  )
}

const stayColumns = (t: Translator['t']): ColumnNames => ({
  title: t('stays.name'),
  about: t('stays.room'),
  small: t('stays.dates'),
  chip: t('stays.state'),
})

function Stays({ customer, stays }: { customer: CustomerRecord; stays: NonNullable<OverviewData['stays']> }) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<OfficeApi>()
  const { rows, paging } = usePaged(stays, (after) => api.getCustomerStays({ id: customer.id, after }))
  return (
    <RecordSection title={t('customer.stays')}>
      {rows.length === 0 ? (
        <p className="small">{t('customer.no_stays')}</p>
      ) : (
        <Rows
          columns={stayColumns(t)}
          rows={rows.map(({ code, name, room_name, checkin, checkout, ...statuses }) => ({
            path: officeHref('booking', code),
            title: name || code,
            about: room_name,
            small: formatStay(translator, checkin, checkout),
            chip: <DeskStatusChip {...statuses} />,
          }))}
        />
      )}
      <MoreButton {...paging} />
    </RecordSection>
  )
}

function Orders({ rows }: { rows: readonly OrderListRow[] }) {
  const { t } = useTranslator()
  return (
    <RecordSection title={t('orders.title')}>
      <OrderRows rows={rows} />
    </RecordSection>
  )
}

function Quotations({ rows }: { rows: readonly QuotationRow[] }) {
  const translator = useTranslator()
  const { t } = translator
  return (
    <RecordSection title={t('quotation.title')}>
      {rows.length === 0 ? (
        <p className="small">{t('customer.no_quotations')}</p>
      ) : (
        <Rows
          rows={rows.map((row) => ({
            path: officeHref('quotation', row.id),
            title: row.number ?? t('quotation.state_draft'),
            about: row.name,
            small: formatWhen(translator, row.at),
            end: formatSum(translator, row.currency, row.total_minor),
            chip: <Chip tone={getStateTone(row.state)}>{t(`quotation.state_${row.state}`)}</Chip>,
          }))}
        />
      )}
    </RecordSection>
  )
}

function Conversations({ conversations, files }: CustomerConversations) {
  const translator = useTranslator()
  const { t } = translator
  const getConversationPath = ({ code, message }: { code: string | null; message: number | null }) =>
    code === null ? officeHref('message', message!) : officeHref('enquiry', code)
  return (
    <>
      <RecordSection title={t('customer.conversations')}>
        {conversations.length === 0 ? (
          <p className="small">{t('customer.no_conversations')}</p>
        ) : (
          <Rows
            rows={conversations.map((row) => ({
              path: getConversationPath(row),
              title: row.subject || row.code || t('inbox.message'),
              about: row.name,
              small: formatWhen(translator, row.at),
              chip: <Chip tone="over">{t(`inbox.state_${row.state}`)}</Chip>,
            }))}
          />
        )}
      </RecordSection>
      {files.length > 0 && (
        <RecordSection title={t('customer.files')}>
          <ul role="list" className="stack-2">
            {files.map((file) => (
              <li className="anywhere" key={file.id}>
                <Link to={getConversationPath(file)}>{file.name}</Link>{' '}
                <span className="small">{formatWhen(translator, file.at)}</span>
              </li>
            ))}
          </ul>
        </RecordSection>
      )}
    </>
  )
}
