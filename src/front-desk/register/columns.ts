import { registerColumns, type RequestedColumn, type ColumnName } from '#content/register-columns.ts'
import { HOME_COUNTRY } from './countries.ts'

export type PersonDetails = Record<ColumnName, string>

export const sexes = ['', 'female', 'male', 'x'] as const
export const documentKinds = ['', 'passport', 'national_id', 'birth_certificate', 'driving_licence', 'another'] as const

const isForeign = (nationality: string): boolean => nationality !== '' && nationality !== HOME_COUNTRY

/** Returns the columns requested from a guest of this nationality. */
export const filterColumnsByNationality = <Column extends Pick<RequestedColumn, 'foreign'>>(
  columns: readonly Column[],
  nationality: string,
) => columns.filter(({ foreign }) => !foreign || isForeign(nationality))

/** Returns the required columns that are still empty. */
export const listMissingColumns = (
  columns: readonly RequestedColumn[],
  person: PersonDetails & { nationality: string },
): RequestedColumn[] =>
  filterColumnsByNationality(columns, person.nationality).filter(({ name, needed }) => needed && person[name] === '')

/** Returns whether a column is a date that must not be in the future. */
export const mustBePast = (column: Pick<RequestedColumn, 'name'>): boolean =>
  registerColumns.some((item) => item.name === column.name && 'past' in item)
