import { HOME } from './countries.ts'

/** What the register asks of somebody beside the name and the nationality, in the order in which it is asked. */
export const registerColumns = [
  { name: 'sex', kind: 'sex' },
  { name: 'born', kind: 'day', past: true },
  { name: 'id_kind', kind: 'paper' },
  { name: 'id_number', kind: 'text', wanted: true },
  { name: 'passport_place', kind: 'text', foreign: true },
  { name: 'passport_issued', kind: 'day', foreign: true, past: true },
  { name: 'passport_expires', kind: 'day', foreign: true, wanted: true },
  { name: 'visa_number', kind: 'text', foreign: true, wanted: true },
  { name: 'visa_kind', kind: 'text', foreign: true },
  { name: 'visa_expires', kind: 'day', foreign: true },
  { name: 'entered', kind: 'day', foreign: true, past: true, wanted: true },
  { name: 'entry_port', kind: 'text', foreign: true },
  { name: 'coming_from', kind: 'text', foreign: true, wanted: true },
  { name: 'going_to', kind: 'text', foreign: true },
  { name: 'purpose', kind: 'text', foreign: true, wanted: true },
  { name: 'home_address', kind: 'text' },
  { name: 'host_company', kind: 'text' },
] as const satisfies readonly Column[]

interface Column {
  name: string
  kind: 'text' | 'day' | 'sex' | 'paper'
  /** Asked of whoever comes from another country alone. */
  foreign?: true
  /** The register is not complete without it. It can be brought later: nobody makes something up to get on. */
  wanted?: true
  /** A day that cannot be to come. */
  past?: true
}
export type ColumnName = (typeof registerColumns)[number]['name']
export type Details = Record<ColumnName, string>

export const sexes = ['', 'female', 'male', 'x'] as const
export const papers = ['', 'passport', 'national_id', 'birth_certificate', 'driving_licence', 'another'] as const

const isForeign = (nationality: string): boolean => nationality !== '' && nationality !== HOME

/** What is asked of somebody from a country. */
export const askedOf = (nationality: string): readonly (typeof registerColumns)[number][] =>
  registerColumns.filter((column) => !('foreign' in column) || isForeign(nationality))

/** What is still to be asked of somebody. */
export const missingOf = (person: Details & { nationality: string }): ColumnName[] =>
  askedOf(person.nationality)
    .filter((column) => 'wanted' in column && person[column.name] === '')
    .map(({ name }) => name)
