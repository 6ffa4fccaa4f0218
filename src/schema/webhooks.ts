import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** Webhook subscriptions, events and deliveries. */
export interface WebhookTables {
  webhook_endpoint: WebhookEndpointTable
  webhook_event: WebhookEventTable
  webhook_delivery: WebhookDeliveryTable
}

/** Paused by the owner, because the endpoint answered 410 Gone, or after days of failures. */
export type PauseReason = 'owner' | 'gone' | 'dead'

interface WebhookEndpointTable {
  id: Generated<number>
  version: Generated<number>
  description: string
  /** The host of the URL. The URL itself is encrypted. */
  host: string
  /** The context that the URL and the secrets are encrypted with. */
  about: string
  address: Uint8Array
  secret: Uint8Array
  /** Also signs events until `old_until`. */
  old_secret: Uint8Array | null
  old_until: number | null
  /** The subscribed event types as JSON. */
  events: string
  created_at: number
  created_by: number
  paused_at: number | null
  pause_reason: PauseReason | null
  succeeded_at: number | null
  failing_since: number | null
  busy_until: number | null
  job_queued: Generated<Flag>
  retry_at: number | null
}

interface WebhookEventTable {
  id: Generated<number>
  /** The permanent public ID of the event. */
  code: string
  type: string
  at: number
  about: string
  body: string
  endpoint_id: number | null
}

/** failed: no more automatic attempts. */
export type DeliveryState = 'waiting' | 'delivered' | 'failed'

interface WebhookDeliveryTable {
  id: Generated<number>
  endpoint_id: number
  event_id: number
  state: DeliveryState
  tries: Generated<number>
  created_at: number
  next_at: number | null
  tried_at: number | null
  duration_ms: number | null
  /** The last answer, or the reason why there was none. */
  status: number | null
  fault: string | null
  answer: Generated<string>
}
