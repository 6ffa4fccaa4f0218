import { useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { TextArea, TextField } from '#ui/form/field.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { NumberField } from '#ui/office/number-field.tsx'
import { toNumberOrText, type InputValue } from '#ui/form/number-input.ts'
import type { BillDetails, OnlinePaymentApi } from './contract.ts'
import styles from './bill.module.css'

interface FormProps {
  bill: BillDetails
  onDone: (message: string) => void
  onClose: () => void
}

/** Emails the guest a link to pay the balance online. */
export function LinkForm({ bill, onDone, onClose }: FormProps) {
  const { t, money } = useTranslator()
  const api = useApi<OnlinePaymentApi>()
  const { form, isBusy, failure, error } = useForm(
    async ({ text, reportLostResponse }) => {
      await reportLostResponse(api.sendPayLink({ code: bill.code, message: text('message') }))
      onDone(t('bill.payment_link_sent'))
    },
    { isRepeatable: true },
  )
  return (
    <form {...form} className={styles.form}>
      <TextArea
        label={t('bill.payment_link_message')}
        hint={t('bill.payment_link_hint', { amount: money(bill.owed) })}
        name="message"
        rows={3}
        maxLength={500}
        error={error('message')}
      />
      <FormButtons failure={failure} label={t('bill.payment_link_send')} isBusy={isBusy} onClose={onClose} />
    </form>
  )
}

/** Refunds an online payment through the payment gateway. */
export function OnlineRefundForm({ bill, onDone, onClose }: FormProps) {
  const { t, money } = useTranslator()
  const api = useApi<OnlinePaymentApi>()
  const [amount, setAmount] = useState<InputValue>(Math.min(bill.paid_online, -bill.owed))
  const { form, isBusy, failure, error } = useForm(
    async ({ text, sendOnce }) => {
      const refund = { code: bill.code, amount: toNumberOrText(amount) as number, reason: text('reason') }
      await sendOnce(api.refundOnline, refund)
      onDone(t('bill.refund_recorded', { amount: money(refund.amount) }))
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
      <TextField label={t('bill.reason')} name="reason" maxLength={200} required error={error('reason')} />
      <FormButtons failure={failure} label={t('bill.refund_online')} isBusy={isBusy} onClose={onClose} />
    </form>
  )
}
