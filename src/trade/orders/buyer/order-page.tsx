import type { ReactNode } from 'react'
import { isNotFound } from '#platform/errors.ts'
import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useRejectedForm, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FactList } from '#ui/fact-list.tsx'
import { TextArea } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { Notice } from '#ui/notice.tsx'
import { linkedEndpoints } from '#routes/linked-api.ts'
import { href, queryString } from '#routes/public.ts'
import { orderStates } from '#schema/quotations.ts'
import { describeFile } from '../../enquiries/describe-file.ts'
import { Offer } from '../../quotations/answer/offer.tsx'
import { formatSum } from '../../quotations/amounts.ts'
import { listTerms } from '../../quotations/terms.ts'
import type { OrdersApi, PublicOrder, PublicShipment } from '../contract.ts'
import { decisions, orderLimits, type Decision, type ShipmentKind } from '../limits.ts'
import styles from './order-page.module.css'
import { ShipmentFacts } from '../shipment-facts.tsx'

interface Data {
  token: string
  /** Null if the link is not valid. */
  order: PublicOrder | null
  /** The sample about which the buyer has just decided. */
  decidedSample: number | null
}

/** The page of an order behind the links in its emails. Opening it changes nothing. */
export const orderPage: Page<OrdersApi, Data> = {
  isUncached: true,
  queryNames: ['order', 'decided'],
  async load({ api, route: { query } }) {
    const token = query.get('order') ?? ''
    const decidedSampleId = Number(query.get('decided')) || null
    if (token === '') return { token, order: null, decidedSample: decidedSampleId }
    try {
      return { token, order: await api.getOrder({ token }), decidedSample: decidedSampleId }
    } catch (error) {
      if (!isNotFound(error)) throw error
      return { token, order: null, decidedSample: decidedSampleId }
    }
  },
  async submit(api, form) {
    const decision = readDecision(form)
    await api.decideSample(decision)
    return buildOrderPath(decision.token, decision.shipment)
  },
  head: ({ order }, { t }) => ({ title: [t('orders.one'), order?.number].filter(Boolean).join(' '), hidden: true }),
  View: OrderView,
}

const buildOrderPath = (token: string, decidedSampleId: number): string =>
  href('order', null, { order: token, decided: decidedSampleId })

const readDecision = (form: FormData | URLSearchParams) => ({
  token: String(form.get('token') ?? ''),
  shipment: Number(form.get('shipment')),
  version: Number(form.get('version')) || undefined,
  decision: String(form.get('decision') ?? '') as Decision,
  comment: String(form.get('comment') ?? ''),
})

function OrderView({ data: { token, order, decidedSample } }: { data: Data }) {
  return (
    <div className={`container ${styles.page}`}>
      {order ? <Order token={token} order={order} decidedSample={decidedSample} /> : <InvalidLink />}
    </div>
  )
}

function InvalidLink() {
  const { t } = useTranslator()
  return (
    <header className="stack-3 left">
      <h1>{t('orders.one')}</h1>
      <p className="lead">{t('orders.page_none')}</p>
      <p>{t('orders.page_none_text')}</p>
      <ButtonLink to={href('contact')}>{t('home.talk_action')}</ButtonLink>
    </header>
  )
}

