import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { PdfDownloads } from '#ui/paper/pdf-downloads.tsx'
import { RecordSection } from '#ui/office/record-page.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { BillLine } from './bill-line.tsx'
import type { BillApi, BillDetails } from './contract.ts'
import { LinkForm, OnlineRefundForm } from './online-forms.tsx'
import { PaymentForm } from './payment-form.tsx'
import { ReceiptDownloads } from './receipt-downloads.tsx'
import type { BillForms } from './use-bill-forms.ts'
import styles from './bill.module.css'

interface PaymentsProps {
  bill: BillDetails
  forms: BillForms
}

/** The payments of a bill with its sums, the forms for a payment or a refund, and the documents. */
export function Payments({ bill, forms }: PaymentsProps) {
  const translator = useTranslator()
  const { t, money } = translator
  const api = useApi<BillApi>()
  const { code, payments } = bill
  async function voidPayment(id: number, reason: string) {
    await api.voidPayment({ code, id, reason })
    forms.finish(t('bill.voided'))
  }
  return (
    <RecordSection title={t('bill.payments')}>
      {payments.length === 0 && <p className={styles.none}>{t('bill.no_payments')}</p>}
      <ul role="list" className={styles.lines}>
        {payments.map(({ id, method, reference, at, by, reason, amount, reversal, can_void }) => (
          <BillLine
            key={id}
            title={[t(`bill.method_${method}`), reference].filter(Boolean).join(', ')}
            details={[formatWhen(translator, at), by, reason].filter(Boolean).join(' · ')}
            amount={amount < 0 ? t('bill.refunded_amount', { amount: money(-amount) }) : money(amount)}
            reversal={reversal}
            onVoid={can_void ? (voidReason) => voidPayment(id, voidReason) : null}
          >
            {reversal === null && method !== 'customer' && (
              <ReceiptDownloads payment={id} recipientLanguage={bill.language} />
            )}
          </BillLine>
        ))}
      </ul>
      <Sums bill={bill} />
      <OpenForm bill={bill} forms={forms} />
      <PdfDownloads
        isForRecipient
        className={styles.acts}
        title={t('bill.title')}
        name={`bill-${code}`}
        recipientLanguage={bill.language}
        fetchFile={(language) => api.getBillPdf({ code, language })}
      />
    </RecordSection>
  )
}

/** The open form, or the buttons that open one. */
function OpenForm({ bill, forms }: PaymentsProps) {
  const { t, money } = useTranslator()
  const { code, owed } = bill
  const onlineProps = { bill, onClose: forms.close, onDone: forms.finish }
  switch (forms.openForm) {
    case 'back':
      return (
        <PaymentForm
          isRefund
          code={code}
          amount={Math.max(0, -owed)}
          customer={bill.customer}
          onClose={forms.close}
          onDone={(_, amount) => forms.finish(t('bill.refund_recorded', { amount: money(amount) }))}
        />
      )
    case 'link':
      return <LinkForm {...onlineProps} />
    case 'online':
      return <OnlineRefundForm {...onlineProps} />
    default:
      return <PaymentButtons bill={bill} forms={forms} />
  }
}

function PaymentButtons({ bill, forms: { open } }: PaymentsProps) {
  const { t } = useTranslator()
  const office = useOffice()
  const [canTakeMoney, canRefund] = [office.can('take money'), office.can('give money back')]
  const { owed } = bill
  return (
    <div className={styles.acts}>
      {canTakeMoney && bill.takes_online && owed > 0 && (
        <Button variant="secondary" onClick={() => open('link')}>
          {t('bill.payment_link')}
        </Button>
      )}
      {canRefund && owed < 0 && bill.paid_online > 0 && (
        <Button variant="secondary" onClick={() => open('online')}>
          {t('bill.refund_online')}
        </Button>
      )}
      {canRefund && bill.paid > 0 && (
        <Button variant={owed < 0 ? 'primary' : 'quiet'} onClick={() => open('back')}>
          {t('bill.record_refund')}
        </Button>
      )}
    </div>
  )
}

function Sums({ bill }: { bill: BillDetails }) {
  const { t, money } = useTranslator()
  return (
    <dl className={styles.sums}>
      <dt>{t('bill.total')}</dt>
      <dd>{money(bill.costs)}</dd>
      <dt className={styles.quiet}>{t('bill.vat_included')}</dt>
      <dd className={styles.quiet}>{money(bill.vat)}</dd>
      {bill.service !== 0 && (
        <>
          <dt className={styles.quiet}>{t('bill.service_included')}</dt>
          <dd className={styles.quiet}>{money(bill.service)}</dd>
        </>
      )}
      <dt>{t('bill.paid')}</dt>
      <dd>{money(bill.paid)}</dd>
      <dt className={styles.owed}>{t(bill.owed < 0 ? 'bill.refund_due' : 'bill.owed')}</dt>
      <dd className={styles.owed}>{money(Math.abs(bill.owed))}</dd>
    </dl>
  )
}
