import { useEffect, useState } from 'react'
import { useSession } from '#people/accounts/portal/session.ts'
import { isNotFound } from '#platform/errors.ts'
import { leftAt } from '#platform/pages/left-at.ts'
import { Link, useApi, usePlace, useRefused, useWords, type Page } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { href, readLanguage } from '#routes/public.ts'
import type { PaymentsApi, PaymentTold } from '../contract.ts'
import styles from './payment-page.module.css'

interface Data {
  payment: string
  /** Null if the link leads to no payment. */
  told: PaymentTold | null
}

/** The page of a payment after the return from the gateway. It shows only confirmed facts. */
export const paymentPage: Page<PaymentsApi, Data> = {
  fresh: true,
  reads: ['payment'],
  async load({ api, place: { query } }) {
    const payment = query.get('payment') ?? ''
    if (payment === '') return { payment, told: null }
    try {
      return { payment, told: await api.getPayment({ payment }) }
    } catch (error) {
      if (!isNotFound(error)) throw error
      return { payment, told: null }
    }
  },
  async act(api, form) {
    return (await api.startPayment({ payment: form.get('payment') ?? '' })).url
  },
  head: (_, { t }) => ({ title: t('payment.page'), hidden: true }),
  View: PaymentView,
}

function PaymentView({ data: { payment, told } }: { data: Data }) {
  const { t } = useWords()
  if (told) return <Known key={payment} payment={payment} first={told} />
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

function Known({ payment, first }: { payment: string; first: PaymentTold }) {
  const { t, money } = useWords()
  const { told, isSlow } = useLatest(payment, first)
  const { outcome } = told
  const amount = money(told.amount)
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
          {t(`payment.${outcome}`, { amount })}
        </p>
        <p>{saidOf(told, isSlow)}</p>
        {told.is_demo && outcome === 'paid' && <p className={styles.quiet}>{t('payment.demo')}</p>}
        <WaysOn payment={payment} told={told} />
      </header>
      <Slip told={told} />
    </div>
  )

  function saidOf({ next }: PaymentTold, slow: boolean): string {
    if (outcome === 'paid') return next
    if (outcome === 'asking') return t(slow ? 'payment.asking_slow' : 'payment.asking_text')
    return t(`payment.${outcome}_text`, { amount })
  }
}

/** The delays between polls. The last one repeats. */
const LOOK_AFTER_MS = [1_000, 1_500, 2_000, 3_000, 5_000, 8_000, 12_000, 20_000, 30_000]
const SLOW_FROM = 6

/** Polls while the outcome is unknown, less and less often. */
function useLatest(payment: string, first: PaymentTold): { told: PaymentTold; isSlow: boolean } {
  const api = useApi<PaymentsApi>()
  const [told, setTold] = useState(first)
  const [looks, setLooks] = useState(0)
  const isAsking = told.outcome === 'asking'
  useEffect(() => {
    if (!isAsking) return
    const pause = LOOK_AFTER_MS[Math.min(looks, LOOK_AFTER_MS.length - 1)]
    const timer = setTimeout(async () => {
      const latest = await api.getPayment({ payment }).catch(() => null)
      if (latest) setTold(latest)
      setLooks((times) => times + 1)
    }, pause)
    return () => clearTimeout(timer)
  }, [api, payment, isAsking, looks])
  return { told, isSlow: isAsking && looks >= SLOW_FROM }
}

function WaysOn({ payment, told }: { payment: string; told: PaymentTold }) {
  const { t } = useWords()
  const { path, query } = usePlace()
  const stay = useStayPath(told.booking_id)
  const cameToNothing = ['failed', 'cancelled', 'expired'].includes(told.outcome)
  return (
    <>
      {cameToNothing && told.to_pay !== null && <PayAgain payment={payment} amount={told.to_pay} />}
      {cameToNothing && told.to_pay === null && told.outcome !== 'paid' && <p>{t('payment.again_gone')}</p>}
      <p className={styles.ways}>
        {stay && (
          <ButtonLink look={cameToNothing ? 'quiet' : 'primary'} to={stay}>
            {t('payment.see_stay')}
          </ButtonLink>
        )}
        {(told.outcome === 'late' || (cameToNothing && told.to_pay === null)) && (
          <ButtonLink look="secondary" to={href('rooms')}>
            {t('dashboard.find_room')}
          </ButtonLink>
        )}
      </p>
      {told.outcome === 'asking' && (
        <noscript>
          <Link to={`${path}?${query}`}>{t('payment.look_again')}</Link>
        </noscript>
      )}
    </>
  )
}

/** The page of the stay that this tab came from, or the account page of a signed-in user. Undefined if unknown. */
function useStayPath(code: string): string | undefined {
  const { user } = useSession()
  const [from, setFrom] = useState<string>()
  useEffect(() => setFrom(leftAt()), [])
  if (user) return href('booking', { id: code })
  return from && readLanguage(from).path
}

function PayAgain({ payment, amount }: { payment: string; amount: number }) {
  const { t, money } = useWords()
  const api = useApi<PaymentsApi>()
  const { form, busy, failure } = useForm(
    async ({ orUnsure }) => {
      const { url } = await orUnsure(api.startPayment({ payment }))
      const { leaveFor } = await import('#platform/pages/leaving.ts')
      leaveFor(url, leftAt())
    },
    { posted: useRefused() },
  )
  return (
    <form {...form} method="post" className={styles.again}>
      <input type="hidden" name="payment" value={payment} />
      {failure && <Failure>{failure}</Failure>}
      <Button type="submit" busy={busy}>
        {t('payment.again', { amount: money(amount) })}
      </Button>
    </form>
  )
}

function Slip({ told }: { told: PaymentTold }) {
  const { t, day, money } = useWords()
  const lines = [
    [t('booking.success_reference'), told.booking_id],
    [t('booking.success_room'), told.room_name],
    [t('search.check_in'), day(told.checkin)],
    [t('search.check_out'), day(told.checkout)],
    [t('booking.paymenttype'), money(told.amount)],
  ]
  return (
    <dl className={styles.slip}>
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
