import { useEffect, useState } from 'react'
import { useSession } from '#people/accounts/portal/use-session.ts'
import { ApiError, isNotFound } from '#platform/errors.ts'
import { readLeftPath } from '#platform/pages/left-path.ts'
import { Link, useApi, useRoute, useRejectedForm, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { endpoints, href, readLanguage } from '#routes/public.ts'
import type { PaymentsApi, PaymentDetails } from '../contract.ts'
import styles from './payment-page.module.css'

interface Data {
  payment: string
  /** Null if the link belongs to no payment. */
  details: PaymentDetails | null
  /** The payment link in an email. */
  link: PaymentLink | null
}

/** A guest link also opens the stay. A member link only allows payment. */
type PaymentLink = { token: string } | { pay: string }

/**
 * The page of a payment after the return from the gateway. It shows only confirmed facts. A payment link in an email
 * leads here too, and goes on to the gateway at once.
 */
export const paymentPage: Page<PaymentsApi, Data> = {
  isUncached: true,
  queryNames: ['payment', 'stay', 'pay'],
  async load({ api, route: { query } }) {
    const [payment, link] = [query.get('payment') ?? '', readLink(query)]
    if (payment === '') return { payment, details: null, link }
    try {
      return { payment, details: await api.getPayment({ payment }), link: null }
    } catch (error) {
      if (!isNotFound(error)) throw error
      return { payment, details: null, link: null }
    }
  },
  async submit(api, form) {
    return (await api.startPayment(readLink(form) ?? { payment: form.get('payment') ?? '' })).url
  },
  head: (_, { t }) => ({ title: t('payment.page'), hidden: true }),
  View: PaymentView,
}

/** Reads the link from a query string or from the form. */
function readLink(fields: { get(name: string): string | null | undefined }): PaymentLink | null {
  const [token, pay] = [fields.get('stay'), fields.get('pay')]
  if (token) return { token }
  return pay ? { pay } : null
}

function PaymentView({ data: { payment, details, link } }: { data: Data }) {
  const { t } = useTranslator()
  if (link) return <LinkedPayment link={link} />
  if (details) return <KnownPayment key={payment} payment={payment} initial={details} />
  return (
    <div className={`container ${styles.page}`}>
      <header className={styles.head}>
        <h1>{t('payment.page')}</h1>
        <p className="lead">{t('payment.none')}</p>
        <p>{t('payment.none_text')}</p>
        <ButtonLink to={href('contact')}>{t('home.talk_action')}</ButtonLink>
      </header>
    </div>
  )
}

/** Opens the gateway at once. Without scripts, or after an error, there is a button. */
function LinkedPayment({ link }: { link: PaymentLink }) {
  const { t } = useTranslator()
  const api = useApi<PaymentsApi>()
  const stayPath = 'token' in link ? href('bookingSuccess', null, { stay: link.token }) : href('dashboard')
  const rejectedForm = useRejectedForm()
  const { form, isBusy, failure } = useForm(
    async ({ reportLostResponse }) => {
      const { url } = await reportLostResponse(api.startPayment(link))
      const { goToOtherSite } = await import('#platform/pages/leave-site.ts')
      goToOtherSite(url, stayPath, 'replace')
    },
    {
      posted: rejectedForm,
      onRejected: (error) => (error.status === 404 ? new ApiError(404, { message: t('payment.none') }) : error),
    },
  )
  const { ref } = form
  useEffect(() => {
    if (!rejectedForm) ref.current?.requestSubmit()
  }, [ref, rejectedForm])
  return (
    <div className={`container ${styles.page}`}>
      <header className={styles.head}>
        <h1>{t('payment.page')}</h1>
        <p>{t('payment.start')}</p>
        <form {...form} method="post" className="stack-3 left">
          {'token' in link && <input type="hidden" name="stay" value={link.token} />}
          {'pay' in link && <input type="hidden" name="pay" value={link.pay} />}
          {failure && <Failure>{failure}</Failure>}
          <Button type="submit" isBusy={isBusy}>
            {t('summary.pay')}
          </Button>
        </form>
        <ButtonLink variant="quiet" to={stayPath}>
          {t('payment.see_stay')}
        </ButtonLink>
      </header>
    </div>
  )
}

function KnownPayment({ payment, initial }: { payment: string; initial: PaymentDetails }) {
  const { t, money } = useTranslator()
  const { details, isSlow } = usePolledDetails(payment, initial)
  const { outcome } = details
  const amountText = money(details.amount)
  return (
    <div className={`container ${styles.page}`}>
      <header className={styles.head}>
        <h1>{t('payment.page')}</h1>
        <p
          className={styles.outcome}
          data-outcome={outcome}
          role="status"
          aria-busy={outcome === 'asking' || undefined}
        >
          {t(`payment.${outcome}`, { amount: amountText })}
        </p>
        <p>{describeOutcome(details, isSlow)}</p>
        {details.is_demo && outcome === 'paid' && <p className="quiet">{t('payment.demo')}</p>}
        <NextSteps payment={payment} details={details} />
      </header>
      <PaymentSummary details={details} />
    </div>
  )

  function describeOutcome({ next }: PaymentDetails, slow: boolean): string {
    if (outcome === 'paid') return next
    if (outcome === 'asking') return t(slow ? 'payment.asking_slow' : 'payment.asking_text')
    return t(`payment.${outcome}_text`, { amount: amountText })
  }
}

/** The delays between polls. The last one repeats. */
const POLL_DELAYS_MS = [1_000, 1_500, 2_000, 3_000, 5_000, 8_000, 12_000, 20_000, 30_000]
const SLOW_AFTER_POLLS = 6

/** Polls while the outcome is unknown, less and less often. */
function usePolledDetails(
  payment: string,
  initialDetails: PaymentDetails,
): { details: PaymentDetails; isSlow: boolean } {
  const api = useApi<PaymentsApi>()
  const [details, setDetails] = useState(initialDetails)
  const [pollCount, setPollCount] = useState(0)
  const isPending = details.outcome === 'asking'
  useEffect(() => {
    if (!isPending) return
    const delayMs = POLL_DELAYS_MS[Math.min(pollCount, POLL_DELAYS_MS.length - 1)]
    const timer = setTimeout(async () => {
      const latestDetails = await api.getPayment({ payment }).catch(() => null)
      if (latestDetails) setDetails(latestDetails)
      setPollCount((count) => count + 1)
    }, delayMs)
    return () => clearTimeout(timer)
  }, [api, payment, isPending, pollCount])
  return { details, isSlow: isPending && pollCount >= SLOW_AFTER_POLLS }
}

function NextSteps({ payment, details }: { payment: string; details: PaymentDetails }) {
  const { t } = useTranslator()
  const { path, query } = useRoute()
  const stayPath = useStayPath(details.booking_id)
  const isUnpaid = ['failed', 'cancelled', 'expired', 'rejected'].includes(details.outcome)
  return (
    <>
      {isUnpaid && details.to_pay !== null && <PayAgain payment={payment} amount={details.to_pay} />}
      {isUnpaid && details.to_pay === null && details.outcome !== 'paid' && <p>{t('payment.again_gone')}</p>}
      {(details.outcome === 'paid' || details.outcome === 'late') && <DownloadReceipt payment={payment} />}
      <p className="row-5">
        {stayPath && (
          <ButtonLink variant={isUnpaid ? 'quiet' : 'primary'} to={stayPath}>
            {t('payment.see_stay')}
          </ButtonLink>
        )}
        {(details.outcome === 'late' || (isUnpaid && details.to_pay === null)) && (
          <ButtonLink variant="secondary" to={href('rooms')}>
            {t('dashboard.find_room')}
          </ButtonLink>
        )}
      </p>
      {details.outcome === 'asking' && (
        <noscript>
          <Link to={`${path}?${query}`}>{t('payment.check_again')}</Link>
        </noscript>
      )}
    </>
  )
}

/** Downloads the receipt with the key of the payment, with or without scripts. */
function DownloadReceipt({ payment }: { payment: string }) {
  const { t, language } = useTranslator()
  return (
    <form action={endpoints.getOwnReceiptPdf[1]}>
      <input type="hidden" name="payment" value={payment} />
      <input type="hidden" name="language" value={language} />
      <Button type="submit" variant="secondary">
        {t('payment.receipt')}
      </Button>
    </form>
  )
}

/**
 * Returns the page of the stay for a signed-in user, or else the page that this tab came from. Undefined if unknown.
 */
function useStayPath(code: string): string | undefined {
  const { user } = useSession()
  const [previousPath, setPreviousPath] = useState<string>()
  useEffect(() => setPreviousPath(readLeftPath()), [])
  if (user) return href('booking', { id: code })
  return previousPath && readLanguage(previousPath).path
}

function PayAgain({ payment, amount }: { payment: string; amount: number }) {
  const { t, money } = useTranslator()
  const api = useApi<PaymentsApi>()
  const { form, isBusy, failure } = useForm(
    async ({ reportLostResponse }) => {
      const { url } = await reportLostResponse(api.startPayment({ payment }))
      const { goToOtherSite } = await import('#platform/pages/leave-site.ts')
      goToOtherSite(url, readLeftPath())
    },
    { posted: useRejectedForm() },
  )
  return (
    <form {...form} method="post" className="stack-3 left">
      <input type="hidden" name="payment" value={payment} />
      {failure && <Failure>{failure}</Failure>}
      <Button type="submit" isBusy={isBusy}>
        {t('payment.again', { amount: money(amount) })}
      </Button>
    </form>
  )
}

function PaymentSummary({ details }: { details: PaymentDetails }) {
  const { t, day, money } = useTranslator()
  const lines = [
    [t('booking.success_reference'), details.booking_id],
    [t('booking.success_room'), details.room_name],
    [t('search.check_in'), day(details.checkin)],
    [t('search.check_out'), day(details.checkout)],
    [t('booking.paymenttype'), money(details.amount)],
  ]
  return (
    <dl className={styles.slip}>
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt className="small">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
