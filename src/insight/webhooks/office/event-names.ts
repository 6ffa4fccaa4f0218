import type { Translator } from '#locales/translator.ts'
import type { WebhookRow } from './contract.ts'

export type EventType = WebhookRow['events'][number]
type Named = EventType | 'webhook.test'
type Underlined<Type extends string> = Type extends `${infer Of}.${infer What}` ? `${Of}_${What}` : never

/** What happened, as somebody of the house would say it. */
export const nameOfEvent = (type: string, { t }: Pick<Translator, 't'>): string =>
  t(`webhooks.event_${type.replace('.', '_') as Underlined<Named>}`)

/** What they are about, in the order in which they are chosen. */
export const groups = ['stay', 'payment', 'enquiry', 'quotation'] as const
export const isOf = (group: (typeof groups)[number], type: string): boolean => type.startsWith(`${group}.`)
