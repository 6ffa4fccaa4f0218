import { useEffect, useState, type ReactNode } from 'react'
import type { BillApi } from '#stays/bills/bill/contract.ts'
import { getDefaultMethod, PaymentMethodFields, formatPaymentMessage } from '#stays/bills/bill/payment-form.tsx'
import type { DeskMethod } from '#schema/bills.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { Choice } from '#ui/form/radio-group.tsx'
import type { Translator } from '#locales/translator.ts'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { Chip } from '#ui/office/record-page.tsx'
import type { CheckOutPreview, DeskApi } from '../contract.ts'
import styles from './row-form.module.css'

interface RoomVersion {
  booking: number
  version: number
}

export interface CheckOutResult {
  operation_id: number
  message: string
  /** Undoes the check-out, and voids the payment that was taken with it. */
  undo: () => Promise<{ message: string }>
}

/**
 * Checks out rooms of a stay. Shows the bill after the departure, asks whether to charge unused nights and how to
 * settle an overpayment, and takes the payment. All amounts come from one preview by the server.
 */
export function CheckOut({
  code,
  rooms,
  label,
  onDone,
  onClose,
  children,
}: {
  code: string
  rooms: readonly RoomVersion[]
  /** The label of the button if there is nothing to pay. */
  label: string
  onDone: (result: CheckOutResult) => void
  onClose: () => void
  /** The first part of the form. */
  children?: ReactNode
}) {
  const translator = useTranslator()
  const { t, money } = translator
  const api = useApi<DeskApi & BillApi>()
  const office = useOffice()
  const { preview, hasFailed, reload } = usePreview(rooms)
  const [choice, setChoice] = useState<'charge' | 'waive' | null>(null)
  const [isUnpaid, setUnpaid] = useState(false)
  const [overpaymentChoice, setOverpaymentChoice] = useState<'refund' | 'credit'>('refund')
  const [hasHiddenOverpayment, setHasHiddenOverpayment] = useState(false)
  const [chosenMethod, setMethod] = useState<DeskMethod | null>(null)
  const customer = preview?.customer ?? null
  const method = chosenMethod ?? getDefaultMethod(customer)
  const selectedChoice = preview?.proposed && (choice ?? preview.proposed)
  const dueAmount = preview?.settles ? preview[selectedChoice ?? 'waive'].due : 0
  const takesPayment = dueAmount !== null && dueAmount > 0 && office.can('take money') && !isUnpaid
  const isLeavingUnpaid = (dueAmount !== null && dueAmount > 0 && !takesPayment) || (dueAmount === null && isUnpaid)
  const needsOverpaymentChoice = dueAmount === null ? hasHiddenOverpayment : dueAmount < 0
  const { form, isBusy, failure, error } = useForm(
    async ({ text, reportLostResponse }) => {
      const settlement = {
        [preview?.late ? 'late' : 'unused']: selectedChoice ?? null,
        unused_reason: text('unused_reason'),
        owing: text('owing'),
        overpaid: needsOverpaymentChoice ? overpaymentChoice : null,
        credit: text('credit'),
        ...(takesPayment && { amount: dueAmount, method, reference: text('reference') }),
      }
      const versions = rooms.map(({ booking, version }) => ({ booking, version }))
      const [firstRoom, ...otherRooms] = versions as [RoomVersion, ...RoomVersion[]]
      const { operation_id, payment_id, message } = await reportLostResponse(
        otherRooms.length === 0
          ? api.checkGuestOut({ ...firstRoom, ...settlement })
          : api.checkOutTogether({ rooms: versions, ...settlement }),
      )
      onDone({
        operation_id,
        message:
          payment_id === null
            ? message
            : `${message} ${formatPaymentMessage(method, dueAmount!, customer, translator)}`,
        undo: async () => {
          const response = await api.undoOperation({ operation_id })
          if (payment_id !== null) await api.voidPayment({ code, id: payment_id, reason: t('desk.void_reason') })
          return response
        },
      })
      office.refresh()
    },
    {
      isRepeatable: true,
      onRejected(userError) {
        if (userError.errors['owing']) setUnpaid(true)
        if (userError.errors['overpaid']) setHasHiddenOverpayment(true)
        reload()
        return userError
      },
    },
  )
  const isLoaded = preview !== null
  useEffect(() => {
    if (isLoaded && !form.ref.current?.contains(document.activeElement)) form.ref.current?.focus()
  }, [form.ref, isLoaded])
  useEffect(() => {
    if (isUnpaid) form.ref.current?.querySelector<HTMLElement>('[name=owing]')?.focus()
  }, [form.ref, isUnpaid])
  return (
    <form {...form} tabIndex={-1} className={styles.form}>
      {children}
      {!preview && !hasFailed && rooms.length > 0 && <p>{t('office.loading')}</p>}
      {hasFailed && <Failure>{t('office.failed')}</Failure>}
      {preview && selectedChoice && (
        <ChargeChoice
          preview={preview}
          currentChoice={selectedChoice}
          onChoose={setChoice}
          reasonError={error('unused_reason')}
        />
      )}
      {preview && <Settlement preview={preview} charge={selectedChoice ?? 'waive'} />}
      {takesPayment && (
        <PaymentMethodFields
          method={method}
          customer={customer && customer.name}
          onMethodChange={setMethod}
          referenceError={error('reference')}
        />
      )}
      {isLeavingUnpaid && (
        <TextField label={t('desk.unpaid_reason')} name="owing" maxLength={200} required error={error('owing')} />
      )}
      {needsOverpaymentChoice && (
        <>
          <Choice
            legend={t('desk.overpayment')}
            name="overpaid"
            value={overpaymentChoice}
            onChoose={setOverpaymentChoice}
            options={[
              [
                'refund',
                dueAmount === null
                  ? t('desk.overpaid_refund_hidden')
                  : t('desk.overpaid_refund', { amount: money(-dueAmount) }),
              ],
              ['credit', t('desk.overpaid_credit')],
            ]}
          />
          {overpaymentChoice === 'credit' ? (
            <TextField label={t('desk.credit_reason')} name="credit" maxLength={200} required error={error('credit')} />
          ) : (
            <p className="small">
              {t(office.can('give money back') ? 'desk.refund_follows' : 'desk.refund_needs_approval')}
            </p>
          )}
        </>
      )}
      <FormButtons
        failure={failure}
        isBusy={isBusy}
        disabled={!preview}
        label={
          takesPayment
            ? t(method === 'customer' ? 'desk.bill_and_check_out' : 'desk.take_and_check_out', {
                amount: money(dueAmount),
              })
            : isLeavingUnpaid
              ? t('desk.check_out_unpaid')
              : label
        }
        {...(!takesPayment && { variant: 'secondary' as const })}
        onClose={onClose}
      />
      {takesPayment && (
        <div className="row-2">
          <Button variant="quiet" disabled={isBusy} onClick={() => setUnpaid(true)}>
            {t('desk.check_out_unpaid')}
          </Button>
        </div>
      )}
    </form>
  )
}

