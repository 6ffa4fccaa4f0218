import { choiceNames, units, type ChoiceName, type Unit } from './limits.ts'

/** Called one way on the wire, in English, and another by the reader. */
export interface Choice {
  value: string
  name: string
}
/** What can be chosen of one product, in the reader's language; and in what it is counted, the usual way first. */
export type Choices = Record<ChoiceName, Choice[]> & { units: Unit[] }

interface Specified extends Partial<Record<'sizes' | 'finishes', string[]>> {
  units?: Unit[]
  choices?: Partial<Record<ChoiceName, string[]>>
}

/** As the specification says. One that was written before it said so offers its own lines, and every unit. */
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
