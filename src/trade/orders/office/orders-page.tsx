import { navigate } from '#platform/pages/navigate.ts'
import { Link, useApi, useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { queryString } from '#routes/public.ts'
import { officePages } from '#routes/office.ts'
import { EmptyListMessage, ListHead, MoreButton, usePaged } from '#ui/office/list.tsx'
import { SearchForm } from '#ui/office/search-form.tsx'
import { ListBar, Views } from '#ui/office/views.tsx'
import { StartQuotation } from '../../quotations/office/start-quotation.tsx'
import { orderViews, type OrderView } from '../limits.ts'
import type { OrderListRow, OrdersOfficeApi } from './contract.ts'
import { OrderRows } from './order-rows.tsx'

interface Data {
  data: OrderListRow[]
  more: string | null
}

/** The list of orders. The URL contains the search. */
export const ordersPage: Page<OrdersOfficeApi, Data> = {
  load: ({ api, route }) => api.getOrders(readQuery(route.query)),
  head: (_, { t }) => ({ title: t('orders.title'), hidden: true }),
  View: OrdersView,
}

function readQuery(query: URLSearchParams): { view: OrderView; search?: string } {
  const search = query.get('search')
  return { view: orderViews.find((view) => view === query.get('view')) ?? 'open', ...(search && { search }) }
}

function OrdersView({ data }: { data: Data }) {
  const { t } = useTranslator()
  const { query, language } = useRoute()
  const api = useApi<OrdersOfficeApi>()
  const listQuery = readQuery(query)
  const { rows, paging } = usePaged(data, (after) => api.getOrders({ ...listQuery, after }))
  const buildListPath = (changes: { view?: OrderView; search?: string | undefined }) => {
    const { view, search } = { ...listQuery, ...changes }
    return officePages.orders + queryString({ view: view === 'open' ? undefined : view, search })
  }
  return (
    <>
      <ListHead title={t('orders.title')}>
        {rows.length > 0 && <StartQuotation label={t('quotation.create')} />}
      </ListHead>
      <Views
        label={t('orders.views')}
        views={orderViews.map((view) => ({
          to: buildListPath({ view }),
          label: t(`orders.view_${view}`),
          isShown: view === listQuery.view,
        }))}
      />
      <ListBar>
        <SearchForm
          label={t('orders.search')}
          hint={t('orders.search_hint')}
          value={listQuery.search ?? ''}
          onSearch={(search) => navigate(buildListPath({ search: search || undefined }), language, 'replace')}
        />
      </ListBar>
      {rows.length === 0 ? (
        <EmptyListMessage
          title={t('orders.none')}
          text={t('orders.none_text')}
          action={
            listQuery.search ? (
              <Link to={buildListPath({ search: undefined })}>{t('office.clear_search')}</Link>
            ) : (
              <ButtonLink variant="secondary" to={officePages.quotations}>
                {t('orders.see_quotations')}
              </ButtonLink>
            )
          }
        />
      ) : (
        <OrderRows
          rows={rows}
          columns={{
            title: t('quotation.company'),
            about: t('orders.list_about'),
            small: t('orders.list_date'),
            chip: t('orders.state'),
            end: t('quotation.total'),
          }}
        />
      )}
      <MoreButton {...paging} />
    </>
  )
}
