import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** Rooms, units and their prices. */
export interface RoomTables {
  room: RoomTable
  room_picture: { room_id: number; position: number; picture: string }
  room_old_slug: { slug: string; room_id: number }
  unit: { id: Generated<number>; room_id: number; name: string; active: Generated<Flag>; version: Generated<number> }
  unit_closure: {
    id: Generated<number>
    unit_id: number
    from_day: number
    to_day: number
    reason: string
    /** The imported event that caused the closure. */
    event_id: Generated<number | null>
  }
  facility_group: {
    id: Generated<number>
    name_en: string
    name_bn: string | null
    position: number
    version: Generated<number>
  }
  facility: { id: Generated<number>; group_id: number; name_en: string; name_bn: string | null; position: number }
  room_facility: { room_id: number; facility_id: number }
  rate: RateTable
  rate_change: RateChangeTable
  rate_change_cell: {
    change_id: number
    room_id: number
    day: number
    rate_before: string | null
    rate_after: string | null
  }
  /** The VAT and service charge included in prices, from a day on. */
  vat_rate: { from_day: number; basis_points: number; service_basis_points: Generated<number> }
  policy: PolicyTable
}

interface RoomTable {
  id: Generated<number>
  slug: string
  name_en: string
  name_bn: string | null
  type_en: string
  type_bn: string | null
  bed_en: string
  bed_bn: string | null
  bed_setups: Generated<string>
  plan_length_cm: Generated<number | null>
  plan_width_cm: Generated<number | null>
  plan_beds: Generated<string>
  plan_desk: Generated<string>
  plan_bath: Generated<string>
  plan_balcony: Generated<string>
  plan_sofa: Generated<string>
  plan_armchairs: Generated<string>
  description_en: string
  description_bn: string | null
  size_sqm: number
  max_adults: number
  max_children: number
  max_guests: number
  price_poisha: number
  capacity: number
  position: number
  active: Flag
  /** Null: the default policy. */
  policy_id: number | null
  version: Generated<number>
}

interface RateTable {
  room_id: number
  day: number
  price_poisha: number | null
  min_nights: number | null
  max_nights: number | null
  closed: Generated<Flag>
  closed_to_arrival: Generated<Flag>
  closed_to_departure: Generated<Flag>
  /** For stays that arrive on this day. Null: the policy of the room. */
  policy_id: number | null
}

/** `rules` is JSON. */
interface PolicyTable {
  id: Generated<number>
  version: Generated<number>
  name_en: string
  name_bn: string | null
  rules: string
  is_default: Generated<Flag>
  removed: Generated<Flag>
}

interface RateChangeTable {
  id: Generated<number>
  at: number
  account_id: number | null
  address: string | null
  asked: string
  cells: number
  undoes: number | null
  undone_by: Generated<number | null>
}
