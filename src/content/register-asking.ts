/** Of whom something is asked, and whether the register is complete without it: it can always be brought later. */
export const askings = ['nobody', 'abroad', 'abroad_needed', 'everybody', 'everybody_needed'] as const
export type Asking = (typeof askings)[number]

/**
 * What the register of guests may ask beside the name and the nationality, in the order in which it is asked; and of whom,
 * until the house says otherwise. What the police of a place ask beyond that, the house calls by names of its own.
 */
export const registerColumns = [
  { name: 'sex', kind: 'sex', asked: 'everybody' },
  { name: 'born', kind: 'day', asked: 'everybody', past: true },
  { name: 'id_kind', kind: 'paper', asked: 'everybody' },
  { name: 'id_number', kind: 'text', asked: 'everybody_needed' },
  { name: 'passport_place', kind: 'text', asked: 'abroad' },
  { name: 'passport_issued', kind: 'day', asked: 'abroad', past: true },
  { name: 'passport_expires', kind: 'day', asked: 'abroad_needed' },
  { name: 'visa_number', kind: 'text', asked: 'abroad_needed' },
  { name: 'visa_kind', kind: 'text', asked: 'abroad' },
  { name: 'visa_expires', kind: 'day', asked: 'abroad' },
  { name: 'entered', kind: 'day', asked: 'abroad_needed', past: true },
  { name: 'entry_port', kind: 'text', asked: 'abroad' },
  { name: 'coming_from', kind: 'text', asked: 'abroad_needed' },
  { name: 'going_to', kind: 'text', asked: 'abroad' },
  { name: 'purpose', kind: 'text', asked: 'abroad_needed' },
  { name: 'home_address', kind: 'text', asked: 'everybody' },
  { name: 'host_company', kind: 'text', asked: 'everybody' },
  { name: 'own_1', kind: 'text', asked: 'nobody' },
  { name: 'own_2', kind: 'text', asked: 'nobody' },
  { name: 'own_3', kind: 'text', asked: 'nobody' },
  { name: 'own_4', kind: 'text', asked: 'nobody' },
] as const satisfies readonly Column[]

interface Column {
  name: string
  kind: ColumnKind
  asked: Asking
  /** A day that cannot be to come. */
  past?: true
}
type ColumnKind = 'text' | 'day' | 'sex' | 'paper'
export type ColumnName = (typeof registerColumns)[number]['name']

export const ownColumns = ['own_1', 'own_2', 'own_3', 'own_4'] as const
export type OwnColumn = (typeof ownColumns)[number]
export const isOwn = (name: ColumnName): name is OwnColumn => (ownColumns as readonly string[]).includes(name)
export const columnNames = registerColumns.map(({ name }) => name)

/** What is asked in this house of somebody, as the form and the lists have it. */
export interface AskedColumn {
  name: ColumnName
  kind: ColumnKind
  /** Of whoever comes from another country alone. */
  foreign: boolean
  /** The register is not complete without it. */
  needed: boolean
  /** Null: it is called as the dictionary calls it. */
  title: string | null
}
