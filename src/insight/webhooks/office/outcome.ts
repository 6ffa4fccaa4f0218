import type { Translator } from '#locales/translator.ts'
import type { WebhookDelivery } from './contract.ts'

/** What was answered to the last try, or why nothing was; nothing where nobody has tried. */
export function outcomeSaid({ status, fault }: WebhookDelivery, { t, digits }: Translator): string {
  if (fault) return t(`webhooks.fault_${fault}`)
  return status === null ? '' : t('webhooks.status', { status: digits(String(status)) })
}
