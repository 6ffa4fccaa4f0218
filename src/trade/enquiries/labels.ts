import type { FileType } from '#platform/file-kinds.ts'
import type { PageMessageKey, Translator } from '#locales/translator.ts'
import { choiceNames, toMegabytes, type ChoiceName, type Purpose, type Unit } from './limits.ts'

/* Texts for enquiry lines, in emails and on pages. Runs in browsers too. */

/** The labels of the choices, in the form and in the summary. */
export const choiceLabels = {
  sizes: 'product.sizes',
  finishes: 'product.finishes',
  shades: 'enquiry.shades',
} as const satisfies Record<ChoiceName, PageMessageKey>

const purposeLabels = {
  sample: 'enquiry.purpose_sample',
  bulk: 'enquiry.purpose_bulk',
  both: 'enquiry.purpose_both',
} as const satisfies Record<Purpose, PageMessageKey>

export const unitLabels = {
  piece: 'unit.piece',
  gross: 'unit.gross',
  metre: 'unit.metre',
  cone: 'unit.cone',
} as const satisfies Record<Unit, PageMessageKey>

/** `quantity` is free text, for visitors without an exact amount. */
interface LineAmount {
  amount: number | null
  unit: Unit | null
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

/** Describes the chosen options and the needed-by date, one text for each. */
export function describeChoices(translator: Translator, chosen: Chosen, neededBy: string | null): string[] {
  const { t, day } = translator
  const texts = choiceNames.flatMap((name) =>
    chosen[name]?.length ? [`${t(choiceLabels[name])}: ${chosen[name].join(', ')}`] : [],
  )
  return neededBy === null ? texts : [...texts, `${t('enquiry.needed_by')}: ${day(neededBy)}`]
}
export type Chosen = Partial<Record<ChoiceName, readonly string[]>>

/** Describes a file by name, type and size. */
export const describeFile = (
  { t }: Translator,
  { name, type, bytes }: { name: string; type: string; bytes: number },
): string => `${name} (${typeNames[type as FileType]}, ${t('files.mb', { size: toMegabytes(bytes) })})`

const typeNames: Record<FileType, string> = { 'application/pdf': 'PDF', 'image/png': 'PNG', 'image/jpeg': 'JPEG' }
