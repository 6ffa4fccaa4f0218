import { toNumberOrText, type InputValue } from '#ui/form/number-input.ts'
import type { OfficeProduct } from './products-contract.ts'

/** A product in the form. Its number fields may contain other text. */
export interface ProductDraft extends Omit<OfficeProduct, NumberFieldName> {
  minimum_quantity: InputValue
  lead_from_days: InputValue
  lead_to_days: InputValue
}
type NumberFieldName = 'minimum_quantity' | 'lead_from_days' | 'lead_to_days'

/** Converts a product for saving. The unit of the minimum is one of the units that are chosen now. */
export function toRequest({ shown: _, id: __, version: ___, slug: ____, ...draft }: ProductDraft) {
  const { minimum_quantity, minimum_unit, lead_from_days, lead_to_days, units } = draft
  const quantity = toNumberOrText(minimum_quantity) as number | null
  const unit = units.find((offered) => offered === minimum_unit) ?? units[0] ?? null
  return {
    ...draft,
    minimum_quantity: quantity,
    minimum_unit: quantity === null ? null : unit,
    lead_from_days: toNumberOrText(lead_from_days) as number | null,
    lead_to_days: toNumberOrText(lead_to_days) as number | null,
  }
}