/**
 * Asks whether the guest pays for the unused nights or the late check-out, with the total for each answer. Marks the
 * answer that the agreed terms propose for unused nights. The other answer needs a reason.
 */
function ChargeChoice({
  preview,
  currentChoice,
  onChoose,
  reasonError,
}: {
  preview: CheckOutPreview
  currentChoice: 'charge' | 'waive'
  onChoose: (choice: 'charge' | 'waive') => void
  reasonError: string | undefined
}) {
  const translator = useTranslator()
  const { t, money } = translator
  const prescribedChoice = preview.late ? null : preview.proposed
  const isException = prescribedChoice !== null && currentChoice !== prescribedChoice
  const createOption = (choice: 'charge' | 'waive') => {
    const { total } = preview[choice]
    const label =
      total === null ? t(`desk.unused_${choice}_hidden`) : t(`desk.unused_${choice}`, { total: money(total) })
    return [
      choice,
      <>
        {label} {choice === prescribedChoice && <Chip tone="to-come">{t('desk.unused_terms')}</Chip>}
      </>,
    ] as const
  }
  return (
    <div className={styles.early}>
      <Choice
        legend={describeCharge(preview, translator)}
        name={preview.late ? 'late' : 'unused'}
        value={currentChoice}
        onChoose={onChoose}
        options={[createOption('charge'), createOption('waive')]}
      />
      <p className="small">{t(preview.late ? 'desk.late_hint' : `desk.unused_terms_${preview.proposed!}`)}</p>
      {isException && (
        <TextField
          label={t('desk.unused_reason')}
          name="unused_reason"
          maxLength={200}
          required
          autoComplete="off"
          error={reasonError}
        />
      )}
    </div>
  )
}

function describeCharge({ late, unused_nights, unused_price }: CheckOutPreview, { t, count, money }: Translator) {
  if (late)
    return late.price === null
      ? t('desk.late_hidden', { time: late.until })
      : t('desk.late', { time: late.until, price: money(late.price) })
  const nightsText = count('rooms.nights', unused_nights)
  return unused_price === null
    ? t('desk.unused_hidden', { nights: nightsText })
    : t('desk.unused', { nights: nightsText, price: money(unused_price) })
}

/** The bill after the check-out. */
function Settlement({ preview, charge }: { preview: CheckOutPreview; charge: 'charge' | 'waive' }) {
  const { t, money } = useTranslator()
  const { total, due } = preview[charge]
  if (!preview.settles) return <p>{t('desk.settles_later')}</p>
  if (total === null || due === null || preview.paid === null) return null
  return (
    <p aria-live="polite">
      {t('desk.settlement', { total: money(total), paid: money(preview.paid) })}{' '}
      <strong>
        {due === 0
          ? t('bill.is_settled')
          : t(due > 0 ? 'desk.balance_due' : 'desk.to_refund', { amount: money(Math.abs(due)) })}
      </strong>
    </p>
  )
}

/** Loads the preview of a check-out, and again after `reload`. `preview` is null until it has loaded. */
function usePreview(rooms: readonly RoomVersion[]) {
  const api = useApi<DeskApi>()
  const requestKey = JSON.stringify(rooms.map(({ booking }) => booking))
  const [attemptCount, setAttemptCount] = useState(0)
  const [result, setResult] = useState<{ requestKey: string; preview: CheckOutPreview | null } | null>(null)
  useEffect(() => {
    if (requestKey === '[]') return
    let isCurrent = true
    api.previewCheckOut({ rooms: JSON.parse(requestKey) as number[] }).then(
      (preview) => isCurrent && setResult({ requestKey, preview }),
      () => isCurrent && setResult({ requestKey, preview: null }),
    )
    return () => void (isCurrent = false)
  }, [api, requestKey, attemptCount])
  const currentResult = result?.requestKey === requestKey ? result : null
  return {
    preview: currentResult?.preview ?? null,
    hasFailed: currentResult !== null && currentResult.preview === null,
    reload: () => setAttemptCount((count) => count + 1),
  }
}
