import { useState } from 'react'
import type { CustomerRecord } from '#people/customers/contract.ts'
import { PaymentMethodFields, type DeskMethod } from '#stays/bills/bill/payment-form.tsx'
import { Link, latestQuery, navigate, useApi, usePlace, useTranslator } from '#platform/pages/page.tsx'
import type { paymentMethods } from '#schema/bills.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { NumberField } from '#ui/office/number-field.tsx'
import { asNumber, type Typed } from '#ui/form/number-input.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { useIsWide } from '#ui/office/use-is-wide.ts'
import { RecordSection } from '#ui/office/record-page.tsx'
import { PdfDownloads } from '#ui/paper/pdf-downloads.tsx'
import { useToast } from '#ui/toast.tsx'
import { officeHref } from '#routes/office.ts'
import { queryString } from '#routes/public.ts'
import styles from './account.module.css'
import { ageColumns } from './age-columns.ts'
import type { CustomerAccount, CustomerAccountApi } from './contract.ts'
import { describeLine } from './describe-line.ts'
import { formatBalance } from './format-balance.ts'

interface AccountProps {
  customer: CustomerRecord
  account: CustomerAccount
  /** Returns the data of the page with the changed account. */
  onChanged: (account: CustomerAccount) => unknown
}

/** The account of a customer: the balance by age, a new payment, and the statement of a period. */
export const AccountSections = (props: AccountProps) => (
  <>
    <Balance {...props} />
    <Statement {...props} />
  </>
)

function Balance({ customer, account, onChanged }: AccountProps) {
  const translator = useTranslator()
  const { t, money, day } = translator
  const office = useOffice()
  const [isTakingPayment, setTakingPayment] = useState(false)
  return (
    <RecordSection title={t('customer.ages', { day: day(account.today, 'short') })}>
      <dl className={styles.ages}>
        {ageColumns.map(({ field, label }) => (
          <div key={field} data-overdue={field !== 'not_due' && account[field] > 0}>
            <dt>{t(label)}</dt>
            <dd>{account[field] < 0 ? formatBalance(account[field], translator) : money(account[field])}</dd>
          </div>
        ))}
        <div>
          <dt>{t('customer.balance')}</dt>
          <dd>
            <strong>{formatBalance(account.balance, translator)}</strong>
          </dd>
        </div>
      </dl>
      {office.may('take money') &&
        (isTakingPayment ? (
          <CustomerPaymentForm
            customer={customer}
            account={account}
            onChanged={onChanged}
            onClose={() => setTakingPayment(false)}
          />
        ) : (
          <div>
            <Button onClick={() => setTakingPayment(true)}>{t('customer.record_payment')}</Button>
          </div>
        ))}
    </RecordSection>
  )
}

function CustomerPaymentForm({ customer, account, onChanged, onClose }: AccountProps & { onClose: () => void }) {
  const { t, money } = useTranslator()
  const api = useApi<CustomerAccountApi>()
  const office = useOffice()
  const toast = useToast()
  const [amount, setAmount] = useState<Typed>(account.balance > 0 ? account.balance : null)
  const [method, setMethod] = useState<DeskMethod>('bank')
  const { form, busy, failure, error } = useForm(
    async ({ text, once }) => {
      const payment = {
        id: customer.id,
        amount: asNumber(amount) as number,
        method: method as (typeof paymentMethods)[number],
        reference: text('reference'),
      }
      office.show(onChanged(await once(api.takeCustomerPayment, payment)))
      toast(t('bill.payment_recorded', { amount: money(payment.amount) }))
      onClose()
    },
    { isRepeatable: true },
  )
  return (
    <form {...form} className={styles.form}>
      <NumberField
        label={t('bill.amount_bdt')}
        name="amount"
        value={amount}
        onNumber={setAmount}
        error={error('amount')}
      />
      <PaymentMethodFields method={method} customer={null} onMethod={setMethod} referenceError={error('reference')} />
      <FormButtons failure={failure} busy={busy} label={t('customer.record_payment')} onClose={onClose} />
    </form>
  )
}

