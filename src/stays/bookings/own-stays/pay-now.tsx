import { useState, type FormEvent } from 'react'
import { useGlobal } from '#content/global.ts'
import { ApiError } from '#platform/errors.ts'
import { useApi, useRejectedForm, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import type { OnlinePaymentApi } from '../contract.ts'
import styles from './stay-parts.module.css'

/**
 * The amount due, until when, and a button that opens the payment page. With a link token it needs no scripts. It does
 * not use the form hook, because lists of stays load it too. Nothing is typed, and a repeated click has no effect.
 */
export function PayNow({
  stayKey,
  amount,
  dueText,
}: {
  stayKey: { id: string } | { token: string }
  amount: number
  dueText: string | null
}) {
  const { t, money } = useTranslator()
  const { testPayments } = useGlobal()
  const api = useApi<OnlinePaymentApi>()
  const rejection = useRejectedForm()
  const [failure, setFailure] = useState(rejection?.values['pay'] === undefined ? '' : rejection.message)
  const [isBusy, setBusy] = useState(false)
  async function pay(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setFailure('')
    try {
      const { url } = await api.startPayment(stayKey)
      const { goToOtherSite } = await import('#platform/pages/leave-site.ts')
      goToOtherSite(url)
    } catch (error) {
      setFailure((error instanceof ApiError && error.message) || t('failure.offline'))
    }
    setBusy(false)
  }
  return (
    <section className={styles.part} aria-labelledby="pay">
      <h2 id="pay">{t('summary.pay_title', { amount: money(amount) })}</h2>
      {dueText && <p>{dueText}</p>}
      <p>{t(testPayments ? 'summary.pay_demo' : 'summary.pay_text')}</p>
      <form method="post" onSubmit={pay} className={styles.part}>
        {'token' in stayKey && <input type="hidden" name="pay" value={stayKey.token} />}
        <p role="alert" className={styles.failed}>
          {failure}
        </p>
        <Button type="submit" isBusy={isBusy}>
          {t('summary.pay')}
        </Button>
      </form>
    </section>
  )
}
