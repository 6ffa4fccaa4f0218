import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, line, requiredLine } from '#platform/http/fields.ts'
import { eventTypes } from '../events.ts'

const id = () => count(1, 2_147_483_647)
const who = 'manage webhooks'
const states = ['waiting', 'delivered', 'failed'] as const
const outcomes = [
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
  host: z.string().describe('Of its address'),
  events: z.array(z.enum(eventTypes)),
  paused_at: z.iso.datetime().nullable(),
  paused_why: z
    .enum(['owner', 'gone', 'dead'])
    .nullable()
    .describe('Gone: it said so (410); dead: nothing was taken there for days'),
  good_at: z.iso.datetime().nullable().describe('When something was taken there the last time'),
  failing_since: z.iso.datetime().nullable(),
  waiting: z.int().describe('So much is still to be told'),
  failed: z.int().describe('And so much is not tried any more'),
})
const webhook = row.extend({
  address: z.string().nullable().describe('Null where it cannot be shown any more'),
  old_until: z.iso.datetime().nullable().describe('Until then the secret that was exchanged signs as well'),
  missed: z.int().describe('So much has happened while it is paused'),
  kept_days: z.int().describe('So long it is kept what was told'),
})
const kinds = z
  .array(z.object({ type: z.enum(eventTypes), of_person: z.boolean().describe('It tells who somebody is') }))
  .describe('All that can be heard of')
const withSecret = webhook.extend({ secret: z.string().describe('Shown this once') })

const delivery = z.object({
  id: z.int(),
  webhook: z.int(),
  event: z.string().describe('Its id, as it is known outside'),
  type: z.string(),
  about: z.string().describe('As the log names it: `booking ABC123`'),
  happened_at: z.iso.datetime(),
  state: z.enum(states),
  tries: z.int(),
  tried_at: z.iso.datetime().nullable(),
  next_at: z.iso.datetime().nullable(),
  took_ms: z.int().nullable(),
  status: z.int().nullable().describe('What was answered to the last try'),
  fault: z.enum(outcomes).nullable().describe('Why nothing was'),
})
const wholeDelivery = delivery.extend({
  body: z.string().describe('What was sent, word for word'),
  answer: z.string().describe('How the answer began'),
})

const webhookFields = {
  address: requiredLine(2_000).describe('Of the web, by https'),
  description: line(100).default(''),
  events: z.array(z.enum(eventTypes)).max(eventTypes.length).describe('What it wants to hear of'),
}
const limit = { bucket: 'webhooks', times: 120, seconds: 3_600 }

export const webhooksContract = {
  getWebhooks: {
    summary: 'The programs outside that are told what happens',
    input: z.object({}),
    answer: z.object({
      can_seal: z.boolean().describe('Whether addresses and secrets can be kept: the server has a key'),
      most: z.int(),
      kinds,
      data: z.array(row),
    }),
    who,
  },
  getWebhook: { summary: 'One of them', input: z.object({ id: id() }), answer: webhook, who },
  addWebhook: {
    summary: 'Tell a program outside from now on; its secret is shown this once',
    input: z.object(webhookFields),
    answer: withSecret,
    who,
    sensitive: true,
    limit,
  },
  saveWebhook: {
    summary: 'Writes one anew; its secret stays',
    input: z.object({ id: id(), version: id(), ...webhookFields }),
    answer: webhook,
    who,
    sensitive: true,
    limit,
  },
  exchangeWebhookSecret: {
    summary: 'Another secret, shown this once; the old one signs beside it for a day',
    input: z.object({ id: id() }),
    answer: withSecret,
    who,
    sensitive: true,
    limit,
  },
  pauseWebhook: { summary: 'Tell it nothing until it is resumed', input: z.object({ id: id() }), answer: webhook, who },
  resumeWebhook: {
    summary: 'Tell it again; if that is wished, also what it missed',
    input: z.object({ id: id(), missed: z.boolean().default(false) }),
    answer: webhook,
    who,
  },
  removeWebhook: {
    summary: 'Tell it nothing more, and forget what it was told',
    input: z.object({ id: id() }),
    answer: z.object({}),
    who,
    sensitive: true,
  },
  getWebhookDeliveries: {
    summary: 'What one was told or is to be, a page at a time, the last first',
    input: z.object({
      id: id(),
      state: z.enum(states).optional(),
      after: z
        .string()
        .regex(/^\d{1,10}$/)
        .optional()
        .describe('What the page before said under more'),
    }),
    answer: z.object({ data: z.array(delivery), more: z.string().nullable() }),
    who,
  },
  getWebhookDelivery: {
    summary: 'One of these, with what was sent and how the answer began',
    input: z.object({ id: id() }),
    answer: wholeDelivery,
    who,
  },
  tellWebhookAgain: {
    summary: 'Tell it once more, under the same id',
    input: z.object({ id: id() }),
    answer: wholeDelivery,
    who,
    limit,
  },
  tellWebhookSince: {
    summary: 'Tell one all that it wants and that has happened since a day, the oldest first',
    input: z.object({ id: id(), since: day() }),
    answer: z.object({ told: z.int(), most: z.int().describe('In one go') }),
    who,
    limit: { bucket: 'webhooks again', times: 20, seconds: 3_600 },
  },
  tryWebhook: {
    summary: 'Send a trial now, also to one that is paused, and say what came of it',
    input: z.object({ id: id() }),
    answer: wholeDelivery,
    who,
    limit: { bucket: 'webhooks tried', times: 60, seconds: 3_600 },
  },
} satisfies Contract

export type WebhooksApi = Client<typeof webhooksContract>
export type WebhookRow = z.infer<typeof row>
export type Webhook = z.infer<typeof webhook>
export type WebhookDelivery = z.infer<typeof delivery>
export type WholeDelivery = z.infer<typeof wholeDelivery>