function Statement({ customer, account, onChanged }: AccountProps) {
  const translator = useTranslator()
  const { t, day } = translator
  const { language } = usePlace()
  const api = useApi<CustomerAccountApi>()
  const isWide = useIsWide()
  const { from, to } = account
  const showPeriod = (change: { from?: string; to?: string }) =>
    navigate(
      officeHref('customerAccount', customer.id) +
        queryString({ from, to, ...Object.fromEntries(latestQuery()), ...change }),
      language,
      'replace',
    )
  return (
    <RecordSection title={t('customer.statement')}>
      <div className={styles.period}>
        {(['from', 'to'] as const).map((name) => (
          <TextField
            key={`${name} ${account[name]}`}
            label={t(`customer.${name}`)}
            name={name}
            type="date"
            required
            defaultValue={account[name]}
            onChange={({ currentTarget }) => currentTarget.value && showPeriod({ [name]: currentTarget.value })}
          />
        ))}
      </div>
      <div className={styles.wide} tabIndex={0} role="region" aria-label={t('customer.statement')}>
        <table className={styles.statement}>
          <thead>
            <tr>
              <th scope="col">{t('customer.day')}</th>
              <th scope="col">{t('customer.entry')}</th>
              {isWide ? (
                <>
                  <th scope="col">{t('customer.due')}</th>
                  <th scope="col">{t('customer.charged')}</th>
                  <th scope="col">{t('customer.received')}</th>
                </>
              ) : (
                <th scope="col">{t('bill.amount_bdt')}</th>
              )}
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>{day(from, 'short')}</td>
              <th scope="row" colSpan={isWide ? 2 : 1}>
                {t('customer.opening')}
              </th>
              <td colSpan={isWide ? 2 : 1}>{formatBalance(account.opening, translator)}</td>
            </tr>
            {account.lines.map((line, index) => (
              <Line key={index} line={line} customer={customer} onChanged={onChanged} api={api} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>{day(to, 'short')}</td>
              <th scope="row" colSpan={isWide ? 2 : 1}>
                {t('customer.closing')}
              </th>
              <td colSpan={isWide ? 2 : 1}>{formatBalance(account.closing, translator)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      <PdfDownloads
        className={styles.acts}
        title={t('customer.statement')}
        name={`statement-${customer.id}-${to}`}
        recipientLanguage="en"
        fetchFile={(paperLanguage) => api.getStatementPdf({ id: customer.id, from, to, language: paperLanguage })}
      />
    </RecordSection>
  )
}

function Line({
  line,
  customer,
  onChanged,
  api,
}: Pick<AccountProps, 'customer' | 'onChanged'> & { line: CustomerAccount['lines'][number]; api: CustomerAccountApi }) {
  const translator = useTranslator()
  const { t, money, day } = translator
  const office = useOffice()
  const isWide = useIsWide()
  const [isVoiding, setVoiding] = useState(false)
  const text = describeLine(line, translator)
  const { form, busy, failure, error } = useForm(
    async ({ text: input, orUnsure }) => {
      const voided = { id: customer.id, payment: line.voidable!, reason: input('reason') }
      office.show(onChanged(await orUnsure(api.voidCustomerPayment(voided))))
      setVoiding(false)
    },
    { isRepeatable: true },
  )
  return (
    <tr>
      <td>{day(line.day, 'short')}</td>
      <th scope="row">
        {line.stay ? <Link to={officeHref('bill', line.stay.code)}>{text}</Link> : text}
        {line.voidable !== null && !isVoiding && (
          <Button look="quiet" aria-label={t('bill.void_of', { what: text })} onClick={() => setVoiding(true)}>
            {t('bill.void')}
          </Button>
        )}
        {isVoiding && (
          <form {...form} className={styles.form}>
            <TextField label={t('bill.reason')} name="reason" maxLength={200} required error={error('reason')} />
            <FormButtons
              failure={failure}
              busy={busy}
              label={t('bill.void')}
              look="secondary"
              onClose={() => setVoiding(false)}
            />
          </form>
        )}
      </th>
      {isWide ? (
        <>
          <td>{line.due_day && day(line.due_day, 'short')}</td>
          <td>{line.amount > 0 && money(line.amount)}</td>
          <td>{line.amount < 0 && money(-line.amount)}</td>
        </>
      ) : (
        <td>{line.amount < 0 ? `−${money(-line.amount)}` : money(line.amount)}</td>
      )}
    </tr>
  )
}
