import type { Translator } from '#locales/translator.ts'
import type { ToldTerms } from './contract.ts'

/** When something costs so much, in words. */
export interface Row {
  when: string
  cost: string
}

/** One change of what it costs is said in a sentence, several are seen better below one another. */
export const isTable = (steps: readonly unknown[]): boolean => steps.length > 2

/** Terms as a table. */
export const rowsOf = ({ steps, no_show }: Pick<ToldTerms, 'steps' | 'no_show'>, { t, money }: Translator): Row[] => [
  ...steps.map(({ when, fee }) => ({ when, cost: fee === 0 ? t('policy.nothing') : money(fee) })),
  ...(no_show > 0 ? [{ when: t('policy.when_not_coming'), cost: money(no_show) }] : []),
]

/** For letters and paper: in a sentence, or line by line where it costs otherwise more than once. */
export function termsInLines(told: Omit<ToldTerms, 'deposit'>, translator: Translator): string {
  if (!isTable(told.steps)) return told.terms
  return [
    ...(told.note ? [told.note] : []),
    ...rowsOf(told, translator).map(({ when, cost }) => `${when}: ${cost}`),
  ].join('\n')
}
