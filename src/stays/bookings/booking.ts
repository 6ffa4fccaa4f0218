import { createReadableCode } from '#platform/codes.ts'
import type { RequestContext } from '#platform/contract.ts'
import { isoDay } from '#platform/day.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { conflict, invalid, invalidFields, UserError, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { claimRequest, renewAnswer } from '#platform/database/idempotency-key.ts'
import { sendTogether } from '#platform/database/pipeline.ts'
import { loadCompany, acceptsOnlinePayments, type Company } from '#content/company.ts'
import { mailGuestAndCompany } from '#mail/outbox.ts'
import { createOffers, loadDatedRates } from '../availability/free-rooms.ts'
import { addIncludedExtras } from '../packages/included-extras.ts'
import { applyPackagePrice, findPackage, validatePackage, type StayPackage } from '../packages/package.ts'
import { parseBedSetups, type BedSetup } from '../rooms/bed-setups.ts'
import { loadPolicies, type Policy } from '../policies/policy-lookup.ts'
import { createStoredTerms } from '../policies/terms.ts'
import { getStatusTraits, getStatus } from './status.ts'
import { expireHolds, scheduleExpiry } from './hold.ts'
import { areFree, takeNights } from '../availability/inventory.ts'
import { composeCompanyBookingEmail } from './emails/company-emails.ts'
import { getAmounts } from './emails/amounts.ts'
import { composeBookingEmail } from './emails/guest-emails.ts'
import { createGuest, findGuest } from '../guests/guest.ts'
import { guestFieldNames, pickFields, type GuestField } from './guest-fields.ts'
import { lockRequestLimits, recordOpenRequests, rejectTooManyRequests, isStaff } from './open-requests.ts'
import type { PaymentOption } from './terms.ts'
import { validateParty, type Party } from '../availability/party.ts'
import { isRuleViolation, calculateIncludedVat, type Offer } from '../availability/price.ts'
import { validateStay, computeToday, type Stay } from '../availability/stay.ts'
import { loadTaxRates, type TaxRates } from '../availability/vat.ts'
import {
  selectBookingByCode,
  getBookingReference,
  insertBookingRow,
  insertNightsAndWords,
  loadRoomsForBooking,
  findSameStays,
  type BookedRow,
  type RoomForBooking,
} from './store.ts'
import { createInitialBalance, postNewStay } from './balance.ts'
import { getRequestExpiry } from './verification.ts'
import { createStayLinks, isGuestVerified, type Recipient } from './stay-link.ts'
import { getRoomName, emitStayEvent } from './stay-views.ts'
import { mergeRooms, loadStay, type StayWithRooms } from './stay-with-rooms.ts'
import { MINUTE_MS } from '#platform/durations.ts'

/** A stay that a guest requests: in one room, or in several rooms for one party. */
export interface StayRequest extends Record<GuestField, string> {
  rooms: readonly RequestedRoom[]
  stay: Stay
  payment: PaymentOption
  /** The slug of the stay package that the guest books. */
  package?: string
  /** Whether the guest already has the same stay and confirms a second one. */
  again?: true
  /** Whether the guest is another person than the caller, even if the name and the address are the caller's. */
  isForOther?: true
}
export interface RequestedRoom {
  slug: string
  party: Party
  /** The bed set-up that the guest asks for, or empty. */
  bed: '' | BedSetup
}

/**
 * Books the rooms of a stay: stores the nights and the bookings and queues the emails, in one transaction. If a room is
 * sold out, expires overdue holds and tries once more if the nights are then free.
 */
export async function requestBooking(db: Database, ctx: RequestContext, form: StayRequest): Promise<BookingResult> {
  const code = createReadableCode(10)
  const book = () => inTransaction(db, (transaction) => bookOnce(transaction, ctx, form, code))
  try {
    return await book()
  } catch (error) {
    const isSoldOut = error instanceof UserError && error.status === 409 && error.messageRef.key in soldOutErrors
    if (!isSoldOut) throw error
    await expireHolds(db, ctx.now, ctx.context)
    // A background job may have expired holds in the meantime, so check the nights instead of the result of
    // `expireHolds`.
    const roomIds = (await loadRequestedRooms(db, form.rooms)).flatMap((room) => room?.id ?? [])
    if (!(await areFree(db, roomIds, form.stay))) throw error
    return book()
  }
}

/**
 * Books the stay, unless an earlier identical request has done so. Each step sends its statements together, because
 * each response that it waits for takes a round trip to the database.
 */
