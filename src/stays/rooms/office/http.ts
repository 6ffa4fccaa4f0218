import { getPictures } from '#content/media/store.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { poishaToBdt } from '#platform/money.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import { listPolicies } from '../../policies/policy-lookup.ts'
import { parseBedSetups } from '../bed-setups.ts'
import { validateGroup, orderFacilityGroups, removeFacilityGroup, saveFacilityGroup } from '../facility-changes.ts'
import { readPlanFields } from '../floor-plan-fields.ts'
import { validateRoom, orderRooms, removeRoom, saveRoom } from '../room-changes.ts'
import { loadFacilityGroups, countStays, loadRoom, type FacilityGroupData } from '../room-record.ts'
import { loadRoomPictures } from '../store.ts'
import type { FacilityGroup, NamedPicture, OfficeRooms, RoomRecord, roomsOfficeContract } from './contract.ts'

export const roomsOfficeHandlers = {
  getOfficeRooms: (db, ctx) => readOfficeRoomViews(db, ctx),
  getRoomRecord: (db, ctx, { id }) => readRoomRecordView(db, ctx, id),
  saveRoom: {
    validate: validateRoom,
    execute: async (db, ctx, form) => readRoomRecordView(db, ctx, await saveRoom(db, ctx, form)),
  },
  async removeRoom(db, ctx, form) {
    await removeRoom(db, ctx, form)
    return {}
  },
  async orderRooms(db, ctx, form) {
    await orderRooms(db, ctx, form)
    return readOfficeRoomViews(db, ctx)
  },

  getFacilityGroups: (db) => readGroupViews(db),
  getFacilityGroup: (db, _, { id }) => readOneGroupView(db, id),
  saveFacilityGroup: {
    validate: validateGroup,
    execute: async (db, ctx, form) => readOneGroupView(db, await saveFacilityGroup(db, ctx, form)),
  },
  async removeFacilityGroup(db, ctx, form) {
    await removeFacilityGroup(db, ctx, form)
    return {}
  },
  async orderFacilityGroups(db, ctx, form) {
    await orderFacilityGroups(db, ctx, form)
    return readGroupViews(db)
  },
} satisfies Handlers<typeof roomsOfficeContract>

async function readOfficeRoomViews(db: Database, { language }: RequestContext): Promise<OfficeRooms> {
  const rooms = await db.selectFrom('room').selectAll().orderBy('position').orderBy('id').execute()
  const ids = rooms.map(({ id }) => id)
  const pictures = await loadRoomPictures(db, language, ids)
  return {
    data: rooms.map((room) => ({
      id: room.id,
      name: pickLocalizedName(language, room),
      slug: room.slug,
      picture: pictures.get(room.id)?.[0] ?? null,
      units: room.capacity,
      active: room.active === 1,
      price: poishaToBdt(room.price_poisha),
    })),
  }
}

async function readRoomRecordView(db: Database, ctx: RequestContext, id: number): Promise<RoomRecord> {
  const groups = (await readGroupViews(db)).data
  const policies = (await listPolicies(db)).map((policy) => ({
    id: policy.id,
    name: pickLocalizedName(ctx.language, policy),
  }))
  if (id === 0) return { ...newRoom, groups, policies }
  const roomData = await loadRoom(db, id)
  if (!roomData) throw notFound()
  const { room, facilities, pictures } = roomData
  const stayCounts = await countStays(db, ctx, id)
  return {
    id,
    version: room.version,
    slug: room.slug,
    name_en: room.name_en,
    name_bn: room.name_bn ?? '',
    type_en: room.type_en,
    type_bn: room.type_bn ?? '',
    bed_en: room.bed_en,
    bed_bn: room.bed_bn ?? '',
    bed_setups: parseBedSetups(room.bed_setups),
    description_en: room.description_en,
    description_bn: room.description_bn ?? '',
    size_sqm: room.size_sqm,
    max_adults: room.max_adults,
    max_children: room.max_children,
    max_guests: room.max_guests,
    ...readPlanFields(room),
    price: poishaToBdt(room.price_poisha),
    active: room.active === 1,
    facilities: facilities.map((facility) => facility.id),
    pictures,
    known_pictures: await loadNamedPictures(db, ctx, pictures),
    groups,
    policy: room.policy_id,
    policies,
    units: room.capacity,
    stays: stayCounts.all,
    upcoming_stays: stayCounts.upcoming,
  }
}

/** The defaults of a new room. It is inactive, so visitors cannot see it. */
const newRoom: RoomRecord = {
  id: 0,
  version: 0,
  slug: '',
  name_en: '',
  name_bn: '',
  type_en: '',
  type_bn: '',
  bed_en: '',
  bed_bn: '',
  bed_setups: [],
  description_en: '',
  description_bn: '',
  size_sqm: 20,
  max_adults: 2,
  max_children: 0,
  max_guests: 2,
  plan_length_cm: null,
  plan_width_cm: null,
  plan_beds: '',
  plan_desk: '',
  plan_bath: '',
  plan_balcony: '',
  plan_sofa: '',
  plan_armchairs: '',
  price: 0,
  active: false,
  facilities: [],
  pictures: [],
  known_pictures: [],
  groups: [],
  policy: null,
  policies: [],
  units: 0,
  stays: 0,
  upcoming_stays: 0,
}

async function loadNamedPictures(
  db: Database,
  { language }: RequestContext,
  names: readonly string[],
): Promise<NamedPicture[]> {
  const pictures = await getPictures(db, language, names)
  return names.flatMap((name) => {
    const picture = pictures.get(name)
    return picture ? [{ name, picture }] : []
  })
}

const readGroupViews = async (db: Database) => ({ data: (await loadFacilityGroups(db)).map(toGroupView) })

async function readOneGroupView(db: Database, id: number): Promise<FacilityGroup> {
  if (id === 0) return { id: 0, version: 0, name_en: '', name_bn: '', facilities: [] }
  const [group] = await loadFacilityGroups(db, id)
  if (!group) throw notFound()
  return toGroupView(group)
}

const toGroupView = ({ id, version, name_en, name_bn, facilities }: FacilityGroupData): FacilityGroup => ({
  id,
  version,
  name_en,
  name_bn: name_bn ?? '',
  facilities: facilities.map((facility) => ({
    id: facility.id,
    name_en: facility.name_en,
    name_bn: facility.name_bn ?? '',
    rooms: facility.rooms.map((room) => room.name_en),
  })),
})
