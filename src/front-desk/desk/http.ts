import { findLastClosedDay } from '#ledger/business-day.ts'
import { getBookingReference } from '#stays/bookings/store.ts'
import { computeToday } from '#stays/availability/stay.ts'
import { getRoomName } from '#stays/bookings/stay-views.ts'
import { findStayCustomer, toStayCustomerView } from '#stays/customers/stay-customer.ts'
import { readAgreedRates } from '#people/customers/customers.ts'
import { loadCompany } from '#content/company.ts'
import { hasPermission } from '#schema/permissions.ts'
import { dayIn } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { conflict, invalid, renameFields } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { poishaToBdt, bdtToPoisha } from '#platform/money.ts'
import type { DeskMethod } from '#schema/bills.ts'
import { translatorFor } from '#locales/both.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import { arrangeStays, previewArrangement, type Arrangement } from './arrangements.ts'
import { checkIn } from './check-in.ts'
import { markNoShow } from './no-show.ts'
import { checkOut, planCheckOut, type CheckOutForm, type CheckOutResult } from './check-out.ts'
import { assignUnit } from './assign-unit.ts'
import { createDeskBooking, validateDeskBooking, type DeskBooking, type RequestedRoom } from './desk-bookings.ts'
import type { Arrangement as ApiArrangement, RoomRequest, deskContract, StayPart as ApiPart } from './contract.ts'
import { getHousekeepingDay } from './housekeeping/condition.ts'
import { readLastClosedIsoDay } from './days.ts'
import { findFreeUnits } from './free-units.ts'
import { streamChanges } from './live.ts'
import type { DeskOperation } from './stay-changes.ts'
import { MAX_NIGHTS, groupIntoParts, readStays, type DeskNight, type StayPart } from './stays.ts'
import { checkInTogether, listEligibleRooms } from './group-check-in-out.ts'
import { undoDeskOperation } from './undo.ts'

