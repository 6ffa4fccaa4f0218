import type { Language } from '#routes/public.ts'
import { countries } from '../countries.ts'

const displayNames = new Map<Language, Intl.DisplayNames>()

/** Returns the country name in the given language, or the code if the name is unknown. */
export function formatCountryName(code: string, language: Language): string {
  let regionNames = displayNames.get(language)
  if (!regionNames) {
    regionNames = new Intl.DisplayNames(language === 'bn' ? 'bn-BD' : 'en-GB', { type: 'region' })
    displayNames.set(language, regionNames)
  }
  return regionNames.of(code) ?? code
}

/** Lists all countries, sorted in the given language. Most guests are from Bangladesh, which is first. */
export const listCountries = (language: Language): { code: string; name: string }[] =>
  countries
    .map((code) => ({ code, name: formatCountryName(code, language) }))
    .toSorted((a, b) => Number(b.code === 'BD') - Number(a.code === 'BD') || a.name.localeCompare(b.name, language))
