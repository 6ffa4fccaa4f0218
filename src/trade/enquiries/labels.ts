import type { FileType } from '#platform/file-kinds.ts'
import type { PageMessageKey, Translator } from '#locales/translator.ts'
import { choiceNames, megabytesOf, type ChoiceName, type Purpose, type Unit } from './limits.ts'

/*
 * How a line of an enquiry is told, in letters and on pages. Runs in browsers too.
 */

/** What a choice is called where it is made and where it is told. */
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

/** `quantity` is in words, by those who have no number. */
interface Asked {
  amount: number | null
  unit: Unit | null
  quantity: string
  purpose: Purpose | null
}

export function howMuch(translator: Translator, { amount, unit, quantity, purpose }: Asked, unsaid: string): string {
  const counted = amount !== null && unit !== null && translator.count(unitLabels[unit], amount)
  return [counted || quantity || unsaid, forWhat(translator, purpose)].filter(Boolean).join(' · ')
}

export const forWhat = ({ t }: Translator, purpose: Purpose | null) => (purpose ? t(purposeLabels[purpose]) : '')

/** What was chosen, and by when it is needed: a sentence for each. */
export function wishes(translator: Translator, chosen: Chosen, neededBy: string | null): string[] {
  const { t, day } = translator
  const made = choiceNames.flatMap((name) =>
    chosen[name]?.length ? [`${t(choiceLabels[name])}: ${chosen[name].join(', ')}`] : [],
  )
  return neededBy === null ? made : [...made, `${t('enquiry.needed_by')}: ${day(neededBy)}`]
}
export type Chosen = Partial<Record<ChoiceName, readonly string[]>>

/** A file by name, kind and size. */
export const fileSaid = (
  { t }: Translator,
  { name, type, bytes }: { name: string; type: string; bytes: number },
): string => `${name} (${kinds[type as FileType]}, ${t('files.mb', { size: megabytesOf(bytes) })})`

const kinds: Record<FileType, string> = { 'application/pdf': 'PDF', 'image/png': 'PNG', 'image/jpeg': 'JPEG' }
