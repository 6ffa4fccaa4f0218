import { formatBalance } from '#money/customers/format-balance.ts'
import { kindLabels } from '#people/customers/kind-labels.ts'
import type { CustomerRow } from '#people/customers/contract.ts'
import { navigate } from '#platform/pages/navigate.ts'
import { Link, useApi, useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyListMessage, ListHead, MoreButton, Rows, usePaged } from '#ui/office/list.tsx'
import { Chip } from '#ui/office/record-page.tsx'
import { SearchForm } from '#ui/office/search-form.tsx'
import { useIsWide } from '#ui/office/use-is-wide.ts'
import { ListBar, Views } from '#ui/office/views.tsx'
import { officeHref, officePages } from '#routes/office.ts'
import { queryString } from '#routes/public.ts'
import type { OfficeApi } from '../api.ts'
import { nullIfForbidden } from '../null-if-forbidden.ts'

interface CustomersData {
  data: CustomerRow[]
  more: string | null
  /** The customers with a balance. Empty if the user may not see money. */
  balances: { id: number; balance: number; overdue: boolean }[]
}

const views = ['active', 'inactive', 'all'] as const
type View = (typeof views)[number]

/** The customers by name, with their balances. The URL contains the search. */
export const customersPage: Page<OfficeApi, CustomersData> = {
  async load({ api, route }) {
    const [customers, receivables] = await Promise.all([
      api.getCustomers(readQuery(route.query)),
      api.getReceivables({}).catch(nullIfForbidden),
    ])
    const balances = (receivables?.data ?? []).map(({ id, balance, not_due }) => ({
      id,
      balance,
      overdue: balance > not_due,
    }))
    return { ...customers, balances }
  },
  head: (_, { t }) => ({ title: t('customer.title'), hidden: true }),
  View: CustomersView,
}

function readQuery(query: URLSearchParams): { view: View; search?: string } {
  const search = query.get('search')?.trim().slice(0, 100)
  return { view: views.find((option) => option === query.get('view')) ?? 'active', ...(search && { search }) }
}

function CustomersView({ data }: { data: CustomersData }) {
  const translator = useTranslator()
  const isWide = useIsWide()
  const { t } = translator
  const { query, language } = useRoute()
  const api = useApi<OfficeApi>()
  const listQuery = readQuery(query)
  const { rows, paging } = usePaged(data, (after) => api.getCustomers({ ...listQuery, after }))
  const listPath = (changes: { view?: View; search?: string | undefined }) => {
    const { view, search } = { ...listQuery, ...changes }
    return officePages.customers + queryString({ view: view === 'active' ? undefined : view, search })
  }
  const getBalanceRow = (id: number) => data.balances.find((balance) => balance.id === id)
  const hasNoCustomers = rows.length === 0 && listQuery.view !== 'inactive' && !listQuery.search
  const addButton = <ButtonLink to={officeHref('customerDetails', 'new')}>{t('customer.add')}</ButtonLink>
  return (
    <>
      <ListHead title={t('customer.title')}>{!hasNoCustomers && addButton}</ListHead>
      <Views
        label={t('customer.views')}
        views={views.map((view) => ({
          to: listPath({ view }),
          label: t(`customer.view_${view}`),
          isShown: view === listQuery.view,
        }))}
      />
      <ListBar>
        <SearchForm
          label={t('customer.search')}
          hint={t('customer.search_hint')}
          value={listQuery.search ?? ''}
          onSearch={(search) => navigate(listPath({ search: search || undefined }), language, 'replace')}
        />
      </ListBar>
      {rows.length === 0 ? (
        <EmptyListMessage
          title={t('customer.none')}
          text={t(listQuery.search ? 'customer.none_found' : 'customer.none_text')}
          action={
            hasNoCustomers ? (
              addButton
            ) : (
              <Link to={listPath({ view: 'all', search: undefined })}>{t('customer.see_all')}</Link>
            )
          }
        />
      ) : (
        <Rows
          columns={{
            title: t('customer.company'),
            about: t('customer.kind'),
            small: t('customer.list_contact'),
            ...(data.balances.length > 0 && { end: t('customer.balance') }),
          }}
          rows={rows.map((row) => {
            const balance = getBalanceRow(row.id)
            return {
              path: officeHref('customer', row.id),
              title: row.name,
              about: t(kindLabels[row.kind]),
              small: [row.contact, isWide && row.email, row.phone].filter(Boolean).join('\u{a0}· '),
              endName: t('customer.balance'),
              end: balance && formatBalance(balance.balance, translator),
              chip: balance?.overdue ? (
                <Chip tone="due">{t('customer.overdue')}</Chip>
              ) : row.active ? null : (
                <Chip tone="over">{t('customer.inactive')}</Chip>
              ),
            }
          })}
        />
      )}
      <MoreButton {...paging} />
    </>
  )
}
