import { readFileSync } from 'node:fs'

/** A text of the seed in both languages. */
export interface Text {
  en: string
  bn: string
}

export const read = <Shape>(folder: string, name: string): Shape =>
  JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8')) as Shape

/** `bilingualColumns('title', { en, bn })` → { title_en, title_bn } */
export const both = <Name extends string>(name: Name, text: Text) =>
  ({ [`${name}_en`]: text.en, [`${name}_bn`]: text.bn }) as Record<`${Name}_en` | `${Name}_bn`, string>