async function bookOnce(db: Database, ctx: RequestContext, form: StayRequest, code: string): Promise<BookingResult> {
  const { fieldErrors, company, rooms, stayPackage } = await validateRequest(db, ctx, form)
  const isValid = Object.keys(fieldErrors).length === 0
  // A concurrent duplicate waits for the claim and then finds the booking, instead of a sold-out room.
  const [previousCode, facts] = await sendTogether([
    claimRequest(db, identifyRequest(ctx, form, code), ctx.now),
    isValid ? loadFacts(db, ctx, form, company, rooms as RoomForBooking[]) : undefined,
  ])
  const previousStay =
    previousCode === undefined ? undefined : await resolvePreviousStay(db, ctx, form, previousCode, code)
  if (previousStay) return { stay: previousStay, company, isNew: false }
  if (!facts) throw invalidFields(fieldErrors)

  const { limits, isConfirmedMember } = facts
  const offeredRooms = offerRooms(rooms as RoomForBooking[], form, facts, stayPackage)
  rejectTooManyRequests(limits, offeredRooms.length)
  if (!form.again) rejectDuplicate(facts.sameStays, ctx, form.stay)
  const columns = {
    ...createStayColumns(ctx, form, company, facts),
    ...getPackageColumns(stayPackage),
    guest_id: facts.guestId ?? (await createGuest(db, { ...form, now: ctx.now, language: ctx.language })),
  }
  const requestsPayment = columns.status === 'pending_payment'
  const [, bookedRooms, links] = await sendTogether([
    reserveNights(db, offeredRooms, form.stay),
    insertRooms(db, offeredRooms, columns, company, code),
    createStayLinks(db, ctx, { ...columns, code }, { isMember: isConfirmedMember, requestsPayment }),
  ])
  const stay = mergeRooms(bookedRooms)
  const recipient = { language: ctx.language, isVerified: isConfirmedMember || isGuestVerified(stay), ...links }
  await sendTogether([
    ...bookedRooms.map((row, index) => insertNightsAndWords(db, row, offeredRooms[index]!.offer.nights)),
    stay.status === 'confirmed'
      ? postNewStay(db, { at: ctx.now, day: computeToday(company, ctx.now) }, bookedRooms)
      : recordOpenRequests(db, limits, bookedRooms),
    stayPackage && addIncludedExtras(db, ctx, bookedRooms[0]!, stayPackage),
    scheduleExpiry(db, ctx.now, stay),
    announceBooking(db, ctx, stay, company, recipient),
  ])
  return { stay, company, isNew: true }
}

interface BookingResult {
  stay: StayWithRooms
  company: Company
  /** False if an earlier identical request created the stay. */
  isNew: boolean
}

interface PartialRequest {
  rooms?: readonly Partial<RequestedRoom>[] | undefined
  stay?: Stay | undefined
  payment?: PaymentOption | undefined
  package?: string | undefined
}

interface ValidatedRequest extends ValidationResult {
  /** The rooms in the order of the request. Undefined: there is no such room, which is a field error. */
  rooms: readonly (RoomForBooking | undefined)[]
  company: Company
  stayPackage: StayPackage | undefined
}

/** Validates a request before any night is reserved. With several rooms, field names include the index of the room. */
export async function validateRequest(
  db: Database,
  ctx: RequestContext,
  { rooms = [], stay, payment, package: packageSlug }: PartialRequest,
): Promise<ValidatedRequest> {
  const [company, foundRooms, stayPackage] = await sendTogether([
    loadCompany(db, ctx),
    loadRequestedRooms(db, rooms),
    packageSlug ? findPackage(db, ctx.now, packageSlug) : undefined,
  ])
  // A package is for one room. The ID 0 matches no package.
  const roomId = rooms.length === 1 ? foundRooms[0]?.id : 0
  const dateError = stay && validateStay(stay, company, ctx.now)
  const fieldErrors: FieldMessages = {
    ...(packageSlug && validatePackage(stayPackage, { roomId, stay })),
    ...(dateError && { [dateError.date]: [dateError.message] }),
    ...validatePayment(payment, acceptsOnlinePayments(company, ctx.context)),
  }
  for (const [index, { slug, party, bed }] of rooms.entries()) {
    const room = foundRooms[index]
    const roomErrors: FieldMessages = {
      ...(slug !== undefined && !room && { slug: [{ key: 'error.room_unknown' }] }),
      ...(room && party && validateParty(party, room)),
      ...(room && bed && !parseBedSetups(room.bed_setups).includes(bed) && { bed: [{ key: 'error.bed_setup' }] }),
    }
    for (const [name, messages] of Object.entries(roomErrors))
      fieldErrors[rooms.length > 1 ? `rooms.${index}.${name}` : name] = messages
  }
  return { fieldErrors, rooms: foundRooms, company, stayPackage }
}

