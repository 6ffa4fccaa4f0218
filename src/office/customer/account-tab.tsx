import { AccountSections } from '#money/customers/office/account-sections.tsx'
import type { CustomerAccount } from '#money/customers/contract.ts'
import type { CustomerRecord } from '#people/customers/contract.ts'
import type { Page } from '#platform/pages/page.tsx'
import { parseDay } from '#platform/day.ts'
import { readRecordId } from '#ui/office/record-address.ts'
import type { OfficeApi } from '../api.ts'
import { CustomerFrame } from './customer-frame.tsx'

interface AccountData {
  customer: CustomerRecord
  account: CustomerAccount
}

/** The account of a customer: the balance by age, the statement and the payments. The URL contains the period. */
export const customerAccountTab: Page<OfficeApi, AccountData> = {
  async load({ api, route }) {
    const id = readRecordId(route)
    const period = Object.fromEntries(
      (['from', 'to'] as const).flatMap((name) => {
        const day = route.query.get(name) ?? ''
        return parseDay(day) === undefined ? [] : [[name, day]]
      }),
    )
    const [customer, account] = await Promise.all([
      api.getCustomer({ id }),
      api.getCustomerAccount({ id, ...period }).catch(() => api.getCustomerAccount({ id })),
    ])
    return { customer, account }
  },
  head: ({ customer }, { t }) => ({ title: `${t('customer.tab_account')}, ${customer.name}`, hidden: true }),
  View: AccountView,
}

function AccountView({ data: { customer, account } }: { data: AccountData }) {
  return (
    <CustomerFrame customer={customer} account={account} tab="customerAccount">
      <AccountSections
        customer={customer}
        account={account}
        onChanged={(changed): AccountData => ({ customer, account: changed })}
      />
    </CustomerFrame>
  )
}
