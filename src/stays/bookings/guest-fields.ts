import type { PageMessageKey } from '#locales/translator.ts'

interface GuestFieldOptions {
  /** The type of the input, several lines of text, or one of the arrival times. */
  kind: 'text' | 'email' | 'tel' | 'paragraphs' | 'arrival'
  maxLength: number
  label: PageMessageKey
  hint?: PageMessageKey
  autoComplete?: 'name' | 'email' | 'tel'
  /** Whether staff can find a stay by this field. */
  isSearched?: true
  /** Whether the CSV export of stays contains the field. */
  isListed?: true
}

/**
 * The data about the guest in each booking. The key is the text column and the name in the API. Contracts, forms,
 * search words, the office, the arrivals list, the emails to the company, the personal data export and the erasure
 * derive from this table. So every field is exported and erased.
 */
export const guestFields = {
  name: {
    kind: 'text',
    maxLength: 100,
    label: 'booking.name',
    autoComplete: 'name',
    isSearched: true,
    isListed: true,
  },
  email: {
    kind: 'email',
    maxLength: 254,
    label: 'booking.email',
    autoComplete: 'email',
    isSearched: true,
    isListed: true,
  },
  phone: {
    kind: 'tel',
    maxLength: 30,
    label: 'booking.phone',
    autoComplete: 'tel',
    isSearched: true,
    isListed: true,
  },
  message: {
    kind: 'paragraphs',
    maxLength: 2_000,
    label: 'booking.message',
    hint: 'booking.message_hint',
  },
  arrival_time: {
    kind: 'arrival',
    maxLength: 20,
    label: 'booking.arrival_time',
  },
} as const satisfies Record<string, GuestFieldOptions>

export type GuestField = keyof typeof guestFields
export const guestFieldNames = Object.keys(guestFields) as GuestField[]
export const getOptions = (name: GuestField): GuestFieldOptions => guestFields[name]

/** The fields that guests must enter. */
export const contactFields = ['name', 'email', 'phone'] as const

export type OptionalField = Exclude<GuestField, (typeof contactFields)[number]>
export const optionalFields = guestFieldNames.filter(
  (name): name is OptionalField => !(contactFields as readonly GuestField[]).includes(name),
)

/** Optional fields of several lines, shown as a text of their own. The annotation keeps unused lists out of scripts. */
export const paragraphFields = /* @__PURE__ */ optionalFields.filter((name) => getOptions(name).kind === 'paragraphs')

/** Optional fields of one line. The arrival time is left out, because the preferences of the stay show it. */
export const lineFields = /* @__PURE__ */ optionalFields.filter(
  (name) => !['paragraphs', 'arrival'].includes(getOptions(name).kind),
)

export const mapNames = <Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>

export const pickFields = <Name extends string>(names: readonly Name[], values: Record<Name, string>) =>
  mapNames(names, (name) => values[name])

/**
 * The name of the bed field of a room, in a booking of several rooms. A template literal would make the build add all
 * `rooms.` messages to the page.
 */
export const getBedFieldName = (index: number): string => ['rooms', index, 'bed'].join('.')
