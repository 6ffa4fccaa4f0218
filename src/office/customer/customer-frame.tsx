import type { ReactNode } from 'react'
import { formatBalance } from '#money/customers/format-balance.ts'
import { kindLabels } from '#people/customers/kind-labels.ts'
import type { CustomerAccount } from '#money/customers/contract.ts'
import type { CustomerRecord } from '#people/customers/contract.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { BackLink, Chip } from '#ui/office/record-page.tsx'
import { Views } from '#ui/office/views.tsx'
import { officeHref, officePages } from '#routes/office.ts'
import styles from '../tab-frame.module.css'

const tabs = ['customer', 'customerAccount', 'customerDetails'] as const
type CustomerTab = (typeof tabs)[number]

const labelKeys = {
  customer: 'customer.tab_overview',
  customerAccount: 'customer.tab_account',
  customerDetails: 'customer.tab_details',
} as const satisfies Record<CustomerTab, string>

/** A page of a customer: the header, the tabs and the content of one tab. */
export function CustomerFrame({
  customer,
  account,
  tab,
  sidebar,
  children,
}: {
  customer: CustomerRecord
  /** Null if the user may not see money. */
  account: Pick<CustomerAccount, 'balance' | 'not_due' | 'unbilled'> | null
  tab: CustomerTab
  sidebar?: ReactNode
  children: ReactNode
}) {
  const translator = useTranslator()
  const { t, count, money } = translator
  const office = useOffice()
  const overduePoisha = account ? account.balance - account.not_due : 0
  return (
    <article className={styles.page}>
      <BackLink to={officePages.customers} label={t('customer.title')} />
      <header className={styles.head}>
        <p className="small">{t(kindLabels[customer.kind])}</p>
        <div className="line-3">
          <h1>{customer.name}</h1>
          {!customer.active && <Chip tone="over">{t('customer.inactive')}</Chip>}
          {overduePoisha > 0 && <Chip tone="due">{t('customer.overdue')}</Chip>}
        </div>
        <dl className={styles.facts}>
          {account && (
            <>
              <div>
                <dt>{t('customer.balance')}</dt>
                <dd>
                  <strong>{formatBalance(account.balance, translator)}</strong>
                </dd>
              </div>
              <div>
                <dt>{t('customer.unbilled')}</dt>
                <dd>{money(account.unbilled)}</dd>
              </div>
            </>
          )}
          <div>
            <dt>{t('customer.terms')}</dt>
            <dd>
              {customer.payment_days === 0
                ? t('customer.terms_now')
                : t('customer.terms_days', { days: count('customer.days', customer.payment_days) })}
            </dd>
          </div>
          {customer.bin && (
            <div>
              <dt>{t('customer.bin')}</dt>
              <dd>{customer.bin}</dd>
            </div>
          )}
        </dl>
      </header>
      <Views
        label={t('customer.tabs')}
        views={tabs
          .filter((page) => page !== 'customerAccount' || office.can('see money'))
          .map((page) => ({ to: officeHref(page, customer.id), label: t(labelKeys[page]), isShown: page === tab }))}
      />
      <div className={styles.body}>
        <div className={styles.main}>{children}</div>
        {sidebar && <div className={styles.aside}>{sidebar}</div>}
      </div>
    </article>
  )
}