/** Loads the rooms in the order of the request. */
async function loadRequestedRooms(
  db: Database,
  rooms: readonly Partial<RequestedRoom>[],
): Promise<(RoomForBooking | undefined)[]> {
  const roomsBySlug = await loadRoomsForBooking(
    db,
    rooms.flatMap(({ slug }) => slug ?? []),
  )
  return rooms.map(({ slug }) => (slug === undefined ? undefined : roomsBySlug.get(slug)))
}

function validatePayment(payment: PaymentOption | undefined, takesOnlinePayments: boolean): FieldMessages {
  if (payment === 'none') return { payment: [{ key: 'error.payment_type' }] }
  return payment === 'online' && !takesOnlinePayments ? { payment: [{ key: 'error.payment_offline_only' }] } : {}
}

type BookingFacts = Awaited<ReturnType<typeof loadFacts>>

/**
 * Loads the data for the decision about a valid request. Locks the limits on open requests first, so that their counts
 * remain true until the transaction ends.
 */
async function loadFacts(
  db: Database,
  ctx: RequestContext,
  form: StayRequest,
  company: Company,
  rooms: readonly RoomForBooking[],
) {
  const currentDay = computeToday(company, ctx.now)
  const roomIds = [...new Set(rooms.map(({ id }) => id))]
  const [limits, sameStays, rates, policies, taxRates, guest] = await sendTogether([
    lockRequestLimits(db, ctx, { email: form.email, today: currentDay }),
    form.again ? { rows: [] } : findSameStays(db, { accountId: ctx.account!.id, roomIds, stay: form.stay }),
    loadDatedRates(db, roomIds, form.stay),
    loadPolicies(db, roomIds, form.stay.checkIn),
    loadTaxRates(db, currentDay),
    findGuest(db, ctx.account!, form),
  ])
  return { limits, sameStays: sameStays.rows, rates, policies, taxRates, ...guest }
}

interface OfferedRoom extends RequestedRoom {
  room: RoomForBooking
  offer: Offer
  policy: Policy
}

/** Returns the offer and the cancellation policy of each room. */
function offerRooms(
  rooms: readonly RoomForBooking[],
  form: StayRequest,
  { rates, policies }: BookingFacts,
  stayPackage: StayPackage | undefined,
): OfferedRoom[] {
  const offers = createOffers(rooms, rates, form.stay)
  if (isRuleViolation(offers)) throw invalid({ [offers.date]: offers.message })
  return form.rooms.map((requestedRoom, index) => {
    const room = rooms[index]!
    const offer = applyPackagePrice(offers.get(room.id)!, stayPackage)
    return { ...requestedRoom, room, offer, policy: policies.get(room.id)! }
  })
}

/**
 * Reserves the nights of each room. All requests use the same room order, so that two bookings of several rooms cannot
 * deadlock.
 */
async function reserveNights(db: Database, offeredRooms: readonly OfferedRoom[], stay: Stay): Promise<void> {
  const orderedRooms = offeredRooms.toSorted((a, b) => a.room.id - b.room.id)
  const takeResults = await sendTogether(orderedRooms.map(({ room }) => takeNights(db, room.id, stay)))
  if (takeResults.includes(false)) throw conflict(offeredRooms.length > 1 ? 'booking.one_sold_out' : 'booking.sold_out')
}

const soldOutErrors: Partial<Record<string, true>> = { 'booking.sold_out': true, 'booking.one_sold_out': true }

/** The columns that all rooms of a stay share. Tax rates are copied, so that later changes have no effect. */
const createStayColumns = (
  { account, language, now }: RequestContext,
  { stay, ...form }: StayRequest,
  company: Company,
  { taxRates, isConfirmedMember }: BookingFacts,
) => ({
  check_in: stay.checkIn,
  check_out: stay.checkOut,
  ...taxRates,
  ...getInitialState(form.payment, company, isConfirmedMember || isStaff(account!.role), now),
  booker_id: account!.id,
  payment: form.payment,
  ...pickFields(guestFieldNames, form),
  language,
  created_at: now,
})

const getPackageColumns = (stayPackage: StayPackage | undefined) => ({
  package_en: stayPackage?.name_en ?? null,
  package_bn: stayPackage?.name_bn ?? null,
})

