import { loadCompany, pickTranslation, type Company } from '#content/company.ts'
import { dayIn } from '#platform/clock.ts'
import { parseMoments } from '#content/moments.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import type { PictureData } from '#platform/pictures.ts'
import { poishaToBdt } from '#platform/money.ts'
import { loadCheapestStays, type CheapestStay, type FindCheapestStays } from '../availability/cheapest-stays.ts'
import { getPricePerNight } from '../availability/price.ts'
import { hasNightPolicies, loadPolicies } from '../policies/policy-lookup.ts'
import type { PolicyView } from '../policies/contract.ts'
import { describePolicy } from '../policies/describe-terms.ts'
import { translatorFor } from '#locales/both.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import { parseBedSetups } from './bed-setups.ts'
import type { Facility, Room, roomsContract } from './contract.ts'
import { toFloorPlanView } from './floor-plan.ts'
import { readPlanFields } from './floor-plan-fields.ts'
import { findCurrentSlug } from './room-record.ts'
import { describeRules, formatPartyLimits } from './room-rules.ts'
import {
  loadRoomFacilities,
  loadFilterFacilities,
  queryActiveRooms,
  loadRoomPictures,
  type ActiveRoom,
  type NamedFacility,
} from './store.ts'

export const createRoomsHandlers = (findCheapestStays: FindCheapestStays) =>
  ({
    async activeRooms(db, ctx, { nights }) {
      const { language } = ctx
      const rooms = await queryActiveRooms(db, language).orderBy('room.position').orderBy('room.id').execute()
      const ids = rooms.map(({ id }) => id)
      const pictures = await loadRoomPictures(db, language, ids)
      const cheapestStays = await findCheapestStays(db, ctx, ids)
      const staysByRoom = nights === undefined ? null : await loadCheapestStays(db, ctx, ids, nights)
      return {
        data: rooms.map((room) => {
          const stay = staysByRoom?.get(room.id)
          return {
            ...toRoomView(room, pictures.get(room.id), cheapestStays.get(room.id)),
            ...(stay && { total: poishaToBdt(stay.totalPoisha) }),
          }
        }),
      }
    },

    async getRoomDetails(db, ctx, { slug }) {
      const { language } = ctx
      const findBySlug = (wantedSlug: string) =>
        queryActiveRooms(db, language).where('room.slug', '=', wantedSlug).executeTakeFirst()
      const findByOldSlug = async () => findBySlug((await findCurrentSlug(db, slug)) ?? slug)
      const room = (await findBySlug(slug)) ?? (await findByOldSlug())
      if (!room) throw notFound()
      const pictures = (await loadRoomPictures(db, language, [room.id])).get(room.id) ?? []
      const company = await loadCompany(db, ctx)
      const policy = await describeRoomPolicy(db, ctx, company, room.id)
      return {
        roomParticular: toRoomView(room, pictures, (await findCheapestStays(db, ctx, [room.id])).get(room.id)),
        activeRoomImg: pictures.map((picture) => ({ roomImage: picture.src, picture })),
        policy,
        rules: describeRules(room, policy, company, ctx),
        party_limits: formatPartyLimits(room, translatorFor(language)),
        floor_plan: toFloorPlanView(readPlanFields(room), translatorFor(language)),
        day: parseMoments(company.day && pickTranslation(company.day, language)),
      }
    },

    async checkSelectedFacilities(db, { language }, { id }) {
      return { data: (await loadRoomFacilities(db, language, id)).map(toFacilityView) }
    },

    async getFacilities(db, { language }, { rooms }) {
      const filterFacilities = await loadFilterFacilities(db, language, rooms?.split(',').map(Number))
      return {
        data: filterFacilities.map((facility) => ({ ...toFacilityView(facility), rooms: Number(facility.rooms) })),
      }
    },
  }) satisfies Handlers<typeof roomsContract>

async function describeRoomPolicy(
  db: Database,
  ctx: RequestContext,
  company: Company,
  id: number,
): Promise<PolicyView> {
  const policy = (await loadPolicies(db, [id])).get(id)!
  const description = {
    name: pickLocalizedName(ctx.language, policy),
    rules: policy.rules,
    hasNightPolicies: await hasNightPolicies(db, id, dayIn(company.timeZone, ctx.now)),
  }
  return describePolicy(description, translatorFor(ctx.language), company.offlineNeedsApproval ? 'waits' : 'asked')
}

const toFacilityView = ({ id, group_name, name }: NamedFacility): Facility => ({
  id,
  facility_group_name: group_name,
  facilities_name: name,
})

export const toRoomView = (
  room: ActiveRoom,
  pictures: readonly PictureData[] = [],
  cheapest: CheapestStay | undefined,
): Room => ({
  id: room.id,
  name: room.name,
  slug: room.slug,
  roomImage: pictures[0]?.src ?? null,
  picture: pictures[0] ?? null,
  roomPrice: cheapest ? getPricePerNight(cheapest.totalPoisha, cheapest.nights) : poishaToBdt(room.price_poisha),
  bed_name: room.bed,
  bed_setups: parseBedSetups(room.bed_setups),
  roomDescription: room.description,
  roomType: room.type,
  size_sqm: room.size_sqm,
  max_adults: room.max_adults,
  max_children: room.max_children,
  max_guests: room.max_guests,
  units: room.capacity,
})