function Order({ token, order, decidedSample }: { token: string; order: PublicOrder; decidedSample: number | null }) {
  const translator = useTranslator()
  const { t, day, language } = translator
  const { number, state, ordered, documents } = order
  return (
    <>
      <header className="stack-4">
        <h1>
          {t('orders.one')} <span className={styles.number}>{number}</span>
        </h1>
        {state === 'cancelled' ? (
          <Notice title={t('orders.state_cancelled')}>
            <p>{t('orders.next_cancelled', { day: order.state_on })}</p>
          </Notice>
        ) : (
          <>
            <p className="lead">{t(`orders.next_${state}`)}</p>
            <Progress order={order} />
          </>
        )}
        <div className={styles.summary}>
          <FactList
            facts={[
              { label: t('orders.ordered_on'), text: day(order.ordered_on) },
              ...(order.ship_by ? [{ label: t('orders.ship_by'), text: day(order.ship_by) }] : []),
              ...(order.po_number ? [{ label: t('orders.po_number'), text: order.po_number }] : []),
              { label: t('quotation.one'), text: order.quotation },
              ...(order.accepted_by ? [{ label: t('quotation.accepted_by'), text: order.accepted_by }] : []),
              { label: t('orders.total'), text: formatSum(translator, ordered.currency, ordered.total_minor) },
            ]}
          />
        </div>
        <a
          className={styles.paper}
          href={linkedEndpoints.getOrderPdf[1] + queryString({ token, language })}
          download={`${number}.pdf`}
        >
          {t('orders.download_pdf')}
        </a>
      </header>
      <ShipmentSection order={order} kind="sample">
        {(sample) => (
          <>
            {sample.decision && decidedSample === sample.id && (
              <p role="status" className="bold">
                {t('orders.decision_recorded')}
              </p>
            )}
            {sample.sent_on && !sample.decision && state !== 'cancelled' && (
              <SampleDecision token={token} sample={sample} />
            )}
          </>
        )}
      </ShipmentSection>
      <ShipmentSection order={order} kind="bulk" />
      {documents.length > 0 && (
        <section className="stack-4" aria-labelledby="documents">
          <h2 id="documents">{t('orders.documents')}</h2>
          <ul role="list" className={styles.documents}>
            {documents.map((document) => (
              <li key={document.number}>
                <a
                  className={styles.paper}
                  href={linkedEndpoints.getOrderDocument[1] + queryString({ token, file: document.number })}
                  download={document.name}
                >
                  {describeFile(translator, document)}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="stack-4" aria-labelledby="items">
        <h2 id="items">{t('orders.items')}</h2>
        {order.is_partial && <p>{t('orders.is_partial', { number: order.quotation })}</p>}
        <Offer content={ordered} terms={listTerms(ordered, translator)} />
      </section>
    </>
  )
}

/** The steps of an order with the current one. */
function Progress({ order: { state, state_on } }: { order: PublicOrder }) {
  const { t, day } = useTranslator()
  const steps = orderStates.filter((step) => step !== 'cancelled')
  const currentIndex = steps.findIndex((step) => step === state)
  return (
    <ol role="list" className={styles.progress} aria-label={t('orders.progress')}>
      {steps.map((step, index) => (
        <li
          key={step}
          data-done={index <= currentIndex || undefined}
          aria-current={index === currentIndex ? 'step' : undefined}
        >
          <span>
            {t(`orders.state_${step}`)}
            {index === currentIndex && <span className={styles.since}>{day(state_on)}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** The samples or the shipments of an order, with the decision about each sample. */
function ShipmentSection({
  order,
  kind,
  children,
}: {
  order: PublicOrder
  kind: ShipmentKind
  children?: (shipment: PublicShipment) => ReactNode
}) {
  const { t } = useTranslator()
  const shipments = order.shipments.filter((shipment) => shipment.kind === kind)
  const titleKey = kind === 'sample' ? 'samples' : 'shipments'
  if (shipments.length === 0) return null
  return (
    <section className="stack-4" aria-labelledby={titleKey}>
      <h2 id={titleKey}>{t(`orders.${titleKey}`)}</h2>
      <ul role="list" className="stack-4">
        {shipments.map((shipment) => (
          <li key={shipment.id} className={styles.shipment}>
            <ShipmentFacts shipment={shipment} heading="h3" />
            {children?.(shipment)}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The form for the buyer's decision. Without scripts it posts to the URL of the page. */
function SampleDecision({ token, sample }: { token: string; sample: PublicShipment }) {
  const { t, language } = useTranslator()
  const api = useApi<OrdersApi>()
  const rejectedForm = useRejectedForm()
  const rejection = rejectedForm?.values['shipment'] === String(sample.id) ? rejectedForm : null
  const { form, isBusy, failure, error } = useForm(
    async ({ data, sendOnce }) => {
      await sendOnce(api.decideSample, readDecision(data))
      navigate(buildOrderPath(token, sample.id), language, 'replace')
    },
    {
      posted: rejection,
      isRepeatable: true,
      onRejected(userError) {
        // Shows the sample as it is now, below the error.
        if (userError.status === 409) navigate(href('order', null, { order: token }), language, 'replace')
        return userError
      },
    },
  )
  return (
    <form {...form} method="post" className={styles.decision}>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="shipment" value={sample.id} />
      <input type="hidden" name="version" value={sample.version} />
      <TextArea
        label={t('orders.comment')}
        hint={t('orders.comment_hint')}
        name="comment"
        rows={3}
        maxLength={orderLimits.comment}
        defaultValue={rejection?.values['comment']}
        error={error('comment')}
      />
      {failure && <Failure>{failure}</Failure>}
      <div className={styles.choices}>
        {decisions.map((decision, index) => (
          <Button
            key={decision}
            type="submit"
            name="decision"
            value={decision}
            variant={index === 0 ? 'primary' : 'secondary'}
            isBusy={isBusy}
          >
            {t(`orders.decide_${decision}`)} <span className="visually-hidden">{sample.contents}</span>
          </Button>
        ))}
      </div>
    </form>
  )
}
