import { useState } from 'react'
import { Link, useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/form/radio-group.tsx'
import { TextField } from '#ui/form/field.tsx'
import { ActionForm } from '#ui/office/action-form.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { formatWhen } from '#ui/office/format-time.ts'
import { officeHref } from '#routes/office.ts'
import { formatMeans } from '../means.ts'
import { formatAmount } from './amount.ts'
import type { PaymentsOfficeApi, PaymentsOverview } from './contract.ts'
import styles from './payments.module.css'

/** A payment in review: the reason, and the possible actions. */
export function ReviewItem({ payment }: { payment: PaymentsOverview['under_review'][number] }) {
  const translator = useTranslator()
  const { t, money } = translator
  const api = useApi<PaymentsOfficeApi>()
  const office = useOffice()
  const [isRejecting, setIsRejecting] = useState(false)
  const { id, attempt, reason, currency } = payment
  const canTakeMoney = office.can('take money')
  const canRefund = office.can('give money back')
  return (
    <li className={styles.card}>
      <h3>
        <Link to={officeHref('bill', payment.code)}>{payment.name || payment.code}</Link>
        <strong>{formatAmount(payment, translator)}</strong>
      </h3>
      <p>{t(`payments.why_${getReasonKey(reason)}`, { asked: money(payment.requested_amount), risk: payment.risk })}</p>
      <p className="small">
        {[formatWhen(translator, payment.at), formatMeans(payment.means, translator), payment.tran_id]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {isRejecting && id !== null ? (
        <RejectForm id={id} isTaka={currency === 'BDT'} onClose={() => setIsRejecting(false)} />
      ) : (
        <div className={styles.acts}>
          {id !== null && canTakeMoney && currency === 'BDT' && (
            <ActionForm
              label={t('payments.accept')}
              done={t('bill.payment_recorded', { amount: formatAmount(payment, translator) })}
              onSubmit={() => api.acceptPayment({ id })}
            />
          )}
          {id !== null && canRefund && (
            <Button variant="quiet" onClick={() => setIsRejecting(true)}>
              {t('payments.reject')}
            </Button>
          )}
          {id === null && canTakeMoney && (
            <ActionForm
              label={t('payments.query_again')}
              done={t('payments.queried')}
              onSubmit={() => api.queryPaymentAgain({ attempt })}
            />
          )}
          {id === null && canTakeMoney && (
            <ActionForm
              label={t('payments.mark_unpaid')}
              done={t('payments.marked_unpaid')}
              onSubmit={({ text }) => api.closePayment({ attempt, reason: text('reason') })}
            >
              {(error) => (
                <TextField label={t('bill.reason')} name="reason" maxLength={200} required error={error('reason')} />
              )}
            </ActionForm>
          )}
        </div>
      )}
    </li>
  )
}

const reasons = ['amount', 'currency', 'risk', 'again', 'other order', 'trouble', 'pending'] as const
/** Returns the key of the text for a reason. Unknown reasons are shown as `trouble`. */
function getReasonKey(reason: string) {
  const knownReason = reasons.find((candidate) => candidate === reason) ?? 'trouble'
  return knownReason === 'other order' ? 'other_order' : knownReason
}

function RejectForm({ id, isTaka, onClose }: { id: number; isTaka: boolean; onClose: () => void }) {
  const { t } = useTranslator()
  const api = useApi<PaymentsOfficeApi>()
  return (
    <ActionForm
      label={t('payments.reject_submit')}
      done={t('payments.rejected')}
      onSubmit={({ text }) =>
        api.rejectPayment({ id, is_refunded: isTaka && text('how') === 'back', reason: text('reason') })
      }
    >
      {(error) => (
        <>
          {isTaka && (
            <Choice
              legend={t('payments.reject_outcome')}
              name="how"
              value="back"
              options={[
                ['back', t('payments.reject_refund')],
                ['settled', t('payments.reject_settled')],
              ]}
            />
          )}
          <TextField label={t('bill.reason')} name="reason" maxLength={200} required error={error('reason')} />
          <Button variant="quiet" onClick={onClose}>
            {t('desk.not_now')}
          </Button>
        </>
      )}
    </ActionForm>
  )
}
