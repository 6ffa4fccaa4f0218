import { PaymentForm } from '../../bills/bill/payment-form.tsx'
import { Link, useWords } from '../../platform/pages/page.tsx'
import { Button } from '../../ui/button.tsx'
import { useDesk } from '../../ui/office/desk.ts'
import { useToast } from '../../ui/toast.tsx'
import { officeHref } from '../../urls-office.ts'
import type { TodaysRow } from './contract.ts'
import styles from './row-form.module.css'

/** What is owed for a stay, where anything is, and the way to its bill. */
export function Owed({ row: { code, owed } }: { row: TodaysRow }) {
  const { t, money } = useWords()
  if (owed === null || owed === 0) return null
  return (
    <Link to={officeHref('bill', code)}>
      {t(owed > 0 ? 'desk.owes' : 'desk.gets_back', { amount: money(Math.abs(owed)) })}
    </Link>
  )
}

/** The same as the way to take it, where that is theirs to do. */
export function TakeMoney({ row, onAsk }: { row: TodaysRow; onAsk: () => void }) {
  const { t, money } = useWords()
  const desk = useDesk()
  if (!desk.may('take money') || row.owed === null || row.owed <= 0) return <Owed row={row} />
  return (
    <Button look="quiet" onClick={onAsk}>
      {t('desk.take_owed', { amount: money(row.owed) })}
    </Button>
  )
}

/** Takes it there, without leaving the row. */
export function MoneyForm({ row, onClose }: { row: TodaysRow; onClose: () => void }) {
  const { t, money } = useWords()
  const desk = useDesk()
  const toast = useToast()
  return (
    <div className={styles.money}>
      <Link to={officeHref('bill', row.code)}>{t('bill.of', { name: row.name || row.code })}</Link>
      <PaymentForm
        code={row.code}
        amount={row.owed ?? 0}
        onClose={onClose}
        onDone={(_, amount) => {
          onClose()
          toast(t('bill.taken', { amount: money(amount) }))
          desk.refresh()
        }}
      />
    </div>
  )
}
