import type { EventKind } from './choose-events.tsx'
import type { Webhook, WebhookDelivery } from './contract.ts'

export const states = ['waiting', 'delivered', 'failed'] as const
export type State = (typeof states)[number]

/** What the page of an endpoint shows. */
export interface WebhookData {
  kinds: readonly EventKind[]
  canSeal: boolean
  /** Null: it is about to be added. */
  webhook: Webhook | null
  /** Which messages are seen; undefined: all. */
  state: State | undefined
  deliveries: { data: WebhookDelivery[]; more: string | null }
}
