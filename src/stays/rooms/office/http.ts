import { picturesNamed } from '#content/media/store.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { bdtOf } from '#platform/money.ts'
import { allPolicies, policyNameIn } from '../../policies/choosing.ts'
import { validateGroup, orderFacilityGroups, removeFacilityGroup, saveFacilityGroup } from '../facility-changes.ts'
import { validateRoom, orderRooms, removeRoom, saveRoom } from '../room-changes.ts'
import { facilityGroups, staysOf, wholeRoom, type WholeGroup } from '../room-file.ts'
import { picturesOfRooms } from '../store.ts'
import type { FacilityGroup, NamedPicture, OfficeRooms, RoomFile, roomsOfficeContract } from './contract.ts'

export const roomsOfficeHandlers = {
  getOfficeRooms: (db, ctx) => officeRooms(db, ctx),
  getRoomFile: (db, ctx, { id }) => roomFile(db, ctx, id),
  saveRoom: {
    validate: validateRoom,
    act: async (db, ctx, form) => roomFile(db, ctx, await saveRoom(db, ctx, form)),
  },
  async removeRoom(db, ctx, form) {
    await removeRoom(db, ctx, form)
    return {}
  },
  async orderRooms(db, ctx, form) {
    await orderRooms(db, ctx, form)
    return officeRooms(db, ctx)
  },

  getFacilityGroups: (db) => allGroups(db),
  getFacilityGroup: (db, _, { id }) => oneGroup(db, id),
  saveFacilityGroup: {
    validate: validateGroup,
    act: async (db, ctx, form) => oneGroup(db, await saveFacilityGroup(db, ctx, form)),
  },
  async removeFacilityGroup(db, ctx, form) {
    await removeFacilityGroup(db, ctx, form)
    return {}
  },
  async orderFacilityGroups(db, ctx, form) {
    await orderFacilityGroups(db, ctx, form)
    return allGroups(db)
  },
} satisfies Handlers<typeof roomsOfficeContract>

async function officeRooms(db: Database, { language }: RequestContext): Promise<OfficeRooms> {
  const rooms = await db.selectFrom('room').selectAll().orderBy('position').orderBy('id').execute()
  const ids = rooms.map(({ id }) => id)
  const pictures = await picturesOfRooms(db, language, ids)
  return {
    data: rooms.map((room) => ({
      id: room.id,
      name: (language === 'bn' && room.name_bn) || room.name_en,
      slug: room.slug,
      picture: pictures.get(room.id)?.[0] ?? null,
      units: room.capacity,
      active: room.active === 1,
      price: bdtOf(room.price_poisha),
    })),
  }
}

async function roomFile(db: Database, ctx: RequestContext, id: number): Promise<RoomFile> {
  const groups = (await allGroups(db)).data
  const policies = (await allPolicies(db)).map((policy) => ({ id: policy.id, name: policyNameIn(policy, ctx.language) }))
  if (id === 0) return { ...blank, groups, policies }
  const whole = await wholeRoom(db, id)
  if (!whole) throw notFound()
  const { room, facilities, pictures } = whole
  const stays = await staysOf(db, ctx, id)
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
    description_en: room.description_en,
    description_bn: room.description_bn ?? '',
    size_sqm: room.size_sqm,
    max_adults: room.max_adults,
    max_children: room.max_children,
    max_guests: room.max_guests,
    price: bdtOf(room.price_poisha),
    active: room.active === 1,
    facilities: facilities.map((facility) => facility.id),
    pictures,
    known_pictures: await named(db, ctx, pictures),
    groups,
    policy: room.policy_id,
    policies,
    units: room.capacity,
    stays: stays.all,
    stays_to_come: stays.toCome,
  }
}

/** The defaults of a new room. It is inactive, so visitors cannot see it. */
const blank: RoomFile = {
  id: 0,
  version: 0,
  slug: '',
  name_en: '',
  name_bn: '',
  type_en: '',
  type_bn: '',
  bed_en: '',
  bed_bn: '',
  description_en: '',
  description_bn: '',
  size_sqm: 20,
  max_adults: 2,
  max_children: 0,
  max_guests: 2,
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
  stays_to_come: 0,
}

async function named(db: Database, { language }: RequestContext, names: readonly string[]): Promise<NamedPicture[]> {
  const pictures = await picturesNamed(db, language, names)
  return names.flatMap((name) => {
    const picture = pictures.get(name)
    return picture ? [{ name, picture }] : []
  })
}

const allGroups = async (db: Database) => ({ data: (await facilityGroups(db)).map(presentGroup) })

async function oneGroup(db: Database, id: number): Promise<FacilityGroup> {
  if (id === 0) return { id: 0, version: 0, name_en: '', name_bn: '', facilities: [] }
  const [group] = await facilityGroups(db, id)
  if (!group) throw notFound()
  return presentGroup(group)
}

const presentGroup = ({ id, version, name_en, name_bn, facilities }: WholeGroup): FacilityGroup => ({
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
