import { readBasket } from '../basket/basket.ts'
import { changeLine } from '../basket/lines.ts'
import { choiceNames, type ChoiceName } from '../limits.ts'

/** Reads the chosen options of a product sheet. Groups without a choice are left out. */
export function readChosenValues(form: HTMLFormElement | null): Partial<Record<ChoiceName, string[]>> {
  const formData = form && new FormData(form)
  const groups = choiceNames.map((name) => [name, (formData?.getAll(name) ?? []).map(String).filter(Boolean)] as const)
  return Object.fromEntries(groups.filter(([, values]) => values.length > 0))
}

/** The product sheet of this page. */
export const findSheetForm = (): HTMLFormElement | null => document.querySelector<HTMLFormElement>('form#sheet')

/** Applies a changed option to the enquiry, if it contains the product. */
export function updateEnquiryLine(slug: string, form: HTMLFormElement): void {
  if (!readBasket().some((line) => line.slug === slug)) return
  const chosenValues = readChosenValues(form)
  changeLine(slug, Object.fromEntries(choiceNames.map((name) => [name, chosenValues[name] ?? []])))
}
