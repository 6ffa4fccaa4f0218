import type { Language } from '#routes/public.ts'
import { findCardShade } from './colour-card/card-shades.ts'
import { choiceNames, quantityUnits, type ChoiceName, type QuantityUnit } from './limits.ts'

/** An option: its English value in the API and its name in the language of the reader. */
export interface Choice {
  value: string
  name: string
}
/** The options of one product, in the language of the reader, and its units. The first unit is the default. */
export type Choices = Record<ChoiceName, Choice[]> & { units: QuantityUnit[] }

interface Specification extends Partial<Record<ChoiceName, string[]>> {
  units?: QuantityUnit[]
  choices?: Partial<Record<ChoiceName, string[]>>
}

/**
 * Reads the options from the specification. A specification without choice data offers its own lines and every unit.
 */
export function readChoices({ specification, english }: { specification: string; english: string }): Choices {
  const [translatedSpec, englishSpec] = [specification, english].map((text) => JSON.parse(text) as Specification) as [
    Specification,
    Specification,
  ]
  const listOptions = (name: ChoiceName): Choice[] => {
    const [names, values] = [translatedSpec, englishSpec].map((spec) => spec.choices?.[name] ?? listValues(spec, name))
    return values!.map((value, index) => ({ value, name: names![index] ?? value }))
  }
  const options = Object.fromEntries(choiceNames.map((name) => [name, listOptions(name)]))
  return { ...(options as Record<ChoiceName, Choice[]>), units: englishSpec.units ?? [...quantityUnits] }
}

const listValues = (spec: Specification, name: ChoiceName): string[] => (spec.choices ? [] : (spec[name] ?? []))

/**
 * Finds an offered option by its English value. A product that is offered in shades can have every shade of the colour
 * card.
 */
export const findChoice = (choices: Choices, name: ChoiceName, value: string, language: Language): Choice | undefined =>
  choices[name].find((choice) => choice.value === value) ??
  (name === 'shades' && choices.shades.length > 0 ? findCardShade(value, language) : undefined)
