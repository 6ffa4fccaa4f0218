import type { SeedGuest } from './seed-file.ts'

/** Addresses and numbers that nobody has: example domains, and number ranges reserved for fiction where there are any. */

export const getEmail = ({ name, mailbox }: Pick<SeedGuest, 'name' | 'mailbox'>): string =>
  `${mailbox ?? toMailbox(name)}@guest.example`

/** "Étienne Lacombe" → "etienne.lacombe" */
const toMailbox = (name: string) =>
  name
    .normalize('NFD')
    .replace(/ı/g, 'i')
    .replace(/[^A-Za-z -]/g, '')
    .toLowerCase()
    .split(' ')
    .join('.')

const prefixes: Readonly<Record<string, string>> = {
  AU: '+612555000',
  CA: '+141655501',
  DE: '+493023125',
  FR: '+331990000',
  GB: '+442079460',
  SE: '+46846500',
  US: '+120255501',
}

export const getPhone = ({ name, country }: SeedGuest): string =>
  (prefixes[country] ?? '+88017000000') + String(sumCharacters(name) % 100).padStart(2, '0')

const sumCharacters = (text: string) => [...text].reduce((sum, character) => sum + character.codePointAt(0)!, 0)
