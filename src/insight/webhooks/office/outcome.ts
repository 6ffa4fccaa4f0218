import type { Translator } from '#locales/translator.ts'
import type { WebhookDelivery } from './contract.ts'

/** Returns the response status or the error of the last attempt. Empty before the first attempt. */
export function formatOutcome({ status, fault }: WebhookDelivery, { t, digits }: Translator): string {
  if (fault) return t(`webhooks.fault_${fault}`)
  return status === null ? '' : t('webhooks.status', { status: digits(String(status)) })
}
