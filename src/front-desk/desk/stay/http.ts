import { hasPermission } from '#schema/permissions.ts'
import { computeToday } from '#stays/availability/stay.ts'
import { loadBalance, getRemainingAmount } from '#stays/bookings/balance.ts'
import type { cancellingContract } from '#stays/bookings/office/contract.ts'
import { getDeskStatus } from '#stays/bookings/office/desk-status.ts'
import { toBookingRecord } from '#stays/bookings/office/http.ts'
import { listStays } from '#stays/bookings/office/listing.ts'
import { getBookingReference, findFirstRoom, loadRoomsOfStay, type BookedRow } from '#stays/bookings/store.ts'
import { getStatusTraits, getStatus } from '#stays/bookings/status.ts'
import { getRoomName } from '#stays/bookings/stay-views.ts'
import { loadStays, mergeRooms, type StayWithRooms } from '#stays/bookings/stay-with-rooms.ts'
import { changeArrivalTime } from '#stays/bookings/preferences/change-arrival.ts'
import { formatArrivalTime } from '#stays/bookings/preferences/arrival-time.ts'
import { getBedName } from '#stays/bookings/preferences/preference-views.ts'
import { findStayCustomer, toStayCustomerView } from '#stays/customers/stay-customer.ts'
import { loadCompany } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay, isoInstant, parseDay } from '#platform/day.ts'
import { forbidden, notFound, renameFields } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { poishaToBdt, bdtToPoisha } from '#platform/money.ts'
import type { Language } from '#routes/public.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import { translatorFor } from '#locales/both.ts'
import { addRooms, validateAddRooms, type RoomsToAdd } from './add-rooms.ts'
import { cancelRoom } from '../cancel-room.ts'
import { changeParty } from '../change-party.ts'
import { cancelStayByStaff, undoCancellation } from './cancellation.ts'
import { readFirstOpenNight, readLastClosedIsoDay } from '../days.ts'
import { createOperationResult, toRequestedRoom } from '../http.ts'
import { countIncompleteEntries } from '../incomplete-entries.ts'
import { readStayNotes } from '../notes.ts'
import { getFeeAt, parseTerms } from '#stays/policies/terms.ts'
import { createNoteFormatter } from '../today/http.ts'
import { getNightsWithoutUnit, groupIntoParts, readStays, type DeskStay as Stay } from '../stays.ts'
import type { AddRoomsRequest, DeskRoom, DeskStay, FoundStay, stayContract, StayHeader } from './contract.ts'
import { stayTabs } from './tabs.ts'

/** The maximum number of search results. Users refine the search if there are more. */
const MAX_RESULTS = 8

/** Each of these permissions opens at least one tab of a stay. */
const tabPermissions = Object.values(stayTabs).flat()

