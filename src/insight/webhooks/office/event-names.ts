import type { Translator } from '#locales/translator.ts'
import type { WebhookRow } from './contract.ts'

export type EventType = WebhookRow['events'][number]
type NamedEvent = EventType | 'webhook.test'
type WithUnderscore<Type extends string> = Type extends `${infer Of}.${infer What}` ? `${Of}_${What}` : never

/** Returns the display name of an event. */
export const formatEventName = (type: string, { t }: Pick<Translator, 't'>): string =>
  t(`webhooks.event_${type.replace('.', '_') as WithUnderscore<NamedEvent>}`)

/** The subjects of events, in display order. */
export const groups = ['stay', 'payment', 'enquiry', 'quotation'] as const
export const isInGroup = (group: (typeof groups)[number], type: string): boolean => type.startsWith(`${group}.`)
