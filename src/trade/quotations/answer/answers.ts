import { href } from '#routes/public.ts'
import { readQuantities } from '../../orders/read-quantities.ts'

/* The answers to a quotation and the addresses of their steps. */

export const answers = ['accept', 'decline', 'ask'] as const
export type Answer = (typeof answers)[number]

/** The outcomes of sending an answer. `refused`: the quotation was closed or its link was replaced in the meantime. */
export const answerResults = [...answers, 'refused'] as const
export type AnswerResult = (typeof answerResults)[number]

export const buildQuotationPath = (token: string, step: { answer?: Answer; result?: AnswerResult } = {}): string =>
  href('quotation', null, { quotation: token, ...step })

export const readAnswer = (form: FormData | URLSearchParams) => ({
  token: String(form.get('token') ?? ''),
  answer: String(form.get('answer') ?? '') as Answer,
  name: String(form.get('name') ?? ''),
  text: String(form.get('text') ?? ''),
  quantities: readQuantities(form),
})