export const stayHandlers = {
  async findStays(db, ctx, { search }) {
    const { rows, more } = await listStays(db, ctx, { view: 'newest', search }, { limit: MAX_RESULTS })
    const stays = await loadStays(db, rows)
    return { data: stays.map((stay) => toFoundStayView(stay, ctx)), more: more !== null }
  },

  async getStayHeader(db, ctx, { code }): Promise<StayHeader> {
    if (!tabPermissions.some((permission) => hasPermission(ctx.account, permission))) throw forbidden()
    const { rows, rooms, day } = await loadRooms(db, ctx, code)
    const stay = mergeRooms(rows)
    const status = getStatus(stay, ctx.now)
    const { awaitsAnswer = false } = getStatusTraits(status)
    const canSeeMoney = hasPermission(ctx.account, 'see money')
    return {
      code,
      name: stay.name,
      guest: await readGuest(db, stay.guest_id),
      status,
      desk_status: getDeskStatus(stay, ctx.now, day),
      can_be_answered: status === 'pending_approval',
      held_until: status === 'pending_approval' && stay.expires_at !== null ? isoInstant(stay.expires_at) : null,
      asked_at: isoInstant(stay.created_at),
      is_of_desk: stay.source !== 'website',
      room_name: getRoomName(stay, ctx.language),
      checkin: isoDay(stay.check_in),
      checkout: isoDay(stay.check_out),
      adult: stay.adults,
      child: stay.children,
      customer: toStayCustomerView(await findStayCustomer(db, code)),
      owed: canSeeMoney ? poishaToBdt(getRemainingAmount(await loadBalance(db, code))) : null,
      takes_money: !awaitsAnswer,
      today: isoDay(day),
      last_closed: await readLastClosedIsoDay(db),
      rooms,
    }
  },

  async getDeskStay(db, ctx, { code }): Promise<DeskStay> {
    const { rows, rooms, day, company } = await loadRooms(db, ctx, code)
    const [firstRow] = rows
    const notes = await readStayNotes(
      db,
      rows.map(({ id }) => id),
    )
    return {
      code,
      name: firstRow.name,
      email: firstRow.email,
      phone: firstRow.phone,
      today: isoDay(day),
      last_closed: await readLastClosedIsoDay(db),
      source: firstRow.source,
      customer: toStayCustomerView(await findStayCustomer(db, code)),
      arrival_time: firstRow.arrival_time,
      is_expected: getStatusTraits(getStatus(mergeRooms(rows), ctx.now)).mayBeCancelled === true,
      rooms,
      notes: notes.map(createNoteFormatter(company)),
    }
  },

  async getStayCode(db, _, { booking }) {
    const row = await db
      .selectFrom('booking')
      .select(['code', 'stay_code'])
      .where('id', '=', booking)
      .executeTakeFirst()
    if (!row) throw notFound()
    return { code: getBookingReference(row) }
  },

  addRooms: {
    async validate(db, ctx, form) {
      const { fieldErrors } = await validateAddRooms(db, ctx, toRoomsToAdd(form))
      return { fieldErrors: renameFields({}, fieldErrors) }
    },
    async execute(db, ctx, form) {
      return createOperationResult(await addRooms(db, ctx, toRoomsToAdd(form) as RoomsToAdd))
    },
  },

  async setArrivalTime(db, ctx, { code, arrival_time }) {
    await changeArrivalTime(db, ctx, { code, arrivalTime: arrival_time, requestedBy: 'staff' })
    const translator = translatorFor(ctx.language)
    const arrivalText = formatArrivalTime(arrival_time, translator)
    return { message: translator.t(arrivalText ? 'desk.arrival_set' : 'desk.arrival_removed', { when: arrivalText }) }
  },

  async changeParty(db, ctx, { booking, ...form }) {
    return createOperationResult(await changeParty(db, ctx, { ...form, bookingId: booking }))
  },

  async cancelRoom(db, ctx, { booking, notify_guest: notifiesGuest, ...form }) {
    return createOperationResult(await cancelRoom(db, ctx, { ...form, notifiesGuest, bookingId: booking }))
  },
} satisfies Handlers<typeof stayContract>

const readGuest = (db: Database, id: number) =>
  db.selectFrom('account').select(['id', 'preferences']).where('id', '=', id).executeTakeFirstOrThrow()

function toFoundStayView(stay: StayWithRooms, { language, now }: RequestContext): FoundStay {
  const status = getStatus(stay, now)
  return {
    code: stay.code,
    booking: stay.rooms[0]!.id,
    name: stay.name,
    phone: stay.phone,
    email: stay.email,
    language: stay.language as Language,
    room_name: getRoomName(stay, language),
    checkin: isoDay(stay.check_in),
    checkout: isoDay(stay.check_out),
    status,
    is_on_chart: !getStatusTraits(status).releasedNights,
  }
}

export const cancellingHandlers = {
  async cancelStayByStaff(db, ctx, { shown_fee, ...form }) {
    const shownFeePoisha = shown_fee === null ? null : bdtToPoisha(shown_fee)
    const { cancelled, operation_id: operationId } = await cancelStayByStaff(db, ctx, { ...form, shownFeePoisha })
    return { ...(await toBookingRecord(db, ctx, cancelled)), operation_id: operationId }
  },
  undoCancellation: async (db, ctx, form) => toBookingRecord(db, ctx, await undoCancellation(db, ctx, form)),
} satisfies Handlers<typeof cancellingContract>