export const deskHandlers = {
  async previewArrangement(db, ctx, form) {
    const { costs, changesRoom, changes, occupancies, userError } = await previewArrangement(
      db,
      ctx,
      toArrangement(form),
    )
    const { t } = translatorFor(ctx.language)
    return {
      before: getVisibleAmount(ctx, costs.before),
      same_price_total: getVisibleAmount(ctx, costs.samePrice),
      new: getVisibleAmount(ctx, costs.new),
      changes_room: changesRoom,
      email_recipients: [...new Set(changes.flatMap(({ before }) => before.email || []))],
      refused: userError && t(userError.messageRef.key as 'desk.not_found', userError.messageRef.values),
      refused_at: Object.keys(userError?.fields ?? {})[0] ?? null,
      taken: occupancies.map(({ unitId, unitName, from, to, reason, stay }) => ({
        unit: unitId,
        unit_name: unitName,
        from: isoDay(from),
        to: isoDay(to),
        reason,
        stay: stay && {
          booking: stay.id,
          version: stay.version,
          code: getBookingReference(stay),
          name: stay.name,
          parts: toApiParts(stay.nights),
        },
      })),
    }
  },

  async arrangeStays(db, ctx, { after, reason, notify_guest: notifiesGuest, ...form }) {
    const afterPoisha = after === null ? null : bdtToPoisha(after)
    const operation = await arrangeStays(db, ctx, { ...toArrangement(form), afterPoisha, reason, notifiesGuest })
    return createOperationResult(operation)
  },

  watchChanges: async (db, ctx, { seconds }) => streamChanges(db, ctx, seconds),

  async undoOperation(db, ctx, form) {
    await undoDeskOperation(db, ctx, form)
    return { message: translatorFor(ctx.language).t('desk.undone') }
  },

  assignUnit: async (db, ctx, { booking, unit, ...form }) =>
    createOperationResult(await assignUnit(db, ctx, { ...form, bookingId: booking, unitId: unit })),
  checkGuestIn: async (db, ctx, { booking, version, unit, anyway: allowsUnreadyUnit }) =>
    createOperationResult(await checkIn(db, ctx, { bookingId: booking, version, unitId: unit, allowsUnreadyUnit })),
  checkGuestOut: async (db, ctx, { booking, version, ...form }) =>
    toCheckOutView(await checkOut(db, ctx, [{ bookingId: booking, version }], toCheckOutForm(form))),
  async previewCheckOut(db, ctx, { rooms }) {
    const stays = await readStays(db, [...new Set(rooms)])
    if (stays.length < rooms.length) throw conflict('desk.not_found')
    const { unusedNights, unusedPoisha, late, proposal, isLast, paidPoisha, outcomes } = await planCheckOut(
      db,
      ctx,
      stays,
    )
    const toOutcomeView = ({ costsPoisha, remainingPoisha }: (typeof outcomes)['charge']) => ({
      total: getVisibleAmount(ctx, costsPoisha),
      due: getVisibleAmount(ctx, remainingPoisha),
    })
    return {
      unused_nights: unusedNights,
      unused_price: getVisibleAmount(ctx, unusedPoisha),
      proposed: proposal,
      late: late && { until: late.until, price: getVisibleAmount(ctx, late.poisha) },
      settles: isLast,
      paid: getVisibleAmount(ctx, paidPoisha),
      customer: toStayCustomerView(await findStayCustomer(db, getBookingReference(stays[0]!))),
      charge: toOutcomeView(outcomes.charge),
      waive: toOutcomeView(outcomes.waive),
    }
  },
  async previewGroupCheck(db, ctx, { code, way }) {
    const { t } = translatorFor(ctx.language)
    const rooms = await listEligibleRooms(db, ctx, code, way)
    return {
      rooms: rooms.map(({ stay, unit, rejection }) => ({
        booking: stay.id,
        version: stay.version,
        room_name: getRoomName(stay, ctx.language),
        unit,
        checkin: isoDay(stay.check_in),
        checkout: isoDay(stay.check_out),
        refused: rejection && t(rejection.key as 'desk.not_found', rejection.values),
      })),
    }
  },
  checkInTogether: async (db, ctx, { rooms }) =>
    createOperationResult(
      await checkInTogether(
        db,
        ctx,
        rooms.map(({ booking, unit, ...room }) => ({ ...room, bookingId: booking, unitId: unit })),
      ),
    ),
  checkOutTogether: async (db, ctx, { rooms, ...form }) => {
    const stays = rooms.map(({ booking, version }) => ({ bookingId: booking, version }))
    return toCheckOutView(await checkOut(db, ctx, stays, toCheckOutForm(form)))
  },
  markNoShow: async (db, ctx, { booking, notify_guest: notifiesGuest, ...form }) =>
    createOperationResult(await markNoShow(db, ctx, { ...form, notifiesGuest, bookingId: booking })),

  async getFreeUnits(db, ctx, { from, to, customer, room: bookedRoomId }) {
    const day = computeToday(await loadCompany(db, ctx), ctx.now)
    const firstDay = from ? parseDay(from)! : day
    const stay = { checkIn: firstDay, checkOut: Math.max(firstDay + 1, to ? parseDay(to)! : 0) }
    if (stay.checkOut - firstDay > MAX_NIGHTS) throw invalid({ to: 'desk.too_long' })
    const roomTypes = await findFreeUnits(db, ctx, stay, {
      ...(customer !== undefined && { agreedRates: await readAgreedRates(db, customer) }),
      ...(bookedRoomId !== undefined && { bookedRoomId }),
    })
    return {
      from: isoDay(stay.checkIn),
      to: isoDay(stay.checkOut),
      today: isoDay(day),
      last_night: await findNightInProgress(db, ctx),
      last_closed: await readLastClosedIsoDay(db),
      data: roomTypes.map(({ room, freeCount, totalPoisha, isAgreed, units }) => ({
        room: room.id,
        name: pickLocalizedName(ctx.language, room),
        left: freeCount,
        total: getVisibleAmount(ctx, totalPoisha),
        agreed: isAgreed,
        max_adults: room.max_adults,
        max_children: room.max_children,
        max_guests: room.max_guests,
        units: units.map(({ isOccupied, ...unit }) => ({ ...unit, occupied: isOccupied })),
      })),
    }
  },

  bookAtDesk: {
    async validate(db, ctx, form) {
      const { fieldErrors } = await validateDeskBooking(db, ctx, toDeskBooking(form))
      return { fieldErrors: renameFields({}, fieldErrors) }
    },
    async execute(db, ctx, form) {
      const { booking, checkInOperation } = await createDeskBooking(db, ctx, toDeskBooking(form) as DeskBooking)
      return {
        code: booking.code,
        booking: booking.id,
        version: booking.version,
        check_in: checkInOperation && createOperationResult(checkInOperation),
      }
    },
  },
} satisfies Handlers<typeof deskContract>

