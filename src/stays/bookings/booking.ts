import { readableCode } from '#platform/codes.ts'
import type { RequestContext } from '#platform/contract.ts'
import { isoDay } from '#platform/day.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { conflict, invalid, assertValid, UserError, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { claimRequest, renewAnswer } from '#platform/database/idempotency-key.ts'
import { loadCompany, acceptsOnlinePayments, type Company } from '#content/company.ts'
import { mailGuestAndCompany } from '#mail/outbox.ts'
import { findOffers } from '../availability/free-rooms.ts'
import { addIncludedExtras } from '../packages/included-extras.ts'
import { applyPackagePrice, findPackage, validatePackage, type StayPackage } from '../packages/package.ts'
import { parseBedSetups, type BedSetup } from '../rooms/bed-setups.ts'
import { loadPolicies, type Policy } from '../policies/policy-lookup.ts'
import { createStoredTerms } from '../policies/terms.ts'
import { statusTraits, getStatus } from './status.ts'
import { expireHolds, scheduleExpiry } from './hold.ts'
import { areFree, takeNights } from '../availability/inventory.ts'
import { composeCompanyBookingEmail } from './company-emails.ts'
import { getAmounts } from './emails/amounts.ts'
import { composeBookingEmail } from './emails.ts'
import { findOrCreateGuest } from '../guests/guest.ts'
import { listFields, guestFieldNames, pickFields, type FieldOf } from './guest-fields.ts'
import { reserveRequestSlot, isStaff } from './open-requests.ts'
import type { Payment } from './terms.ts'
import { validateParty, type Party } from '../availability/party.ts'
import { isRuleViolation, calculateIncludedVat, type Offer } from '../availability/price.ts'
import { validateStay, today, type Stay } from '../availability/stay.ts'
import { loadTaxRates, type TaxRates } from '../availability/vat.ts'
import {
  selectBookingByCode,
  getBookingReference,
  insertBooking,
  loadRoomForBooking,
  findSameStays,
  type BookedRow,
  type RoomForBooking,
} from './store.ts'
import { createInitialBalance, postNewStay } from './balance.ts'
import { requestExpiresAt, hasConfirmedAddress } from './verification.ts'
import { createStayLinks, isGuestVerified } from './stay-link.ts'
import { getRoomName, emitStayEvent } from './presenter.ts'
import { mergeRooms, loadStay, type StayWithRooms } from './stay-with-rooms.ts'

