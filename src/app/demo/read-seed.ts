import { readFileSync } from 'node:fs'

/** A text of the seed in both languages. */
export interface SeedText {
  en: string
  bn: string
}

export const readSeed = <Shape>(folder: string, name: string): Shape =>
  JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8')) as Shape

/** Converts a text in two languages to columns: `toBilingualColumns('title', { en, bn })` → { title_en, title_bn } */
export const toBilingualColumns = <Name extends string>(name: Name, text: SeedText) =>
  ({ [`${name}_en`]: text.en, [`${name}_bn`]: text.bn }) as Record<`${Name}_en` | `${Name}_bn`, string>
