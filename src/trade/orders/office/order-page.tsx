import { Link, useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { officeHref, officePages } from '#routes/office.ts'
import { History } from '#ui/office/history.tsx'
import { Chip, Fact, Facts, RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { readRecordId } from '#ui/office/record-address.ts'
import { PdfDownloads } from '#ui/paper/pdf-downloads.tsx'
import { Offer } from '../../quotations/answer/offer.tsx'
import { listTerms } from '../../quotations/terms.ts'
import type { OrderRecord, OrdersOfficeApi } from './contract.ts'
import { Documents } from './documents.tsx'
import { OrderForm } from './order-form.tsx'
import { Shipments } from './shipments.tsx'
import { getOrderTone } from './tones.ts'

/** An order: its state, its samples and shipments, its documents and its items. */
export const officeOrderPage: Page<OrdersOfficeApi, OrderRecord> = {
  isLive: true,
  load: ({ api, route }) => api.getOrderRecord({ id: readRecordId(route) }),
  head: ({ number, ordered }, { t }) => ({ title: `${t('orders.one')} ${number}, ${ordered.company}`, hidden: true }),
  View: OrderView,
}

function OrderView({ data: order }: { data: OrderRecord }) {
  const translator = useTranslator()
  const { t, day } = translator
  const api = useApi<OrdersOfficeApi>()
  const { id, number, state, ordered, enquiry, customer } = order
  return (
    <RecordPage
      back={{ to: officePages.orders, label: t('orders.title') }}
      about={
        <>
          {number} · <Link to={officeHref('quotation', id)}>{order.quotation}</Link>
          {enquiry && (
            <>
              {' · '}
              <Link to={officeHref('enquiry', enquiry)}>{enquiry}</Link>
            </>
          )}
          {customer && (
            <>
              {' · '}
              <Link to={officeHref('customer', customer.id)}>{customer.name}</Link>
            </>
          )}
        </>
      }
      title={ordered.company}
      state={
        <>
          <Chip tone={getOrderTone(state)}>{t(`orders.state_${state}`)}</Chip>
          {order.is_late && <Chip tone="due">{t('orders.late')}</Chip>}
        </>
      }
      aside={<History subject={`order ${id}`} version={order} />}
    >
      <Facts>
        <Fact name={t('orders.ordered_on')}>{day(order.ordered_on)}</Fact>
        <Fact name={t('quotation.accepted_by')}>{order.accepted_by ?? t('quotation.accepted_by_staff')}</Fact>
        <Fact name={t('quotation.email')}>
          <a href={`mailto:${order.email}`}>{order.email}</a>
        </Fact>
      </Facts>
      <OrderForm order={order} />
      <Shipments order={order} kind="sample" />
      <Shipments order={order} kind="bulk" />
      <Documents order={order} />
      <RecordSection title={t('orders.items')}>
        {order.is_partial && <p>{t('orders.is_partial', { number: order.quotation })}</p>}
        <Offer content={ordered} terms={listTerms(ordered, translator)} />
        <PdfDownloads
          className="row-2"
          title={t('orders.confirmation')}
          name={number}
          recipientLanguage={order.language}
          fetchFile={(language) => api.getOrderConfirmation({ id, language })}
        />
      </RecordSection>
    </RecordPage>
  )
}
