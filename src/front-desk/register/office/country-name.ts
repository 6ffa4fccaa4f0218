import type { Language } from '#routes/public.ts'
import { countries } from '../countries.ts'

const names = new Map<Language, Intl.DisplayNames>()

/** What a country is called in the reader's language; its code where nobody knows. */
export function countryName(code: string, language: Language): string {
  let known = names.get(language)
  if (!known) {
    known = new Intl.DisplayNames(language === 'bn' ? 'bn-BD' : 'en-GB', { type: 'region' })
    names.set(language, known)
  }
  return known.of(code) ?? code
}

/** All of them, in the order of the reader's alphabet. */
export const countriesIn = (language: Language): { code: string; name: string }[] =>
  countries
    .map((code) => ({ code, name: countryName(code, language) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, language))
