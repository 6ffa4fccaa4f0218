import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** Programs outside that are told what happens, and what became of it. */
export interface WebhookTables {
  webhook_endpoint: WebhookEndpointTable
  webhook_event: WebhookEventTable
  webhook_delivery: WebhookDeliveryTable
}

/** By the owner; because it said that nobody is there any more; because nothing was taken there for days. */
export type PausedWhy = 'owner' | 'gone' | 'dead'

interface WebhookEndpointTable {
  id: Generated<number>
  version: Generated<number>
  description: string
  /** Of its address, which is sealed. */
  host: string
  /** About what its address and its secrets are sealed. */
  about: string
  address: Uint8Array
  secret: Uint8Array
  /** Signs beside the other until then. */
  old_secret: Uint8Array | null
  old_until: number | null
  /** The types that it wants, as JSON. */
  events: string
  made_at: number
  made_by: number
  paused_at: number | null
  paused_why: PausedWhy | null
  good_at: number | null
  failing_since: number | null
  busy_until: number | null
  woken: Generated<Flag>
  retry_at: number | null
}

interface WebhookEventTable {
  id: Generated<number>
  /** By which it is known outside, for ever. */
  code: string
  type: string
  at: number
  about: string
  body: string
  endpoint_id: number | null
}

/** Failed: it is tried no more, unless somebody says so. */
export type DeliveryState = 'waiting' | 'delivered' | 'failed'

interface WebhookDeliveryTable {
  id: Generated<number>
  endpoint_id: number
  event_id: number
  state: DeliveryState
  tries: Generated<number>
  made_at: number
  next_at: number | null
  tried_at: number | null
  took_ms: number | null
  /** What was answered at last, or why there was no answer. */
  status: number | null
  fault: string | null
  answer: Generated<string>
}