/** A stay that a guest requests: in one room, or in several rooms for one party. */
export interface StayRequest extends Record<FieldOf<'guest'>, string> {
  rooms: readonly RequestedRoom[]
  stay: Stay
  payment: Payment
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

/** Books the rooms of a stay: stores the nights and the bookings and queues the emails, in one transaction. */
export async function requestBooking(db: Database, ctx: RequestContext, form: StayRequest): Promise<BookingResult> {
  const validatedRequest = await validateRequest(db, ctx, form)
  const code = readableCode(10)
  const book = () => inTransaction(db, (transaction) => bookOnce(transaction, ctx, form, validatedRequest, code))
  try {
    return await book()
  } catch (error) {
    const isSoldOut = error instanceof UserError && error.status === 409 && error.messageRef.key in soldOutErrors
    if (!isSoldOut) throw error
    await expireHolds(db, ctx.now, ctx.context)
    // A background job may have expired holds in the meantime, so check the nights instead of the result of
    // `expireHolds`.
    const ids = (validatedRequest.rooms as RoomForBooking[]).map(({ id }) => id)
    if (!(await areFree(db, ids, form.stay))) throw error
    return book()
  }
}

/** Books the stay, unless an earlier identical request has done so. */
async function bookOnce(
  db: Database,
  ctx: RequestContext,
  form: StayRequest,
  { fieldErrors, company, rooms, stayPackage }: ValidatedRequest,
  code: string,
): Promise<BookingResult> {
  const previousStay = await findPreviousBooking(db, ctx, form, code)
  if (previousStay) return { stay: previousStay, isNew: false }
  assertValid(fieldErrors)
  const offeredRooms = await loadOffers(db, rooms as RoomForBooking[], form, stayPackage)
  const isConfirmedMember = await hasConfirmedAddress(db, ctx, form.email)
  const slot = { email: form.email, today: today(company, ctx.now), rooms: offeredRooms.length }
  const recordOpenRequest = await reserveRequestSlot(db, ctx, slot)
  if (!form.again) await rejectDuplicate(db, ctx, offeredRooms, form.stay)
  await reserveNights(db, offeredRooms, form.stay)
  const columns = {
    ...(await loadStayColumns(db, ctx, form, company, isConfirmedMember)),
    ...getPackageColumns(stayPackage),
    guest_id: await findOrCreateGuest(db, ctx, form),
  }
  const bookedRooms = await insertRooms(db, offeredRooms, columns, company, code)
  const stay = mergeRooms(bookedRooms)
  if (stay.status === 'confirmed') await postNewStay(db, { at: ctx.now, day: today(company, ctx.now) }, bookedRooms)
  else for (const { id } of bookedRooms) await recordOpenRequest(id)
  if (stayPackage) await addIncludedExtras(db, ctx, bookedRooms[0]!, stayPackage)
  await scheduleExpiry(db, ctx.now, stay)
  await announceBooking(db, ctx, stay, company, isConfirmedMember)
  return { stay, isNew: true }
}

interface BookingResult {
  stay: StayWithRooms
  /** False if an earlier identical request created the stay. */
  isNew: boolean
}

interface PartialRequest {
  rooms?: readonly Partial<RequestedRoom>[] | undefined
  stay?: Stay | undefined
  payment?: Payment | undefined
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
  const company = await loadCompany(db, ctx)
  const bySlug = new Map<string, RoomForBooking | undefined>()
  for (const { slug } of rooms)
    if (slug !== undefined && !bySlug.has(slug)) bySlug.set(slug, await loadRoomForBooking(db, slug))
  const stayPackage = packageSlug ? await findPackage(db, ctx.now, packageSlug) : undefined
  // A package is for one room.
  const roomId = rooms.length === 1 ? bySlug.get(rooms[0]!.slug ?? '')?.id : 0
  const dateError = stay && validateStay(stay, company, ctx.now)
  const fieldErrors: FieldMessages = {
    ...(packageSlug && validatePackage(stayPackage, { roomId, stay })),
    ...(dateError && { [dateError.date]: [dateError.sentence] }),
    ...validatePayment(payment, acceptsOnlinePayments(company, ctx.context)),
  }
  for (const [index, { slug, party, bed }] of rooms.entries()) {
    const room = slug === undefined ? undefined : bySlug.get(slug)
    const roomErrors: FieldMessages = {
      ...(slug !== undefined && !room && { slug: [{ key: 'error.room_unknown' }] }),
      ...(room && party && validateParty(party, room)),
      ...(room && bed && !parseBedSetups(room.bed_setups).includes(bed) && { bed: [{ key: 'error.bed_setup' }] }),
    }
    for (const [name, messages] of Object.entries(roomErrors))
      fieldErrors[rooms.length > 1 ? `rooms.${index}.${name}` : name] = messages
  }
  const foundRooms = rooms.map(({ slug }) => (slug === undefined ? undefined : bySlug.get(slug)))
  return { fieldErrors, rooms: foundRooms, company, stayPackage }
}

function validatePayment(payment: Payment | undefined, takesOnlinePayments: boolean): FieldMessages {
  if (payment === 'none') return { payment: [{ key: 'error.payment_type' }] }
  return payment === 'online' && !takesOnlinePayments ? { payment: [{ key: 'error.payment_offline_only' }] } : {}
}

interface OfferedRoom extends RequestedRoom {
  room: RoomForBooking
  offer: Offer
  policy: Policy
}

/** Loads the offer and the cancellation policy of each room. */
async function loadOffers(
  db: Database,
  rooms: readonly RoomForBooking[],
  form: StayRequest,
  stayPackage: StayPackage | undefined,
): Promise<OfferedRoom[]> {
  const offers = await findOffers(db, rooms, form.stay)
  if (isRuleViolation(offers)) throw invalid({ [offers.date]: offers.sentence })
  const policies = await loadPolicies(db, [...offers.keys()], form.stay.checkIn)
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
  const inOrder = offeredRooms.toSorted((a, b) => a.room.id - b.room.id)
  for (const { room } of inOrder) {
    if (!(await takeNights(db, room.id, stay)))
      throw conflict(offeredRooms.length > 1 ? 'booking.one_sold_out' : 'booking.sold_out')
  }
}

const soldOutErrors: Partial<Record<string, true>> = { 'booking.sold_out': true, 'booking.one_sold_out': true }

/** The columns that all rooms of a stay share. Terms are copied, so that later changes of a rate or tax have no effect. */
const loadStayColumns = async (
  db: Database,
  { account, language, now }: RequestContext,
  { stay, ...form }: StayRequest,
  company: Company,
  isConfirmedMember: boolean,
) => ({
  check_in: stay.checkIn,
  check_out: stay.checkOut,
  ...(await loadTaxRates(db, today(company, now))),
  ...getInitialState(form.payment, company, isConfirmedMember || isStaff(account!.role), now),
  booker_id: account!.id,
  payment: form.payment,
  ...pickFields(listFields('guest', guestFieldNames), form),
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
  columns: Awaited<ReturnType<typeof loadStayColumns>> & ReturnType<typeof getPackageColumns> & { guest_id: number },
  company: Company,
  code: string,
): Promise<BookedRow[]> {
  const rows: BookedRow[] = []
  for (const { room, party, bed, offer, policy } of offeredRooms) {
    const row = {
      ...columns,
      stay_code: offeredRooms.length > 1 ? code : null,
      code: rows.length === 0 ? code : readableCode(10),
      ...party,
      bed_preference: bed,
      ...getRoomColumns(room, offer, columns),
      ...createStoredTerms(policy.rules, offer.nights, company, columns.created_at),
    }
    rows.push(await insertBooking(db, row, offer.nights))
  }
  return rows
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
const REPEAT_WINDOW_MS = 2 * 60_000

/**
 * Runs before any night is reserved. A concurrent duplicate waits here and finds the booking, instead of a sold-out
 * room.
 */
async function findPreviousBooking(
  db: Database,
  ctx: RequestContext,
  request: StayRequest,
  code: string,
): Promise<StayWithRooms | undefined> {
  const { now } = ctx
  const scope = `booking:${ctx.account!.id}`
  const requestedRoom = { scope, key: ctx.idempotencyKey, request, answer: code, repeatWindowMs: REPEAT_WINDOW_MS }
  const previousCode = await claimRequest(db, requestedRoom, now)
  if (previousCode === undefined) return undefined
  const bookedStay = await loadStay(db, await selectBookingByCode(db, previousCode))
  // A stay that was cancelled or has expired since does not count as a repeated booking.
  if (!statusTraits(getStatus(bookedStay, now)).releasedNights) return bookedStay
  if (ctx.idempotencyKey) throw conflict('booking.no_longer')
  await renewAnswer(db, requestedRoom, now)
  return undefined
}

/**
 * Returns the first status of a booking and its expiry. A booking with online payment expires soon. Other requests
 * expire only if nobody answers.
 */
function getInitialState(payment: Payment, company: Company, isVerified: boolean, now: number) {
  const unpaid = { payment_status: 'unpaid', email_verified_at: isVerified ? now : null } as const
  if (payment === 'online')
    return { ...unpaid, status: 'pending_payment', expires_at: now + company.holdMinutes * 60_000 } as const
  if (company.offlineNeedsApproval)
    return { ...unpaid, status: 'pending_approval', expires_at: requestExpiresAt(isVerified, company, now) } as const
  return { ...unpaid, status: 'confirmed', expires_at: null } as const
}

/** Asks an account that already has this stay whether it wants a second one. Most duplicates are sent by mistake. */
async function rejectDuplicate(
  db: Database,
  { account, language, now }: RequestContext,
  offeredRooms: readonly OfferedRoom[],
  stay: Stay,
): Promise<void> {
  const roomIds = [...new Set(offeredRooms.map(({ room }) => room.id))]
  const { rows } = await findSameStays(db, { accountId: account!.id, roomIds, stay })
  const duplicate = rows.find((row) => !statusTraits(getStatus(row, now)).isOver)
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
  ctx: RequestContext,
  stay: StayWithRooms,
  company: Company,
  isConfirmedMember: boolean,
): Promise<void> {
  const { now, language } = ctx
  const amounts = getAmounts(createInitialBalance(stay.rooms), stay, now)
  const requestsPayment = stay.status === 'pending_payment'
  const links = await createStayLinks(db, ctx, stay, { isMember: isConfirmedMember, requestsPayment })
  const recipient = { language, isVerified: isConfirmedMember || isGuestVerified(stay), ...links }
  const emails = {
    guestEmail: composeBookingEmail(stay, company, recipient, { now, amounts }),
    companyEmail: composeCompanyBookingEmail(stay, company, ctx.context.publicUrl),
  }
  await mailGuestAndCompany(db, now, company, { ...stay, language }, emails)
  const eventType = stay.status === 'confirmed' ? 'stay.confirmed' : 'stay.requested'
  await emitStayEvent(db, { now, company }, eventType, stay.code, () => stay)
}
