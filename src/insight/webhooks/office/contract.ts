import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, line, requiredLine } from '#platform/http/fields.ts'
import { eventTypes } from '../events.ts'

const id = () => count(1, 2_147_483_647)
const permission = 'manage webhooks'
const states = ['waiting', 'delivered', 'failed'] as const
const deliveryFaults = [
  'address',
  'inner',
  'redirects',
  'too_large',
  'timeout',
  'encoding',
  'unreachable',
  'sealed_otherwise',
] as const

const row = z.object({
  id: z.int(),
  version: z.int(),
  description: z.string(),
  host: z.string().describe('The host of the address'),
  events: z.array(z.enum(eventTypes)),
  paused_at: z.iso.datetime().nullable(),
  paused_why: z
    .enum(['owner', 'gone', 'dead'])
    .nullable()
    .describe('Gone: the endpoint responded with 410. Dead: no delivery succeeded for days'),
  good_at: z.iso.datetime().nullable().describe('The time of the last successful delivery'),
  failing_since: z.iso.datetime().nullable(),
  waiting: z.int().describe('Pending deliveries'),
  failed: z.int().describe('Deliveries that failed permanently'),
})
const webhook = row.extend({
  address: z.string().nullable().describe('Null if the address can no longer be decrypted'),
  old_until: z.iso.datetime().nullable().describe('Until this time, messages are also signed with the previous secret'),
  missed: z.int().describe('Events that occurred while the endpoint is paused'),
  retention_days: z.int().describe('The number of days for which deliveries are stored'),
})
const kinds = z
  .array(
    z.object({ type: z.enum(eventTypes), of_person: z.boolean().describe('Whether the event contains personal data') }),
  )
  .describe('All event types')
const webhookWithSecret = webhook.extend({ secret: z.string().describe('Shown only once') })

const delivery = z.object({
  id: z.int(),
  webhook: z.int(),
  event: z.string().describe('The public ID of the event'),
  type: z.string(),
  about: z.string().describe('The subject as in the audit log: `booking ABC123`'),
  happened_at: z.iso.datetime(),
  state: z.enum(states),
  tries: z.int(),
  tried_at: z.iso.datetime().nullable(),
  next_at: z.iso.datetime().nullable(),
  took_ms: z.int().nullable(),
  status: z.int().nullable().describe('The HTTP status of the last attempt'),
  fault: z.enum(deliveryFaults).nullable().describe('Why the last attempt got no response'),
})
const deliveryDetails = delivery.extend({
  body: z.string().describe('The exact body that was sent'),
  answer: z.string().describe('The beginning of the response body'),
})

const webhookFields = {
  address: requiredLine(2_000).describe('A public https URL'),
  description: line(100).default(''),
  events: z.array(z.enum(eventTypes)).max(eventTypes.length).describe('The event types to subscribe to'),
}
const limit = { bucket: 'webhooks', times: 120, seconds: 3_600 }

export const webhooksContract = {
  getWebhooks: {
    summary: 'Lists the webhook endpoints',
    input: z.object({}),
    response: z.object({
      can_seal: z.boolean().describe('Whether the server has a key for encrypting addresses and secrets'),
      limit: z.int(),
      kinds,
      data: z.array(row),
    }),
    who: permission,
  },
  getWebhook: {
    summary: 'Returns one webhook endpoint',
    input: z.object({ id: id() }),
    response: webhook,
    who: permission,
  },
  addWebhook: {
    summary: 'Creates a webhook endpoint. The response shows the secret once',
    input: z.object(webhookFields),
    response: webhookWithSecret,
    who: permission,
    sensitive: true,
    limit,
  },
  saveWebhook: {
    summary: 'Updates a webhook endpoint. The secret does not change',
    input: z.object({ id: id(), version: id(), ...webhookFields }),
    response: webhook,
    who: permission,
    sensitive: true,
    limit,
  },
  rotateWebhookSecret: {
    summary:
      'Rotates the secret of an endpoint. The new secret is shown once. For a day, messages are signed with both',
    input: z.object({ id: id() }),
    response: webhookWithSecret,
    who: permission,
    sensitive: true,
    limit,
  },
  pauseWebhook: {
    summary: 'Pauses the deliveries to an endpoint',
    input: z.object({ id: id() }),
    response: webhook,
    who: permission,
  },
  resumeWebhook: {
    summary: 'Resumes the deliveries to an endpoint, optionally with the events that it missed',
    input: z.object({ id: id(), missed: z.boolean().default(false) }),
    response: webhook,
    who: permission,
  },
  removeWebhook: {
    summary: 'Deletes a webhook endpoint and its deliveries',
    input: z.object({ id: id() }),
    response: z.object({}),
    who: permission,
    sensitive: true,
  },
  getWebhookDeliveries: {
    summary: 'Lists the deliveries of an endpoint, newest first, in pages',
    input: z.object({
      id: id(),
      state: z.enum(states).optional(),
      after: z
        .string()
        .regex(/^\d{1,10}$/)
        .optional()
        .describe('`more` of the previous page'),
    }),
    response: z.object({ data: z.array(delivery), more: z.string().nullable() }),
    who: permission,
  },
  getWebhookDelivery: {
    summary: 'Returns a delivery with the body that was sent and the beginning of the response',
    input: z.object({ id: id() }),
    response: deliveryDetails,
    who: permission,
  },
  redeliverWebhook: {
    summary: 'Sends a delivery again, with the same event ID',
    input: z.object({ id: id() }),
    response: deliveryDetails,
    who: permission,
    limit,
  },
  redeliverWebhooksSince: {
    summary: 'Sends all subscribed events since a day again, oldest first',
    input: z.object({ id: id(), since: day() }),
    response: z.object({ resent: z.int(), limit: z.int().describe('The maximum per request') }),
    who: permission,
    limit: { bucket: 'webhooks again', times: 20, seconds: 3_600 },
  },
  sendTestWebhook: {
    summary: 'Sends a test event immediately, even to a paused endpoint, and returns the result',
    input: z.object({ id: id() }),
    response: deliveryDetails,
    who: permission,
    limit: { bucket: 'webhooks tried', times: 60, seconds: 3_600 },
  },
} satisfies Contract

export type WebhooksApi = Client<typeof webhooksContract>
export type WebhookRow = z.infer<typeof row>
export type Webhook = z.infer<typeof webhook>
export type WebhookDelivery = z.infer<typeof delivery>
export type WholeDelivery = z.infer<typeof deliveryDetails>
