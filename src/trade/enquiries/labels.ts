import type { PageMessageKey } from '#locales/translator.ts'
import type { ChoiceName, QuantityUnit } from './limits.ts'

/** The labels of the choices, in the form and in the summary. */
export const choiceLabels = {
  kinds: 'product.kind',
  sizes: 'product.sizes',
  lengths: 'product.length',
  types: 'enquiry.types',
  finishes: 'product.finishes',
  fittings: 'enquiry.fittings',
  shades: 'enquiry.shades',
} as const satisfies Record<ChoiceName, PageMessageKey>

export const unitLabels = {
  piece: 'unit.piece',
  gross: 'unit.gross',
  metre: 'unit.metre',
  cone: 'unit.cone',
} as const satisfies Record<QuantityUnit, PageMessageKey>