/** Inserts one booking per room. The first one gets the code of the stay. */
async function insertRooms(
  db: Database,
  offeredRooms: readonly OfferedRoom[],
  columns: ReturnType<typeof createStayColumns> & ReturnType<typeof getPackageColumns> & { guest_id: number },
  company: Company,
  code: string,
): Promise<BookedRow[]> {
  const rows = offeredRooms.map(({ room, party, bed, offer, policy }, index) => ({
    ...columns,
    stay_code: offeredRooms.length > 1 ? code : null,
    code: index === 0 ? code : createReadableCode(10),
    ...party,
    bed_preference: bed,
    ...getRoomColumns(room, offer, columns),
    ...createStoredTerms(policy.rules, offer.nights, company, columns.created_at),
  }))
  return sendTogether(rows.map((row) => insertBookingRow(db, row)))
}

const getRoomColumns = (room: RoomForBooking, offer: Offer, { vat_basis_points: vat }: TaxRates) => ({
  room_id: room.id,
  room_name_en: room.name_en,
  room_name_bn: room.name_bn,
  bed_en: room.bed_en,
  bed_bn: room.bed_bn,
  total_poisha: offer.totalPoisha,
  vat_poisha: calculateIncludedVat(offer.totalPoisha, vat),
})

/** Without an idempotency key, an identical request of the same account within this time counts as a repetition. */
const REPEAT_WINDOW_MS = 2 * MINUTE_MS

const identifyRequest = ({ account, idempotencyKey }: RequestContext, request: StayRequest, code: string) => ({
  scope: `booking:${account!.id}`,
  key: idempotencyKey,
  request,
  answer: code,
  repeatWindowMs: REPEAT_WINDOW_MS,
})

/**
 * Returns the stay of an earlier identical request. If that stay has released its nights, returns undefined, so that it
 * can be booked again, or throws 409 if the request has an idempotency key.
 */
async function resolvePreviousStay(
  db: Database,
  ctx: RequestContext,
  request: StayRequest,
  previousCode: string,
  code: string,
): Promise<StayWithRooms | undefined> {
  const bookedStay = await loadStay(db, await selectBookingByCode(db, previousCode))
  if (!getStatusTraits(getStatus(bookedStay, ctx.now)).releasedNights) return bookedStay
  if (ctx.idempotencyKey) throw conflict('booking.no_longer')
  await renewAnswer(db, identifyRequest(ctx, request, code), ctx.now)
  return undefined
}

/**
 * Returns the first status of a booking and its expiry. A booking with online payment expires after the hold time. A
 * request that needs approval expires if it is not verified or not answered in time. Other bookings are confirmed and
 * do not expire.
 */
function getInitialState(payment: PaymentOption, company: Company, isVerified: boolean, now: number) {
  const unpaidState = { payment_status: 'unpaid', email_verified_at: isVerified ? now : null } as const
  if (payment === 'online')
    return { ...unpaidState, status: 'pending_payment', expires_at: now + company.holdMinutes * MINUTE_MS } as const
  if (company.offlineNeedsApproval)
    return {
      ...unpaidState,
      status: 'pending_approval',
      expires_at: getRequestExpiry(isVerified, company, now),
    } as const
  return { ...unpaidState, status: 'confirmed', expires_at: null } as const
}

/** Asks an account that already has this stay whether it wants a second one. Most duplicates are sent by mistake. */
function rejectDuplicate(sameStays: readonly BookedRow[], { language, now }: RequestContext, stay: Stay): void {
  const duplicate = sameStays.find((row) => !getStatusTraits(getStatus(row, now)).isOver)
  if (!duplicate) return
  const values = {
    room: getRoomName(duplicate, language),
    from: isoDay(stay.checkIn),
    to: isoDay(stay.checkOut),
    code: getBookingReference(duplicate),
  }
  throw invalid({ again: { key: 'booking.already_booked', values } })
}

/** Queues the emails to the guest and the company, and the webhook event. */
async function announceBooking(
  db: Database,
  { now, language, context }: RequestContext,
  stay: StayWithRooms,
  company: Company,
  recipient: Recipient,
): Promise<void> {
  const amounts = getAmounts(createInitialBalance(stay.rooms), stay, now)
  const emails = {
    guestEmail: composeBookingEmail(stay, company, recipient, { now, amounts }),
    companyEmail: composeCompanyBookingEmail(stay, company, context.publicUrl),
  }
  const eventType = stay.status === 'confirmed' ? 'stay.confirmed' : 'stay.requested'
  await sendTogether([
    mailGuestAndCompany(db, now, company, { ...stay, language }, emails),
    emitStayEvent(db, { now, company }, eventType, stay.code, () => stay),
  ])
}
