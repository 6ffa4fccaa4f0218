import { choiceNames, units, type ChoiceName, type Unit } from './limits.ts'

/** An option: its English value in the API and its name in the language of the reader. */
export interface Choice {
  value: string
  name: string
}
/** The options of one product, in the language of the reader, and its units. The first unit is the default. */
export type Choices = Record<ChoiceName, Choice[]> & { units: Unit[] }

interface Specified extends Partial<Record<'sizes' | 'finishes', string[]>> {
  units?: Unit[]
  choices?: Partial<Record<ChoiceName, string[]>>
}

/**
 * Reads the options from the specification. A specification without choice data offers its own lines and every unit.
 */
export function choicesOf({ specification, english }: { specification: string; english: string }): Choices {
  const [theirs, ours] = [specification, english].map((text) => JSON.parse(text) as Specified) as [Specified, Specified]
  const offered = (name: ChoiceName): Choice[] => {
    const [named, values] = [theirs, ours].map((said) => said.choices?.[name] ?? linesOf(said, name))
    return values!.map((value, at) => ({ value, name: named![at] ?? value }))
  }
  const [sizes, finishes, shades] = choiceNames.map(offered) as [Choice[], Choice[], Choice[]]
  return { sizes, finishes, shades, units: ours.units ?? [...units] }
}

const linesOf = (said: Specified, name: ChoiceName): string[] =>
  said.choices || name === 'shades' ? [] : (said[name] ?? [])