function toRoomsToAdd({
  code,
  from,
  to,
  rooms,
  notify_guest: notifiesGuest,
}: Partial<AddRoomsRequest>): Partial<RoomsToAdd> {
  return {
    ...(code !== undefined && { code }),
    ...(notifiesGuest !== undefined && { notifiesGuest }),
    ...(from && to && { stay: { checkIn: parseDay(from)!, checkOut: parseDay(to)! } }),
    ...(rooms && { rooms: rooms.map(toRequestedRoom) }),
  }
}

async function loadRooms(db: Database, ctx: RequestContext, code: string) {
  const firstRoom = await findFirstRoom(db, code)
  const rows = (await loadRoomsOfStay(db, firstRoom)) as [BookedRow, ...BookedRow[]]
  const stays = await readStays(
    db,
    rows.map(({ id }) => id),
  )
  const company = await loadCompany(db, ctx)
  const day = computeToday(company, ctx.now)
  const firstOpenNight = await readFirstOpenNight(db, day)
  const [names, incompleteCounts] = [await readNames(db, ctx, stays), await countIncompleteEntries(db, ctx, stays)]
  const rooms = stays.map((stay) => ({
    ...toRoomView(stay, names, { day, since: firstOpenNight }, ctx),
    unregistered: incompleteCounts.get(stay.id) ?? 0,
  }))
  return { rows, rooms, day, company }
}

interface RoomNames {
  rooms: ReadonlyMap<number, string>
  units: ReadonlyMap<number, string>
}

async function readNames(db: Database, { language }: RequestContext, stays: readonly Stay[]): Promise<RoomNames> {
  const nights = stays.flatMap((stay) => stay.nights)
  const [rooms, units] = [
    await db
      .selectFrom('room')
      .select(['id', 'name_en', 'name_bn'])
      .where('id', 'in', listIdsIn(nights, 'roomId'))
      .execute(),
    await db.selectFrom('unit').select(['id', 'name']).where('id', 'in', listIdsIn(nights, 'unitId')).execute(),
  ]
  return {
    rooms: new Map(rooms.map((room) => [room.id, pickLocalizedName(language, room)])),
    units: new Map(units.map(({ id, name }) => [id, name])),
  }
}

const listIdsIn = (nights: Stay['nights'], name: 'roomId' | 'unitId') => [
  ...new Set(nights.map((night) => night[name] ?? 0)),
]

function toRoomView(
  stay: Stay,
  names: RoomNames,
  { day, since }: { day: number; since: number },
  ctx: RequestContext,
): Omit<DeskRoom, 'unregistered'> {
  const status = getStatus(stay, ctx.now)
  const unassignedNights = getNightsWithoutUnit(stay)
  const toVisibleAmount = (poisha: number) => (hasPermission(ctx.account, 'see money') ? poishaToBdt(poisha) : null)
  return {
    booking: stay.id,
    version: stay.version,
    status,
    parts: groupIntoParts(stay.nights).map(({ roomId, unitId, from, to }) => ({
      room: roomId,
      room_name: names.rooms.get(roomId) ?? '',
      unit: unitId,
      unit_name: unitId === null ? null : (names.units.get(unitId) ?? ''),
      from: isoDay(from),
      to: isoDay(to),
    })),
    needs_unit: unassignedNights && {
      room: unassignedNights.roomId,
      from: isoDay(unassignedNights.from),
      to: isoDay(unassignedNights.to),
    },
    adults: stay.adults,
    children: stay.children,
    bed: getBedName(stay, ctx.language),
    total: toVisibleAmount(stay.total_poisha),
    late_fee: toVisibleAmount(getFeeAt(parseTerms(stay.terms), ctx.now)),
    can_change: !getStatusTraits(status).isOver,
    can_check_in: status === 'confirmed' && stay.check_in <= day && stay.check_out > since,
    can_check_out: status === 'checked_in',
  }
}
