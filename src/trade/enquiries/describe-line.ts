import type { PageMessageKey, Translator } from '#locales/translator.ts'
import { choiceLabels, unitLabels } from './labels.ts'
import { choiceNames, type ChoiceName, type Purpose, type QuantityUnit } from './limits.ts'

/* Texts for sent enquiry lines, in emails and on pages. Runs in browsers too. */

const purposeLabels = {
  sample: 'enquiry.purpose_sample',
  bulk: 'enquiry.purpose_bulk',
  both: 'enquiry.purpose_both',
} as const satisfies Record<Purpose, PageMessageKey>

/** `quantity` is free text, for visitors without an exact amount. */
interface LineAmount {
  amount: number | null
  unit: QuantityUnit | null
  quantity: string
  purpose: Purpose | null
}

export function describeAmount(
  translator: Translator,
  { amount, unit, quantity, purpose }: LineAmount,
  fallback: string,
): string {
  const amountText = amount !== null && unit !== null && translator.count(unitLabels[unit], amount)
  return [amountText || quantity || fallback, describePurpose(translator, purpose)].filter(Boolean).join(' · ')
}

export const describePurpose = ({ t }: Translator, purpose: Purpose | null) =>
  purpose ? t(purposeLabels[purpose]) : ''

/** Describes the chosen options, the Pantone colour and the needed-by date, one text for each. */
export function describeChoices(
  { t, day }: Translator,
  chosenValues: ChosenValues,
  { pantone = '', needed_by = null }: { pantone?: string; needed_by?: string | null } = {},
): string[] {
  return [
    ...choiceNames.flatMap((name) =>
      chosenValues[name]?.length ? [`${t(choiceLabels[name])}: ${chosenValues[name].join(', ')}`] : [],
    ),
    ...(pantone ? [`${t('enquiry.pantone')}: ${pantone}`] : []),
    ...(needed_by ? [`${t('enquiry.needed_by')}: ${day(needed_by)}`] : []),
  ]
}
export type ChosenValues = Partial<Record<ChoiceName, readonly string[]>>
