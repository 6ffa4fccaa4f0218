import { toNumberOrText, parseTypedNumber } from '#ui/form/number-input.ts'
import type { RoomRecord, RoomsOfficeApi } from './contract.ts'

/** A room while it is edited. Numbers are the typed text. */
export interface RoomRow {
  version: number
  slug: string
  name_en: string
  name_bn: string
  type_en: string
  type_bn: string
  bed_en: string
  bed_bn: string
  bed_setups: RoomRecord['bed_setups']
  description_en: string
  description_bn: string
  size_sqm: string
  max_adults: string
  max_children: string
  max_guests: string
  plan_length_cm: string
  plan_width_cm: string
  plan_beds: RoomRecord['plan_beds']
  plan_desk: RoomRecord['plan_desk']
  plan_bath: RoomRecord['plan_bath']
  plan_balcony: RoomRecord['plan_balcony']
  plan_sofa: RoomRecord['plan_sofa']
  plan_armchairs: RoomRecord['plan_armchairs']
  price: string
  active: boolean
  facilities: number[]
  pictures: string[]
  /** Empty: the default policy. */
  policy: string
}

export const toRow = (record: RoomRecord): RoomRow => ({
  version: record.version,
  slug: record.slug,
  name_en: record.name_en,
  name_bn: record.name_bn,
  type_en: record.type_en,
  type_bn: record.type_bn,
  bed_en: record.bed_en,
  bed_bn: record.bed_bn,
  bed_setups: record.bed_setups,
  description_en: record.description_en,
  description_bn: record.description_bn,
  size_sqm: String(record.size_sqm),
  max_adults: String(record.max_adults),
  max_children: String(record.max_children),
  max_guests: String(record.max_guests),
  plan_length_cm: String(record.plan_length_cm ?? ''),
  plan_width_cm: String(record.plan_width_cm ?? ''),
  plan_beds: record.plan_beds,
  plan_desk: record.plan_desk,
  plan_bath: record.plan_bath,
  plan_balcony: record.plan_balcony,
  plan_sofa: record.plan_sofa,
  plan_armchairs: record.plan_armchairs,
  price: String(record.price),
  active: record.active,
  facilities: record.facilities,
  pictures: record.pictures,
  policy: String(record.policy ?? ''),
})

export const toForm = (id: number, row: RoomRow): Parameters<RoomsOfficeApi['saveRoom']>[0] => ({
  ...row,
  id,
  size_sqm: toColumnNumber(row.size_sqm),
  max_adults: toColumnNumber(row.max_adults),
  max_children: toColumnNumber(row.max_children),
  max_guests: toColumnNumber(row.max_guests),
  plan_length_cm: row.plan_length_cm === '' ? null : toColumnNumber(row.plan_length_cm),
  plan_width_cm: row.plan_width_cm === '' ? null : toColumnNumber(row.plan_width_cm),
  price: toColumnNumber(row.price),
  policy: row.policy === '' ? null : Number(row.policy),
})

/** Omits an empty field, so that the server reports it as required. */
const toColumnNumber = (text: string): number => (toNumberOrText(parseTypedNumber(text)) ?? undefined) as number
