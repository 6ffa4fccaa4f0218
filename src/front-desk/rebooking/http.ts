import type { z } from 'zod'
import { combineRoomTerms } from '#stays/bookings/stay-with-rooms.ts'
import { serializeTerms } from '#stays/policies/terms.ts'
import { formatTerms } from '#stays/policies/format-terms.ts'
import { parseStay } from '#stays/availability/stay.ts'
import { bookingFieldNames, rethrowWithFieldNames } from '#stays/bookings/api-names.ts'
import type { changePlan, stayChange } from '#stays/bookings/change/contract.ts'
import { requireStay } from '#stays/bookings/store.ts'
import { toAgreedTermsView, formatPaymentDue, getRoomName, toRoomView } from '#stays/bookings/stay-views.ts'
import type { RequestContext } from '#platform/contract.ts'
import { isoDay } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { poishaToBdt, bdtToPoisha } from '#platform/money.ts'
import { translatorFor } from '#locales/both.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import type { DeskStay } from '../desk/stays.ts'
import { changeStay, planStayChange } from './change-stay.ts'
import type { rebookingContract } from './contract.ts'
import { prepareChangeOptions, type RoomOption } from './options.ts'
import type { StayChangePlan, RequestedChange } from './plan.ts'

export const rebookingHandlers = {
  async getChangeOptions(db, ctx, { checkin, checkout, ...reference }) {
    const { language } = ctx
    const firstRoom = await requireStay(db, ctx, reference)
    const rooms = await prepareChangeOptions(db, ctx, firstRoom, parseStay(checkin, checkout)).catch(rethrow)
    const toOptionView = ({ type, totalPoisha, available }: RoomOption) => ({
      slug: type.slug,
      name: pickLocalizedName(language, type),
      max_adults: type.max_adults,
      max_children: type.max_children,
      max_guests: type.max_guests,
      total: poishaToBdt(totalPoisha),
      available,
    })
    return {
      checkin,
      checkout,
      rooms: rooms.map(({ bookedRoom, options }) => ({
        name: getRoomName(bookedRoom, language),
        slug: options.find(({ type }) => type.id === bookedRoom.room_id)!.type.slug,
        adult: bookedRoom.adults,
        child: bookedRoom.children,
        options: options.map(toOptionView),
      })),
    }
  },

  async previewStayChange(db, ctx, form) {
    const firstRoom = await requireStay(db, ctx, form)
    return toPlanView(
      await planStayChange(db, ctx, { first: firstRoom, requestedChange: toRequestedChange(form) }).catch(rethrow),
      ctx,
    )
  },

  async changeStay(db, ctx, form) {
    const firstRoom = await requireStay(db, ctx, form)
    const changeRequest = {
      first: firstRoom,
      isByLink: form.token !== undefined,
      requestedChange: toRequestedChange(form),
      expectedPoisha: bdtToPoisha(form.total),
    }
    const updatedStay = await changeStay(db, ctx, changeRequest).catch(rethrow)
    return {
      message: translatorFor(ctx.language).t('change.done'),
      checkin: isoDay(updatedStay.check_in),
      checkout: isoDay(updatedStay.check_out),
      total: poishaToBdt(updatedStay.total_poisha),
    }
  },
} satisfies Handlers<typeof rebookingContract>

const rethrow = rethrowWithFieldNames(bookingFieldNames)

const toRequestedChange = ({ checkin, checkout, rooms }: z.output<typeof stayChange>): RequestedChange => ({
  stay: parseStay(checkin, checkout),
  rooms: rooms?.map(({ slug, adult, child }) => ({ slug, party: { adults: adult, children: child } })) ?? null,
})

function toPlanView(
  { before, changes, totalPoisha, differencePoisha, duePoisha, refundPoisha }: StayChangePlan,
  ctx: RequestContext,
): z.output<typeof changePlan> {
  const roomsAfter = changes.map((change) => change.after)
  const terms = serializeTerms(combineRoomTerms(roomsAfter))
  const updatedBooking = { ...before, check_in: roomsAfter[0]!.check_in, check_out: roomsAfter[0]!.check_out, terms }
  return {
    ...toStateView(roomsAfter, totalPoisha, ctx),
    before: toStateView(before.rooms, before.total_poisha, ctx),
    difference: poishaToBdt(differencePoisha),
    due: poishaToBdt(duePoisha),
    due_text: duePoisha > 0 ? formatPaymentDue(updatedBooking, ctx) : null,
    refund: poishaToBdt(refundPoisha),
    terms: formatTerms(toAgreedTermsView(updatedBooking, ctx), translatorFor(ctx.language)),
  }
}

type RoomColumns = Parameters<typeof toRoomView>[0] & Pick<DeskStay, 'check_in' | 'check_out'>

function toStateView(rooms: readonly RoomColumns[], totalPoisha: number, { language }: RequestContext) {
  const { check_in, check_out } = rooms[0]!
  return {
    checkin: isoDay(check_in),
    checkout: isoDay(check_out),
    nights: check_out - check_in,
    rooms: rooms.map((room) => toRoomView(room, language)),
    total: poishaToBdt(totalPoisha),
  }
}
