import type { BillApi } from '#stays/bills/bill/contract.ts'
import { findNewPayment } from '#stays/bills/bill/new-payment.ts'
import { PaymentForm } from '#stays/bills/bill/payment-form.tsx'
import { Link, useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { officeHref } from '#routes/office.ts'
import type { TodaysRow } from './contract.ts'
import styles from './row-form.module.css'
import type { RowOperation } from './use-finished-rows.ts'

/**
 * The balance of a stay. An amount due is a button that takes a payment. A refund, or an amount that the user may not
 * take, is a link to the bill.
 */
export function BalanceDue({ row: { code, owed }, onTakeMoney }: { row: TodaysRow; onTakeMoney: () => void }) {
  const { t, money } = useTranslator()
  const office = useOffice()
  if (owed === null || owed === 0) return null
  if (owed > 0 && office.can('take money'))
    return (
      <Button
        variant="quiet"
        className={styles.amount}
        aria-label={t('desk.collect', { amount: money(owed) })}
        onClick={onTakeMoney}
      >
        {money(owed)}
      </Button>
    )
  return (
    <Link className={styles.amount} to={officeHref('bill', code)}>
      {t(owed > 0 ? 'desk.balance_due' : 'desk.to_refund', { amount: money(Math.abs(owed)) })}
    </Link>
  )
}

/** Takes a payment within the row. A mistake can be undone in the same place. */
export function MoneyForm({
  row,
  onDone,
  onClose,
}: {
  row: TodaysRow
  onDone: (operation: RowOperation) => void
  onClose: () => void
}) {
  const { t } = useTranslator()
  const api = useApi<BillApi>()
  const office = useOffice()
  const { code } = row
  return (
    <div className={styles.money}>
      <Link to={officeHref('bill', code)}>{t('bill.of', { name: row.name || code })}</Link>
      <PaymentForm
        code={code}
        amount={row.owed ?? 0}
        customer={row.customer}
        onClose={onClose}
        onDone={(bill, amount, message) => {
          const { id } = findNewPayment(bill, amount)
          const undo = () => api.voidPayment({ code, id, reason: t('desk.void_reason') })
          onDone({ undo, message, staysOpen: true })
          office.refresh()
        }}
      />
    </div>
  )
}
