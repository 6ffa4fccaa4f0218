import { useTranslator } from '#platform/pages/page.tsx'
import { Chip } from '#ui/office/record-page.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import type { WebhookDelivery, WebhookRow } from './contract.ts'

/** The status of an endpoint. */
export function WebhookChip({ webhook: { paused_at, failing_since } }: { webhook: WebhookRow }) {
  const translator = useTranslator()
  const { t } = translator
  if (paused_at) return <Chip tone="waits">{t('webhooks.state_paused')}</Chip>
  if (failing_since)
    return <Chip tone="due">{t('webhooks.state_failing', { when: formatWhen(translator, failing_since) })}</Chip>
  return <Chip tone="here">{t('webhooks.state_on')}</Chip>
}

const tones = { waiting: 'to-come', delivered: 'over', failed: 'due' } as const

/** The state of a delivery. A failed attempt stands out from a delivery that only waits. */
export function DeliveryChip({ delivery: { state, tries } }: { delivery: WebhookDelivery }) {
  const { t } = useTranslator()
  return <Chip tone={state === 'waiting' && tries > 0 ? 'due' : tones[state]}>{t(`webhooks.delivery_${state}`)}</Chip>
}
