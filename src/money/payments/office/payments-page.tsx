import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { RecordSection } from '#ui/office/record-page.tsx'
import { ListHead } from '#ui/office/list.tsx'
import { officePages } from '#routes/office.ts'
import type { PaymentsOfficeApi, PaymentsOverview } from './contract.ts'
import { ReviewItem } from './review-item.tsx'
import { OpenRefund } from './open-refund.tsx'
import { ReceivedPayments } from './received-payments.tsx'
import styles from './payments.module.css'

/** The page of online payments: payments in review, refunds and the latest payments. */
export const paymentsPage: Page<PaymentsOfficeApi, PaymentsOverview> = {
  load: ({ api }) => api.getPayments({}),
  isLive: true,
  head: (_, { t }) => ({ title: t('payments.title'), hidden: true }),
  View: PaymentsView,
}

function PaymentsView({ data }: { data: PaymentsOverview }) {
  const { t } = useTranslator()
  // Sections with tasks stand above the payments, and empty ones below.
  const toReview = (
    <RecordSection title={t('payments.to_review')}>
      {data.to_look_at.length === 0 && <p className="small">{t('payments.none_to_review')}</p>}
      <ul role="list" className="stack-3">
        {data.to_look_at.map((reviewItem) => (
          <ReviewItem key={`${reviewItem.attempt} ${reviewItem.id}`} payment={reviewItem} />
        ))}
      </ul>
    </RecordSection>
  )
  const refunds = (
    <RecordSection title={t('refund.all')}>
      {data.refunds.length === 0 && <p className="small">{t('refund.none')}</p>}
      <ul role="list" className="stack-3">
        {data.refunds.map((openRefund) => (
          <OpenRefund key={openRefund.id} refund={openRefund} />
        ))}
      </ul>
    </RecordSection>
  )
  return (
    <>
      <ListHead title={t('payments.title')} about={t('payments.about')}>
        <ButtonLink variant="secondary" to={officePages.takings}>
          {t('takings.title')}
        </ButtonLink>
        <ButtonLink variant="secondary" to={officePages.settlements}>
          {t('settlement.all')}
        </ButtonLink>
      </ListHead>
      <div className={styles.page}>
        {data.to_look_at.length > 0 && toReview}
        {data.refunds.length > 0 && refunds}
        <RecordSection title={t('payments.received')}>
          {data.received.length === 0 ? (
            <p className="small">{t('payments.none_received')}</p>
          ) : (
            <ReceivedPayments payments={data.received} />
          )}
        </RecordSection>
        {data.to_look_at.length === 0 && toReview}
        {data.refunds.length === 0 && refunds}
      </div>
    </>
  )
}
