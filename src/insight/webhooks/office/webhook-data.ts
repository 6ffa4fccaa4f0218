import type { EventKind } from './choose-events.tsx'
import type { Webhook, WebhookDelivery } from './contract.ts'

export const states = ['waiting', 'delivered', 'failed'] as const
export type State = (typeof states)[number]

/** The data of the page of one endpoint. */
export interface WebhookData {
  kinds: readonly EventKind[]
  canSeal: boolean
  /** Null for a new endpoint. */
  webhook: Webhook | null
  /** The filter by state. Undefined shows all deliveries. */
  state: State | undefined
  deliveries: { data: WebhookDelivery[]; more: string | null }
}
