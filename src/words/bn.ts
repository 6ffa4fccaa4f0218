import type { Dictionary } from './words.ts'

export const bn: Dictionary = {
  'language.name': 'বাংলা',
  'language.other': 'English',
  'language.switch': 'Read this page in English',
}