/** Returns the night in progress after midnight, for which a guest may still arrive. Null: it is over or closed. */
async function findNightInProgress(db: Database, ctx: RequestContext): Promise<string | null> {
  const { timeZone } = await loadCompany(db, ctx)
  const night = getHousekeepingDay(timeZone, ctx.now)
  const isOpen = night < dayIn(timeZone, ctx.now) && night > ((await findLastClosedDay(db)) ?? night - 1)
  return isOpen ? isoDay(night) : null
}

export const createOperationResult = ({ id, message }: DeskOperation) => ({ operation_id: id, message })

const toCheckOutForm = ({
  amount,
  method,
  reference,
  unused_reason: unusedReason,
  credit: creditReason,
  ...form
}: Omit<CheckOutForm, 'payment' | 'unusedReason' | 'creditReason'> & {
  amount: number | null
  method: DeskMethod
  reference: string
  unused_reason: string
  credit: string
}): CheckOutForm => ({
  ...form,
  creditReason,
  unusedReason,
  payment: amount === null ? null : { amountPoisha: bdtToPoisha(amount), method, reference },
})

const toCheckOutView = ({ operation, paymentId }: CheckOutResult) => ({
  ...createOperationResult(operation),
  payment_id: paymentId,
})

const getVisibleAmount = ({ account }: RequestContext, poisha: number): number | null =>
  hasPermission(account, 'see money') ? poishaToBdt(poisha) : null

const toArrangement = ({ changes, price }: Pick<Required<ApiArrangement>, 'changes' | 'price'>): Arrangement => ({
  changes: changes.map(({ booking, version, parts }) => ({
    bookingId: booking,
    version,
    parts: parts.map(({ room, unit, from, to }): StayPart => {
      return { roomId: room, unitId: unit, from: parseDay(from)!, to: parseDay(to)! }
    }),
  })),
  price,
})

const toApiParts = (nights: readonly DeskNight[]): ApiPart[] =>
  groupIntoParts(nights).map(({ roomId, unitId, from, to }) => ({
    room: roomId,
    unit: unitId,
    from: isoDay(from),
    to: isoDay(to),
  }))

export const toRequestedRoom = ({ room, unit, adults, children, price }: RoomRequest): RequestedRoom => ({
  roomId: room,
  unitId: unit,
  party: { adults, children },
  nightPoisha: price === null ? null : bdtToPoisha(price),
})

type BookingRequest = Parameters<(typeof deskHandlers)['bookAtDesk']['execute']>[2]

function toDeskBooking({
  from,
  to,
  rooms,
  guest_of,
  customer,
  notify_guest,
  check_in,
  ...form
}: Partial<BookingRequest>): Partial<DeskBooking> {
  return {
    ...form,
    ...(from && to && { stay: { checkIn: parseDay(from)!, checkOut: parseDay(to)! } }),
    ...(guest_of !== undefined && { guestOf: guest_of }),
    ...(customer !== undefined && { customerId: customer }),
    ...(notify_guest !== undefined && { notifiesGuest: notify_guest }),
    ...(check_in !== undefined && { checksIn: check_in }),
    ...(rooms && {
      rooms: rooms.map(toRequestedRoom),
    }),
  } as Partial<DeskBooking>
}
