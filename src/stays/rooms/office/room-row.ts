import { asNumber, typedNumber } from '#ui/office/typed-number.ts'
import type { RoomFile, RoomsOfficeApi } from './contract.ts'

/** A room while it is edited. Numbers are kept as typed. */
export interface RoomRow {
  version: number
  slug: string
  name_en: string
  name_bn: string
  type_en: string
  type_bn: string
  bed_en: string
  bed_bn: string
  description_en: string
  description_bn: string
  size_sqm: string
  max_adults: string
  max_children: string
  max_guests: string
  price: string
  active: boolean
  facilities: number[]
  pictures: string[]
  /** Empty: the default policy. */
  policy: string
}

export const rowOf = (file: RoomFile): RoomRow => ({
  version: file.version,
  slug: file.slug,
  name_en: file.name_en,
  name_bn: file.name_bn,
  type_en: file.type_en,
  type_bn: file.type_bn,
  bed_en: file.bed_en,
  bed_bn: file.bed_bn,
  description_en: file.description_en,
  description_bn: file.description_bn,
  size_sqm: String(file.size_sqm),
  max_adults: String(file.max_adults),
  max_children: String(file.max_children),
  max_guests: String(file.max_guests),
  price: String(file.price),
  active: file.active,
  facilities: file.facilities,
  pictures: file.pictures,
  policy: String(file.policy ?? ''),
})

export const formOf = (id: number, row: RoomRow): Parameters<RoomsOfficeApi['saveRoom']>[0] => ({
  ...row,
  id,
  size_sqm: numberIn(row.size_sqm),
  max_adults: numberIn(row.max_adults),
  max_children: numberIn(row.max_children),
  max_guests: numberIn(row.max_guests),
  price: numberIn(row.price),
  policy: row.policy === '' ? null : Number(row.policy),
})

/** Omits an empty field, so that the server reports it as required. */
const numberIn = (typed: string): number => (asNumber(typedNumber(typed)) ?? undefined) as number
