import { useEffect, useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import type { Translator } from '#locales/translator.ts'
import { paymentMethods, type DeskMethod } from '#schema/bills.ts'
import { Choice } from '#ui/form/radio-group.tsx'
import { TextField } from '#ui/form/field.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { NumberField } from '#ui/office/number-field.tsx'
import { toNumberOrText, type InputValue } from '#ui/form/number-input.ts'
import type { CustomerOfStay } from '../../customers/contract.ts'
import type { BillApi, BillDetails } from './contract.ts'
import styles from './bill.module.css'

/** The methods at the desk. A stay with a customer can be billed to it. */
const listDeskMethodOptions = (t: Translator['t'], customer: string | null): [DeskMethod, string][] => [
  ...paymentMethods.map((method): [DeskMethod, string] => [method, t(`bill.method_${method}`)]),
  ...(customer === null ? [] : [['customer', t('bill.bill_to', { customer })] as [DeskMethod, string]]),
]

/** The proposed method: a customer with days to pay gets a bill, everybody else pays at once. */
export const getDefaultMethod = (customer: CustomerOfStay): DeskMethod => (customer?.pays_later ? 'customer' : 'cash')

/** The message after a payment, or after a bill to the customer. */
export const formatPaymentMessage = (
  method: DeskMethod,
  amount: number,
  customer: CustomerOfStay,
  { t, money }: Pick<Translator, 't' | 'money'>,
): string =>
  method === 'customer'
    ? t('bill.billed', { amount: money(amount), customer: customer?.name ?? '' })
    : t('bill.payment_recorded', { amount: money(amount) })

/** Records a payment or a refund, with its amount, method and reference. */
export function PaymentForm({
  code,
  amount: proposedAmount,
  customer,
  isRefund = false,
  onDone,
  onClose,
}: {
  code: string
  /** The proposed amount: the balance, or the amount to refund. */
  amount: number
  /** The customer to whom the stay can be billed, or null. */
  customer: CustomerOfStay
  isRefund?: boolean
  /** Called with the new bill, the amount and a message about the payment. */
  onDone: (bill: BillDetails, amount: number, message: string) => void
  onClose: () => void
}) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<BillApi>()
  const [amount, setAmount] = useState<InputValue>(proposedAmount > 0 ? proposedAmount : null)
  const [method, setMethod] = useState(isRefund ? 'cash' : getDefaultMethod(customer))
  const isOnAccount = method === 'customer'
  const { form, isBusy, failure, error } = useForm(
    async ({ text, sendOnce }) => {
      const payment = { code, amount: toNumberOrText(amount) as number, method, reference: text('reference') }
      const bill = isRefund
        ? await sendOnce(api.recordRefund, { ...payment, reason: text('reason') })
        : await sendOnce(api.takePayment, payment)
      onDone(bill, payment.amount, formatPaymentMessage(method, payment.amount, customer, translator))
    },
    { isRepeatable: true },
  )
  // The pressed button is gone, so the amount takes the focus. Its text is selected, so that typing replaces it.
  useEffect(() => form.ref.current!.querySelector<HTMLInputElement>('[name=amount]')!.select(), [form.ref])
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
        customer={customer && customer.name}
        onMethodChange={setMethod}
        referenceError={error('reference')}
      />
      {isRefund && (
        <TextField label={t('bill.reason')} name="reason" maxLength={200} required error={error('reason')} />
      )}
      <FormButtons
        failure={failure}
        isBusy={isBusy}
        label={
          isOnAccount && customer && !isRefund
            ? t('bill.bill_to', { customer: customer.name })
            : t(isRefund ? 'bill.record_refund_submit' : 'bill.record_payment_submit')
        }
        onClose={onClose}
      />
    </form>
  )
}

/** The method of a payment, and the reference of a card, bank or mobile payment. */
export function PaymentMethodFields({
  method,
  customer,
  onMethodChange,
  referenceError,
}: {
  method: DeskMethod
  /** The customer to whom the stay can be billed, or null. */
  customer: string | null
  onMethodChange: (method: DeskMethod) => void
  referenceError: string | undefined
}) {
  const { t } = useTranslator()
  return (
    <>
      <Choice
        legend={t('bill.method')}
        name="method"
        value={method}
        onChoose={onMethodChange}
        options={listDeskMethodOptions(t, customer)}
      />
      {method !== 'cash' && method !== 'customer' && (
        <TextField
          label={t('bill.reference')}
          name="reference"
          maxLength={80}
          autoComplete="off"
          error={referenceError}
        />
      )}
    </>
  )
}
