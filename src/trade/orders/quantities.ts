import type { FieldMessages } from '#platform/errors.ts'
import type { QuotationForm } from '../quotations/store.ts'
import { getUnitPriceFor, type Line } from '../quotations/sums.ts'

/** The ordered quantity of each line of a quotation. Null: as quoted. */
export type Quantities = number[] | null

/**
 * Checks quantities by field. A buyer may order less than quoted, or leave lines out, but must order something. A
 * reduced quantity must not be below the minimum.
 */
export function validateQuantities(lines: readonly Line[], quantities: Quantities): FieldMessages {
  if (quantities === null) return {}
  if (quantities.length !== lines.length) return { quantities: [{ key: 'orders.other_lines' }] }
  const fieldErrors: FieldMessages = {}
  for (const [index, line] of lines.entries()) {
    const quantity = quantities[index]!
    const min = line.minimum ?? 0
    if (quantity > line.quantity)
      fieldErrors[`quantities.${index}`] = [{ key: 'orders.quantity_max', values: { max: line.quantity } }]
    else if (quantity > 0 && quantity < min && quantity !== line.quantity)
      fieldErrors[`quantities.${index}`] = [{ key: 'orders.quantity_min', values: { min } }]
  }
  if (quantities.every((quantity) => quantity === 0)) fieldErrors['quantities'] = [{ key: 'orders.nothing_ordered' }]
  return fieldErrors
}

/** Checks whether at least one quantity differs from the quotation. */
export const isPartial = (lines: readonly Pick<Line, 'quantity'>[], quantities: Quantities): boolean =>
  quantities !== null && quantities.some((quantity, index) => quantity !== lines[index]!.quantity)

/** Returns the ordered lines at the price for their quantity. Leaves out lines that were not ordered. */
export const listOrderedLines = <QuotedLine extends Pick<Line, 'quantity' | 'price_micros' | 'breaks'>>(
  lines: readonly QuotedLine[],
  quantities: Quantities,
): QuotedLine[] =>
  lines
    .map((line, index) => ({ ...line, quantity: quantities?.[index] ?? line.quantity }))
    .filter(({ quantity }) => quantity > 0)
    .map((line) => ({ ...line, price_micros: getUnitPriceFor(line), breaks: [] }))

/**
 * Returns the content of an order: the quotation with the ordered lines. One-off charges do not depend on the
 * quantities.
 */
export const getOrderedContent = (content: QuotationForm, quantities: Quantities): QuotationForm => ({
  ...content,
  lines: listOrderedLines(content.lines, quantities).map((line) => ({ ...line, minimum: null })),
})
