import { parseDay } from '#platform/day.ts'
import { navigate } from '#platform/pages/navigate.ts'
import { useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import { poishaToBdt, bdtToPoisha } from '#platform/money.ts'
import { DateField } from '#ui/office/date-field.tsx'
import { BackLink, RecordSection } from '#ui/office/record-page.tsx'
import { ListHead } from '#ui/office/list.tsx'
import { queryString } from '#routes/public.ts'
import { officePages } from '#routes/office.ts'
import type { PaymentsOfficeApi, TakingsReport } from './contract.ts'
import table from '#ui/office/data-table.module.css'
import styles from './payments.module.css'

/**
 * The page of one day's takings and refunds by account, and of the earnings. All amounts come from the ledger, so the
 * totals agree.
 */
export const takingsPage: Page<PaymentsOfficeApi, TakingsReport> = {
  load({ api, route }) {
    const day = route.query.get('day') ?? ''
    return api.getTakings(parseDay(day) === undefined ? {} : { day })
  },
  head: (_, { t }) => ({ title: t('takings.title'), hidden: true }),
  View: TakingsView,
}

function TakingsView({ data: { day, accounts, customers, earned } }: { data: TakingsReport }) {
  const { t, money } = useTranslator()
  const { language } = useRoute()
  const openDay = (typedDay: string) =>
    parseDay(typedDay) !== undefined && navigate(officePages.takings + queryString({ day: typedDay }), language)
  const sum = (amounts: readonly number[]) =>
    poishaToBdt(amounts.reduce((total, value) => total + bdtToPoisha(value), 0))
  const formatSigned = (amount: number) => (amount < 0 ? '−' : '') + money(Math.abs(amount))
  const [receivedSum, refundedSum] = [sum(accounts.map((row) => row.received)), sum(accounts.map((row) => row.back))]
  return (
    <>
      <BackLink to={officePages.payments} label={t('payments.title')} />
      <ListHead title={t('takings.title')} about={t('takings.about')}>
        <DateField
          label={t('takings.day')}
          name="day"
          key={day}
          defaultValue={day}
          onChange={({ currentTarget }) => openDay(currentTarget.value)}
        />
      </ListHead>
      <div className={styles.takings}>
        <RecordSection title={t('takings.payments')}>
          <div className={table.frame}>
            <table className={styles.sums}>
              <thead>
                <tr>
                  <th scope="col">{t('bill.method')}</th>
                  <th scope="col">{t('takings.received')}</th>
                  <th scope="col">{t('takings.refunded')}</th>
                </tr>
              </thead>
              <tbody>
                {accounts.map((row) => (
                  <tr key={row.account}>
                    <th scope="row">{t(`takings.${row.account}`)}</th>
                    <td>{formatSigned(row.received)}</td>
                    <td>{formatSigned(row.back)}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">{t('takings.sum')}</th>
                  <td>{formatSigned(receivedSum)}</td>
                  <td>{formatSigned(refundedSum)}</td>
                </tr>
              </tfoot>
            </table>
          </div>
        </RecordSection>
        {(customers.billed !== 0 || customers.received !== 0) && (
          <RecordSection title={t('takings.customers')}>
            <p className="small">{t('takings.customers_about')}</p>
            <div className={table.frame}>
              <table className={styles.sums}>
                <tbody>
                  <tr>
                    <th scope="row">{t('takings.customers_billed')}</th>
                    <td>{formatSigned(customers.billed)}</td>
                  </tr>
                  <tr>
                    <th scope="row">{t('takings.customers_received')}</th>
                    <td>{formatSigned(customers.received)}</td>
                  </tr>
                </tbody>
              </table>
            </div>
          </RecordSection>
        )}
        <RecordSection title={t('takings.charges')}>
          <p className="small">{t('takings.charges_about')}</p>
          <div className={table.frame}>
            <table className={styles.sums}>
              <tbody>
                {earned.map((row) => (
                  <tr key={row.account}>
                    <th scope="row">{t(`takings.${row.account}`)}</th>
                    <td>{formatSigned(row.amount)}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">{t('takings.sum')}</th>
                  <td>{formatSigned(sum(earned.map((row) => row.amount)))}</td>
                </tr>
              </tfoot>
            </table>
          </div>
        </RecordSection>
      </div>
    </>
  )
}
