/** The guests from whom a field is requested, and whether the field is required. Missing data can be added later. */
export const requestScopes = ['nobody', 'abroad', 'abroad_needed', 'everybody', 'everybody_needed'] as const
export type RequestScope = (typeof requestScopes)[number]

/**
 * The fields of the guest register in addition to name and nationality, in form order, with their defaults. The `own_…`
 * fields can be named freely, for additional requirements of the local police.
 */
export const registerColumns = [
  { name: 'sex', kind: 'sex', defaultScope: 'everybody' },
  { name: 'born', kind: 'day', defaultScope: 'everybody', past: true },
  { name: 'id_kind', kind: 'paper', defaultScope: 'everybody' },
  { name: 'id_number', kind: 'text', defaultScope: 'everybody_needed' },
  { name: 'passport_place', kind: 'text', defaultScope: 'abroad' },
  { name: 'passport_issued', kind: 'day', defaultScope: 'abroad', past: true },
  { name: 'passport_expires', kind: 'day', defaultScope: 'abroad_needed' },
  { name: 'visa_number', kind: 'text', defaultScope: 'abroad_needed' },
  { name: 'visa_kind', kind: 'text', defaultScope: 'abroad' },
  { name: 'visa_expires', kind: 'day', defaultScope: 'abroad' },
  { name: 'entered', kind: 'day', defaultScope: 'abroad_needed', past: true },
  { name: 'entry_port', kind: 'text', defaultScope: 'abroad' },
  { name: 'coming_from', kind: 'text', defaultScope: 'abroad_needed' },
  { name: 'going_to', kind: 'text', defaultScope: 'abroad' },
  { name: 'purpose', kind: 'text', defaultScope: 'abroad_needed' },
  { name: 'home_address', kind: 'text', defaultScope: 'everybody' },
  { name: 'host_company', kind: 'text', defaultScope: 'everybody' },
  { name: 'own_1', kind: 'text', defaultScope: 'nobody' },
  { name: 'own_2', kind: 'text', defaultScope: 'nobody' },
  { name: 'own_3', kind: 'text', defaultScope: 'nobody' },
  { name: 'own_4', kind: 'text', defaultScope: 'nobody' },
] as const satisfies readonly Column[]

interface Column {
  name: string
  kind: ColumnKind
  defaultScope: RequestScope
  /** If true, the date cannot be in the future. */
  past?: true
}
type ColumnKind = 'text' | 'day' | 'sex' | 'paper'
export type ColumnName = (typeof registerColumns)[number]['name']

export const customColumns = ['own_1', 'own_2', 'own_3', 'own_4'] as const
export type CustomColumn = (typeof customColumns)[number]
export const isCustomColumn = (name: ColumnName): name is CustomColumn =>
  (customColumns as readonly string[]).includes(name)
export const columnNames = registerColumns.map(({ name }) => name)

/** A requested field, as forms and lists use it. */
export interface RequestedColumn {
  name: ColumnName
  kind: ColumnKind
  /** Whether the field is only for guests from other countries. */
  foreign: boolean
  /** Whether the register is incomplete without this field. */
  needed: boolean
  /** Null: use the default title from the messages. */
  title: string | null
}
