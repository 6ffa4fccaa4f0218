import { registerColumns, type AskedColumn, type ColumnName } from '#content/register-asking.ts'
import { HOME } from './countries.ts'

export type Details = Record<ColumnName, string>

export const sexes = ['', 'female', 'male', 'x'] as const
export const papers = ['', 'passport', 'national_id', 'birth_certificate', 'driving_licence', 'another'] as const

const isForeign = (nationality: string): boolean => nationality !== '' && nationality !== HOME

/** What is asked of somebody from a country. */
export const askedOf = <Column extends Pick<AskedColumn, 'foreign'>>(columns: readonly Column[], nationality: string) =>
  columns.filter(({ foreign }) => !foreign || isForeign(nationality))

/** What is still to be asked of somebody. */
export const missingOf = (columns: readonly AskedColumn[], person: Details & { nationality: string }): AskedColumn[] =>
  askedOf(columns, person.nationality).filter(({ name, needed }) => needed && person[name] === '')

/** A day that is asked, and cannot be to come. */
export const isPast = (column: Pick<AskedColumn, 'name'>): boolean =>
  registerColumns.some((each) => each.name === column.name && 'past' in each)
