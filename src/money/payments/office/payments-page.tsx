import { Link, useTranslator, type Page } from '#platform/pages/page.tsx'
import { ReceiptDownloads } from '#stays/bills/bill/receipt-downloads.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Chip, RecordSection } from '#ui/office/record-page.tsx'
import { ListHead } from '#ui/office/list.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { officeHref, officePages } from '#routes/office.ts'
import type { PaymentsOfficeApi, PaymentsOverview } from './contract.ts'
import { formatAmount } from './amount.ts'
import { ReviewItem } from './review-item.tsx'
import { OpenRefund } from './open-refund.tsx'
import styles from './payments.module.css'

/** The page of online payments: payments in review, refunds and the latest payments. */
export const paymentsPage: Page<PaymentsOfficeApi, PaymentsOverview> = {
  load: ({ api }) => api.getPayments({}),
  isLive: true,
  head: (_, { t }) => ({ title: t('payments.title'), hidden: true }),
  View: PaymentsView,
}

function PaymentsView({ data }: { data: PaymentsOverview }) {
  const translator = useTranslator()
  const { t } = translator
  return (
    <>
      <ListHead title={t('payments.title')} subtitle={t('payments.about')}>
        <ButtonLink variant="secondary" to={officePages.takings}>
          {t('takings.title')}
        </ButtonLink>
        <ButtonLink variant="secondary" to={officePages.settlements}>
          {t('settlement.all')}
        </ButtonLink>
      </ListHead>
      <div className={styles.page}>
        <RecordSection title={t('payments.to_review')}>
          {data.to_look_at.length === 0 && <p className="small">{t('payments.none_to_review')}</p>}
          <ul role="list" className="stack-3">
            {data.to_look_at.map((reviewItem) => (
              <ReviewItem key={`${reviewItem.attempt} ${reviewItem.id}`} payment={reviewItem} />
            ))}
          </ul>
        </RecordSection>
        <RecordSection title={t('refund.all')}>
          {data.refunds.length === 0 && <p className="small">{t('refund.none')}</p>}
          <ul role="list" className="stack-3">
            {data.refunds.map((openRefund) => (
              <OpenRefund key={openRefund.id} refund={openRefund} />
            ))}
          </ul>
        </RecordSection>
        <RecordSection title={t('payments.received')}>
          {data.received.length === 0 && <p className="small">{t('payments.none_received')}</p>}
          <ul role="list" className={styles.lines}>
            {data.received.map((receipt) => (
              <li key={receipt.id}>
                <span className="line-2">
                  <Link to={officeHref('bill', receipt.code)}>{receipt.name || receipt.code}</Link>
                  {receipt.state !== 'taken' && (
                    <Chip tone={receipt.state === 'review' ? 'due' : 'over'}>
                      {t(`payments.state_${receipt.state}`)}
                    </Chip>
                  )}
                </span>
                <span>{formatAmount(receipt, translator)}</span>
                <span className="small">
                  {[formatWhen(translator, receipt.at), receipt.means, receipt.tran_id].filter(Boolean).join(' · ')}
                </span>
                {receipt.payment !== null && (
                  <ReceiptDownloads payment={receipt.payment} recipientLanguage={receipt.language} />
                )}
              </li>
            ))}
          </ul>
        </RecordSection>
      </div>
    </>
  )
}
