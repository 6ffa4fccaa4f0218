import type { Translator } from '#locales/translator.ts'
import type { TermsView } from './contract.ts'

/** A period and its fee, as text. */
export interface CostRow {
  when: string
  cost: string
}

/** Terms with one change fit a sentence. Terms with several changes are shown as a table. */
export const needsTable = (steps: readonly unknown[]): boolean => steps.length > 2

/** The terms as table rows. */
export const toCostRows = (
  { steps, no_show }: Pick<TermsView, 'steps' | 'no_show'>,
  { t, money }: Translator,
): CostRow[] => [
  ...steps.map(({ when, fee }) => ({ when, cost: fee === 0 ? t('policy.no_fee') : money(fee) })),
  ...(no_show > 0 ? [{ when: t('policy.when_no_show'), cost: money(no_show) }] : []),
]

/** Formats the terms for emails and PDFs: as sentences, or as lines if they are a table. */
export function formatTerms(terms: Omit<TermsView, 'deposit'>, translator: Translator): string {
  if (!needsTable(terms.steps)) return terms.terms
  return [
    ...(terms.note ? [terms.note] : []),
    ...toCostRows(terms, translator).map(({ when, cost }) => `${when}: ${cost}`),
  ].join('\n')
}
