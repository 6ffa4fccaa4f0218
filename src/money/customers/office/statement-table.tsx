import { useState, type ReactNode } from 'react'
import { Link, useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { useIsWide } from '#ui/office/use-is-wide.ts'
import { officeHref } from '#routes/office.ts'
import type { AccountProps } from './account-sections.tsx'
import table from '#ui/office/data-table.module.css'
import styles from './account.module.css'
import type { CustomerAccount, CustomerAccountApi } from '../contract.ts'
import { describeLine } from '../describe-line.ts'
import { formatSigned } from '../format-balance.ts'

/** The lines of a statement with the balance after each, between the opening and the closing balance. */
export function StatementTable({ customer, account, onChanged }: AccountProps) {
  const { t } = useTranslator()
  const isWide = useIsWide()
  const figureHeads = isWide ? (['customer.charged', 'customer.received'] as const) : (['bill.amount_bdt'] as const)
  return (
    <div className={table.frame} tabIndex={0} role="region" aria-label={t('customer.statement')}>
      <table className={styles.statement}>
        <thead>
          <tr>
            {isWide && <th scope="col">{t('customer.day')}</th>}
            <th scope="col">{t('customer.entry')}</th>
            {isWide && <th scope="col">{t('customer.due')}</th>}
            {[...figureHeads, 'customer.balance' as const].map((key) => (
              <th key={key} scope="col" className={styles.figure}>
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <TotalRow day={account.from} label={t('customer.opening')} balance={account.opening} />
          {account.lines.map((line, index) => (
            <Line key={index} line={line} customer={customer} onChanged={onChanged} />
          ))}
        </tbody>
        <tfoot>
          <TotalRow day={account.to} label={t('customer.closing')} balance={account.closing} />
        </tfoot>
      </table>
    </div>
  )
}

/** The first cells of a row. On a phone the day is above the entry. */
function Entry({ day: isoDay, colSpan, children }: { day: string; colSpan?: number; children: ReactNode }) {
  const { day } = useTranslator()
  const isWide = useIsWide()
  const text = day(isoDay, 'short')
  return (
    <>
      {isWide && <td>{text}</td>}
      <th scope="row" colSpan={colSpan}>
        {!isWide && <span className={styles.day}>{text}</span>}
        {children}
      </th>
    </>
  )
}

function TotalRow({ day, label, balance }: { day: string; label: string; balance: number }) {
  const translator = useTranslator()
  return (
    <tr>
      <Entry day={day} colSpan={useIsWide() ? 4 : 2}>
        {label}
      </Entry>
      <td className={styles.figure}>{formatSigned(balance, translator)}</td>
    </tr>
  )
}

function Line({
  line,
  customer,
  onChanged,
}: Pick<AccountProps, 'customer' | 'onChanged'> & { line: CustomerAccount['lines'][number] }) {
  const translator = useTranslator()
  const { money, day } = translator
  const isWide = useIsWide()
  const text = describeLine(line, translator)
  return (
    <tr>
      <Entry day={line.day}>
        {line.stay ? <Link to={officeHref('bill', line.stay.code)}>{text}</Link> : text}{' '}
        {line.voidable !== null && (
          <Void customerId={customer.id} payment={line.voidable} text={text} onChanged={onChanged} />
        )}
      </Entry>
      {isWide ? (
        <>
          <td>{line.due_day && day(line.due_day, 'short')}</td>
          <td className={styles.figure}>{line.amount > 0 && money(line.amount)}</td>
          <td className={styles.figure}>{line.amount < 0 && money(-line.amount)}</td>
        </>
      ) : (
        <td className={styles.figure}>{formatSigned(line.amount, translator)}</td>
      )}
      <td className={styles.figure}>{formatSigned(line.balance, translator)}</td>
    </tr>
  )
}

/** Voids a payment that was recorded by mistake. */
function Void({
  customerId,
  payment,
  text,
  onChanged,
}: Pick<AccountProps, 'onChanged'> & { customerId: number; payment: number; text: string }) {
  const { t } = useTranslator()
  const api = useApi<CustomerAccountApi>()
  const office = useOffice()
  const [isOpen, setOpen] = useState(false)
  const { form, isBusy, failure, error } = useForm(
    async ({ text: input, reportLostResponse }) => {
      const voidedPayment = { id: customerId, payment, reason: input('reason') }
      office.show(onChanged(await reportLostResponse(api.voidCustomerPayment(voidedPayment))))
      setOpen(false)
    },
    { isRepeatable: true },
  )
  if (!isOpen)
    return (
      <Button variant="quiet" aria-label={t('bill.void_of', { what: text })} onClick={() => setOpen(true)}>
        {t('bill.void')}
      </Button>
    )
  return (
    <form {...form} className={styles.form}>
      <TextField label={t('bill.reason')} name="reason" maxLength={200} required error={error('reason')} />
      <FormButtons
        failure={failure}
        isBusy={isBusy}
        label={t('bill.void')}
        variant="secondary"
        onClose={() => setOpen(false)}
      />
    </form>
  )
}
