import { useState } from 'react'
import type { CustomerRecord } from '#people/customers/contract.ts'
import { PaymentMethodFields } from '#stays/bills/bill/payment-form.tsx'
import type { DeskMethod } from '#schema/bills.ts'
import { navigate } from '#platform/pages/navigate.ts'
import { readLatestQuery, useApi, useRoute, useTranslator } from '#platform/pages/page.tsx'
import type { paymentMethods } from '#schema/bills.ts'
import { Button } from '#ui/button.tsx'
import { DateField } from '#ui/office/date-field.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { NumberField } from '#ui/office/number-field.tsx'
import { toNumberOrText, type InputValue } from '#ui/form/number-input.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { RecordSection } from '#ui/office/record-page.tsx'
import { PdfDownloads } from '#ui/paper/pdf-downloads.tsx'
import { useToast } from '#ui/toast.tsx'
import { officeHref } from '#routes/office.ts'
import { queryString } from '#routes/public.ts'
import styles from './account.module.css'
import { ageColumns } from '../age-columns.ts'
import type { CustomerAccount, CustomerAccountApi } from '../contract.ts'
import { formatBalance } from '../format-balance.ts'
import { StatementTable } from './statement-table.tsx'

export interface AccountProps {
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
      {office.can('take money') &&
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
  const showToast = useToast()
  const [amount, setAmount] = useState<InputValue>(account.balance > 0 ? account.balance : null)
  const [method, setMethod] = useState<DeskMethod>('bank')
  const { form, isBusy, failure, error } = useForm(
    async ({ text, sendOnce }) => {
      const payment = {
        id: customer.id,
        amount: toNumberOrText(amount) as number,
        method: method as (typeof paymentMethods)[number],
        reference: text('reference'),
      }
      office.show(onChanged(await sendOnce(api.takeCustomerPayment, payment)))
      showToast(t('bill.payment_recorded', { amount: money(payment.amount) }))
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
        onValueChange={setAmount}
        error={error('amount')}
      />
      <PaymentMethodFields
        method={method}
        customer={null}
        onMethodChange={setMethod}
        referenceError={error('reference')}
      />
      <FormButtons failure={failure} isBusy={isBusy} label={t('customer.record_payment')} onClose={onClose} />
    </form>
  )
}

function Statement({ customer, account, onChanged }: AccountProps) {
  const { t } = useTranslator()
  const { language } = useRoute()
  const api = useApi<CustomerAccountApi>()
  const { from, to } = account
  const showPeriod = (change: { from?: string; to?: string }) =>
    navigate(
      officeHref('customerAccount', customer.id) +
        queryString({ from, to, ...Object.fromEntries(readLatestQuery()), ...change }),
      language,
      'replace',
    )
  return (
    <RecordSection title={t('customer.statement')}>
      <div className={styles.period}>
        {(['from', 'to'] as const).map((name) => (
          <DateField
            key={`${name} ${account[name]}`}
            label={t(`customer.${name}`)}
            name={name}
            required
            defaultValue={account[name]}
            onChange={({ currentTarget }) => currentTarget.value && showPeriod({ [name]: currentTarget.value })}
          />
        ))}
      </div>
      <StatementTable customer={customer} account={account} onChanged={onChanged} />
      <PdfDownloads
        className={styles.acts}
        title={t('customer.statement')}
        name={`statement-${customer.id}-${to}`}
        recipientLanguage="en"
        fetchFile={(documentLanguage) => api.getStatementPdf({ id: customer.id, from, to, language: documentLanguage })}
      />
    </RecordSection>
  )
}
