import { readBasket, type Line } from '../basket/basket.ts'
import { changeLine } from '../basket/lines.ts'
import { choiceNames, type ChoiceName } from '../limits.ts'

export type ChosenValues = Partial<Record<ChoiceName, string[]>>

/** Reads the chosen options of a product sheet. Groups without a choice are left out. */
export function readChosenValues(form: HTMLFormElement | null): ChosenValues {
  const formData = form && new FormData(form)
  const groups = choiceNames.map((name) => [name, (formData?.getAll(name) ?? []).map(String).filter(Boolean)] as const)
  return Object.fromEntries(groups.filter(([, values]) => values.length > 0))
}

/** Reads the quantity of a product sheet and its unit. Empty without a quantity. */
export function readQuantity(form: HTMLFormElement | null): Partial<Pick<Line, 'quantity' | 'unit'>> {
  const formData = form && new FormData(form)
  const [quantity, unit] = ['amount', 'unit'].map((name) => String(formData?.get(name) ?? '').trim())
  return quantity ? { quantity, ...(unit && { unit }) } : {}
}

/** The product sheet of this page. */
export const findSheetForm = (): HTMLFormElement | null => document.querySelector<HTMLFormElement>('form#sheet')

/** Applies a changed option or quantity to the enquiry, if it contains the product. */
export function updateEnquiryLine(slug: string, form: HTMLFormElement): void {
  if (!readBasket().some((line) => line.slug === slug)) return
  const chosenValues = readChosenValues(form)
  changeLine(slug, {
    ...Object.fromEntries(choiceNames.map((name) => [name, chosenValues[name] ?? []])),
    ...readQuantity(form),
  })
}
