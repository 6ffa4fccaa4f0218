import { useState } from 'react'
import { Link, useApi, useTranslator } from '#platform/pages/page.tsx'
import { PaymentMethodFields } from '#stays/bills/bill/payment-form.tsx'
import type { DeskMethod } from '#schema/bills.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { ActionForm } from '#ui/office/action-form.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { Chip } from '#ui/office/record-page.tsx'
import { NumberField } from '#ui/office/number-field.tsx'
import { toNumberOrText, type InputValue } from '#ui/form/number-input.ts'
import { formatWhen } from '#ui/office/format-time.ts'
import { officeHref } from '#routes/office.ts'
import { formatMeans } from '../means.ts'
import type { PaymentsOfficeApi, PaymentsOverview } from './contract.ts'
import styles from './payments.module.css'

type Refund = PaymentsOverview['refunds'][number]

/** A refund that is proposed or in progress: its reason, state and possible actions. */
export function OpenRefund({ refund }: { refund: Refund }) {
  const translator = useTranslator()
  const { t, money } = translator
  const office = useOffice()
  const [isDismissing, setDismissing] = useState(false)
  const state = getDisplayState(refund)
  // All other refunds are already at the gateway.
  const isOpen = refund.state === 'to approve' || refund.state === 'failed' || refund.by_hand
  return (
    <li className={styles.card}>
      <h3>
        <Link to={officeHref('bill', refund.code)}>{refund.name || refund.code}</Link>
        <strong>{money(refund.amount)}</strong>
      </h3>
      <p>
        <Chip tone={state === 'on_its_way' ? 'to-come' : 'due'}>{t(`refund.state_${state}`)}</Chip>{' '}
        {t(`refund.why_${refund.why === 'not taken' ? 'not_taken' : (refund.why as 'late')}`)}
        {refund.reason && ` ${refund.reason}`}
      </p>
      {(refund.state === 'failed' || refund.state === 'unsure') && (
        <p>{t('refund.gateway_message', { message: refund.trouble || '–' })}</p>
      )}
      {isOpen && refund.refundable_amount < refund.amount && (
        <p>
          {t(refund.refundable_amount > 0 ? 'refund.less_due' : 'refund.not_due', {
            most: money(refund.refundable_amount),
          })}
        </p>
      )}
      <p className="small">
        {[
          formatWhen(translator, refund.at),
          formatMeans(refund.means, translator),
          refund.by_hand ? refund.phone : refund.number,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {office.can('give money back') && (
        <div className={styles.acts}>
          {isDismissing ? (
            <Dismiss refund={refund} onClose={() => setDismissing(false)} />
          ) : (
            <>
              <RefundActions refund={refund} />
              {isOpen && (
                <Button variant="quiet" onClick={() => setDismissing(true)}>
                  {t('refund.dismiss')}
                </Button>
              )}
            </>
          )}
        </div>
      )}
    </li>
  )
}

function getDisplayState({ state, by_hand }: Refund) {
  if (state === 'to approve') return 'to_approve'
  if (state === 'queued' || state === 'processing') return by_hand ? 'by_hand' : 'on_its_way'
  return state
}

function RefundActions({ refund }: { refund: Refund }) {
  const { t, money } = useTranslator()
  const api = useApi<PaymentsOfficeApi>()
  const { id, state } = refund
  if (state === 'to approve') return refund.refundable_amount > 0 ? <Approve refund={refund} /> : null
  if (state === 'failed' && refund.refundable_amount > 0)
    return (
      <ActionForm
        label={t('refund.retry')}
        done={t('refund.retried', { amount: money(refund.refundable_amount) })}
        onSubmit={() => api.retryRefund({ id })}
      />
    )
  if (state === 'unsure')
    return (
      <>
        <ActionForm
          label={t('refund.mark_refunded')}
          done={t('bill.refund_recorded', { amount: money(refund.amount) })}
          onSubmit={() => api.resolveRefund({ id, was_made: true })}
        />
        <ActionForm
          label={t('refund.mark_not_refunded')}
          done={t('refund.not_refunded')}
          onSubmit={() => api.resolveRefund({ id, was_made: false })}
        />
      </>
    )
  return refund.by_hand && state === 'processing' ? <ManualRefund refund={refund} /> : null
}

/** Approves all of the refund or a part. */
function Approve({ refund: { id, refundable_amount: maxAmount } }: { refund: Refund }) {
  const { t, money } = useTranslator()
  const api = useApi<PaymentsOfficeApi>()
  const [amount, setAmount] = useState<InputValue>(maxAmount)
  return (
    <ActionForm
      label={t('refund.approve')}
      done={t('refund.approved', { amount: money(Number(toNumberOrText(amount))) })}
      onSubmit={({ text }) =>
        api.approveRefund({ id, amount: toNumberOrText(amount) as number, reason: text('reason') })
      }
    >
      {(error) => (
        <div className={styles.beside}>
          <NumberField
            label={t('bill.amount_bdt')}
            name="amount"
            value={amount}
            onValueChange={setAmount}
            error={error('amount')}
          />
          <TextField label={t('refund.note')} name="reason" maxLength={200} error={error('reason')} />
        </div>
      )}
    </ActionForm>
  )
}

function ManualRefund({ refund: { id, refundable_amount, billed_to } }: { refund: Refund }) {
  const { t, money } = useTranslator()
  const api = useApi<PaymentsOfficeApi>()
  const [method, setMethod] = useState<DeskMethod>(billed_to === null ? 'cash' : 'customer')
  return (
    <ActionForm
      label={t('bill.record_refund_submit')}
      done={t('bill.refund_recorded', { amount: money(refundable_amount) })}
      onSubmit={({ text }) => api.refundAtDesk({ id, method, reference: text('reference') })}
    >
      {(error) => (
        <PaymentMethodFields
          method={method}
          customer={billed_to}
          onMethodChange={setMethod}
          referenceError={error('reference')}
        />
      )}
    </ActionForm>
  )
}

function Dismiss({ refund: { id }, onClose }: { refund: Refund; onClose: () => void }) {
  const { t } = useTranslator()
  const api = useApi<PaymentsOfficeApi>()
  return (
    <ActionForm
      label={t('refund.dismiss_submit')}
      done={t('refund.dismissed')}
      onSubmit={({ text }) => api.dismissRefund({ id, reason: text('reason') })}
    >
      {(error) => (
        <>
          <TextField
            label={t('bill.reason')}
            hint={t('refund.dismiss_hint')}
            name="reason"
            maxLength={200}
            required
            error={error('reason')}
          />
          <Button variant="quiet" onClick={onClose}>
            {t('desk.not_now')}
          </Button>
        </>
      )}
    </ActionForm>
  )
}
