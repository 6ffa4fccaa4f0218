import { Link, useTranslator } from '#platform/pages/page.tsx'
import { ReceiptDownloads } from '#stays/bills/bill/receipt-downloads.tsx'
import { Chip } from '#ui/office/record-page.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { useIsWide } from '#ui/office/use-is-wide.ts'
import { officeHref } from '#routes/office.ts'
import { formatMeans } from '../means.ts'
import { formatAmount } from './amount.ts'
import type { PaymentsOverview } from './contract.ts'
import table from '#ui/office/data-table.module.css'
import styles from './payments.module.css'

type Received = PaymentsOverview['received'][number]

/** The latest payments: a table on a wide screen, a list on others. */
export function ReceivedPayments({ payments }: { payments: readonly Received[] }) {
  const translator = useTranslator()
  if (useIsWide()) return <ReceivedTable payments={payments} />
  return (
    <ul role="list" className={styles.lines}>
      {payments.map((payment) => (
        <li key={payment.id}>
          <span className="line-2">
            <Link to={officeHref('bill', payment.code)}>{payment.name || payment.code}</Link>
            {payment.state !== 'taken' && <PaymentState state={payment.state} />}
          </span>
          <span>{formatAmount(payment, translator)}</span>
          <span className="small">
            {[formatWhen(translator, payment.at), formatMeans(payment.means, translator), payment.tran_id]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <Receipt received={payment} />
        </li>
      ))}
    </ul>
  )
}

function ReceivedTable({ payments }: { payments: readonly Received[] }) {
  const translator = useTranslator()
  const { t } = translator
  return (
    <div className={table.frame}>
      <table className={styles.received}>
        <caption className="visually-hidden">{t('payments.received')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('payments.guest')}</th>
            <th scope="col">{t('payments.booking')}</th>
            <th scope="col">{t('payments.received_at')}</th>
            <th scope="col">{t('bill.method')}</th>
            <th scope="col">{t('settlement.transaction')}</th>
            <th scope="col">{t('payments.receipt')}</th>
            <th scope="col" className={table.number}>
              {t('payments.amount')}
            </th>
            <th scope="col">{t('payments.state')}</th>
          </tr>
        </thead>
        <tbody>
          {payments.map((payment) => (
            <tr key={payment.id}>
              <th scope="row">
                <Link to={officeHref('bill', payment.code)}>{payment.name || payment.code}</Link>
              </th>
              <td className={table.code}>{payment.code}</td>
              <td className={table.code}>{formatWhen(translator, payment.at)}</td>
              <td>{formatMeans(payment.means, translator)}</td>
              <td className={table.code}>{payment.tran_id}</td>
              <td>
                <Receipt received={payment} />
              </td>
              <td className={table.number}>{formatAmount(payment, translator)}</td>
              <td>
                <PaymentState state={payment.state} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const tones = { taken: 'plain', review: 'due', refused: 'over' } as const

function PaymentState({ state }: Pick<Received, 'state'>) {
  const { t } = useTranslator()
  return <Chip tone={tones[state]}>{t(`payments.state_${state}`)}</Chip>
}

const Receipt = ({ received: { payment, language } }: { received: Received }) =>
  payment !== null && <ReceiptDownloads payment={payment} recipientLanguage={language} />
