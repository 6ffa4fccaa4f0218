import { poishaToBdt, bdtToPoisha } from '#platform/money.ts'
import { Link, useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { RecordSection } from '#ui/office/record-page.tsx'
import { ListHead } from '#ui/office/list.tsx'
import { officePages } from '#routes/office.ts'
import { queryString } from '#routes/public.ts'
import type { PaymentsOfficeApi, PaymentsOverview } from './contract.ts'
import { ReviewItem } from './review-item.tsx'
import { OpenRefund } from './open-refund.tsx'
import { ReceivedPayments } from './received-payments.tsx'
import styles from './payments.module.css'

/** The page of online payments: the totals of today, payments in review, refunds, and then the latest payments. */
export const paymentsPage: Page<PaymentsOfficeApi, PaymentsOverview> = {
  load: ({ api }) => api.getPayments({}),
  isLive: true,
  head: (_, { t }) => ({ title: t('payments.title'), hidden: true }),
  View: PaymentsView,
}

function PaymentsView({ data: overview }: { data: PaymentsOverview }) {
  const { t } = useTranslator()
  return (
    <>
      <ListHead title={t('payments.title')}>
        <ButtonLink variant="quiet" to={officePages.takings}>
          {t('takings.title')}
        </ButtonLink>
        <ButtonLink variant="quiet" to={officePages.settlements}>
          {t('settlement.all')}
        </ButtonLink>
      </ListHead>
      <div className={styles.page}>
        <Totals overview={overview} />
        {overview.under_review.length > 0 && (
          <RecordSection title={t('payments.to_review')}>
            <ul role="list" className="stack-3">
              {overview.under_review.map((reviewItem) => (
                <ReviewItem key={`${reviewItem.attempt} ${reviewItem.id}`} payment={reviewItem} />
              ))}
            </ul>
          </RecordSection>
        )}
        {overview.refunds.length > 0 && (
          <RecordSection title={t('refund.all')}>
            <ul role="list" className="stack-3">
              {overview.refunds.map((openRefund) => (
                <OpenRefund key={openRefund.id} refund={openRefund} />
              ))}
            </ul>
          </RecordSection>
        )}
        <RecordSection title={t('payments.received')}>
          {overview.received.length === 0 ? (
            <p className="small">{t('payments.none_received')}</p>
          ) : (
            <ReceivedPayments payments={overview.received} />
          )}
        </RecordSection>
      </div>
    </>
  )
}

/** The open work, each with what appears there, and the takings of today. */
function Totals({ overview: { under_review, refunds, today } }: { overview: PaymentsOverview }) {
  const { t, number, money } = useTranslator()
  const refundSum = poishaToBdt(refunds.reduce((total, { amount }) => total + bdtToPoisha(amount), 0))
  const totals = [
    {
      name: t('payments.to_review'),
      value: number(under_review.length),
      about: t(under_review.length === 0 ? 'payments.none_to_review' : 'payments.review_now'),
      isDue: under_review.length > 0,
    },
    {
      name: t('refund.all'),
      value: number(refunds.length),
      about: refunds.length === 0 ? t('refund.none') : money(refundSum),
      isDue: refunds.length > 0,
    },
    {
      name: t('payments.received_today'),
      value: money(today.received),
      about: t('payments.of_that_online', { amount: money(today.online) }),
    },
    {
      name: t('payments.refunded_today'),
      value: money(today.refunded),
      about: <Link to={officePages.takings + queryString({ day: today.day })}>{t('payments.by_method')}</Link>,
    },
  ]
  return (
    <dl className={styles.totals}>
      {totals.map(({ name, value, about, isDue }) => (
        <div key={name} data-due={isDue}>
          <dt>{name}</dt>
          <dd>
            <strong>{value}</strong>
            <span className="small">{about}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
