import { bdtToPoisha } from '#platform/money.ts'
import { getWeekday } from '#platform/day.ts'
import type { Rules } from '#stays/policies/policy.ts'
import { serializeBedSetups, type BedSetup } from '#stays/rooms/bed-setups.ts'
import type { PublishTransaction } from '#platform/database/publish.ts'
import { toBilingualColumns, readSeed, type SeedText } from './read-seed.ts'

interface SeedRoom {
  slug: string
  position: number
  policy?: string
  name: SeedText
  type: SeedText
  bed: SeedText
  bedSetups?: BedSetup[]
  description: SeedText
  plan: {
    lengthCm: number
    widthCm: number
    beds: string
    desk: string
    bath: string
    balcony: string
    sofa: string
    armchairs: string
  }
  sizeSqm: number
  maxAdults: number
  maxChildren: number
  maxGuests: number
  pricePerNightBdt: number
  units: string[]
  pictures: string[]
  facilities: string[]
  datedRates: DatedRule[]
}
interface DatedRule {
  fromDay: number
  toDay: number
  weekdays?: number[]
  pricePerNightBdt?: number
  minNights?: number
  closedToArrival?: boolean
}

export async function seedRooms(tx: PublishTransaction, folder: string, today: number): Promise<void> {
  const facilityIds = await seedFacilities(tx, folder)
  const policyIds = await seedPolicies(tx, folder)
  for (const room of readSeed<SeedRoom[]>(folder, 'rooms')) {
    const { id } = await tx
      .insertInto('room')
      .values({
        slug: room.slug,
        ...toBilingualColumns('name', room.name),
        ...toBilingualColumns('type', room.type),
        ...toBilingualColumns('bed', room.bed),
        bed_setups: serializeBedSetups(room.bedSetups ?? []),
        ...toBilingualColumns('description', room.description),
        plan_length_cm: room.plan.lengthCm,
        plan_width_cm: room.plan.widthCm,
        plan_beds: room.plan.beds,
        plan_desk: room.plan.desk,
        plan_bath: room.plan.bath,
        plan_balcony: room.plan.balcony,
        plan_sofa: room.plan.sofa,
        plan_armchairs: room.plan.armchairs,
        size_sqm: room.sizeSqm,
        max_adults: room.maxAdults,
        max_children: room.maxChildren,
        max_guests: room.maxGuests,
        price_poisha: bdtToPoisha(room.pricePerNightBdt),
        capacity: room.units.length,
        position: room.position,
        active: 1,
        policy_id: room.policy === undefined ? null : policyIds.get(room.policy)!,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('unit')
      .values(room.units.map((name) => ({ room_id: id, name })))
      .execute()
    await tx
      .insertInto('room_picture')
      .values(room.pictures.map((picture, index) => ({ room_id: id, position: index + 1, picture })))
      .execute()
    await tx
      .insertInto('room_facility')
      .values(room.facilities.map((key) => ({ room_id: id, facility_id: facilityIds.get(key)! })))
      .execute()
    const rates = expandRates(room.datedRates, id, today)
    for (let start = 0; start < rates.length; start += 100)
      await tx
        .insertInto('rate')
        .values(rates.slice(start, start + 100))
        .execute()
  }
}

/** Adds the policies of the seed. The default policy exists in every installation. */
async function seedPolicies(tx: PublishTransaction, folder: string): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const { key, name, rules } of readSeed<{ key: string; name: SeedText; rules: Rules }[]>(folder, 'policies')) {
    const row = { ...toBilingualColumns('name', name), rules: JSON.stringify(rules) }
    ids.set(key, (await tx.insertInto('policy').values(row).returning('id').executeTakeFirstOrThrow()).id)
  }
  return ids
}

async function seedFacilities(tx: PublishTransaction, folder: string): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const groups = readSeed<{ name: SeedText; facilities: { key: string; name: SeedText }[] }[]>(folder, 'facilities')
  for (const [groupIndex, group] of groups.entries()) {
    const { id: group_id } = await tx
      .insertInto('facility_group')
      .values({ ...toBilingualColumns('name', group.name), position: groupIndex + 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [index, facility] of group.facilities.entries()) {
      const row = { group_id, ...toBilingualColumns('name', facility.name), position: index + 1 }
      ids.set(facility.key, (await tx.insertInto('facility').values(row).returning('id').executeTakeFirstOrThrow()).id)
    }
  }
  return ids
}

/** Expands rules to one row per day. If rules overlap, a later rule overrides only the fields that it sets. */
function expandRates(rules: readonly DatedRule[], roomId: number, today: number) {
  const rows = new Map<
    number,
    {
      room_id: number
      day: number
      price_poisha: number | null
      min_nights: number | null
      max_nights: null
      closed_to_arrival: 0 | 1
    }
  >()
  for (const { fromDay, toDay, weekdays, pricePerNightBdt, minNights, closedToArrival } of rules) {
    for (let day = today + fromDay; day <= today + toDay; day++) {
      if (weekdays && !weekdays.includes(getWeekday(day))) continue
      const row = rows.get(day) ?? {
        room_id: roomId,
        day,
        price_poisha: null,
        min_nights: null,
        max_nights: null,
        closed_to_arrival: 0 as const,
      }
      rows.set(day, {
        ...row,
        price_poisha: pricePerNightBdt === undefined ? row.price_poisha : bdtToPoisha(pricePerNightBdt),
        min_nights: minNights ?? row.min_nights,
        closed_to_arrival: closedToArrival === undefined ? row.closed_to_arrival : closedToArrival ? 1 : 0,
      })
    }
  }
  return [...rows.values()]
}
