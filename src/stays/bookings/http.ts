import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { sendTogether } from '#platform/database/pipeline.ts'
import { notFound, renameFields } from '#platform/errors.ts'
import type { Handlers, ValidationResult } from '#platform/http/handlers.ts'
import type { PictureData } from '#platform/pictures.ts'
import { translatorFor } from '#locales/both.ts'
import { loadCompany, type Company } from '#content/company.ts'
import { validateRequest, requestBooking } from './booking.ts'
import { toCancellationView, toChangeView } from './cancelling/cancelling.ts'
import type { bookingsContract, Confirmation } from './contract.ts'
import { renderStayCalendar } from './ical.ts'
import { toBalanceView, createInitialBalance, loadBalance, type Balance } from './balance.ts'
import { verifyRequest } from './verification.ts'
import { staysHandlers } from './own-stays-http.ts'
import { loadFirstPicture } from '../rooms/store.ts'
import { getBookingReference, findStayByLink, requireStay, type BookedRow } from './store.ts'
import { toConfirmationView } from './stay-views.ts'
import { loadStay, type StayWithRooms } from './stay-with-rooms.ts'
import { toStayPreferencesView } from './preferences/preference-views.ts'
import { changeArrivalTime } from './preferences/change-arrival.ts'
import { bookingFieldNames, toPartialRequest, rethrowWithFieldNames, toStayRequest } from './api-names.ts'

/** Validates the fields of a booking form that are present. */
export async function validateBooking(
  db: Database,
  ctx: RequestContext,
  form: Parameters<typeof toPartialRequest>[0],
): Promise<ValidationResult> {
  const { fieldErrors } = await validateRequest(db, ctx, toPartialRequest(form))
  return { fieldErrors: renameFields(bookingFieldNames, fieldErrors) }
}

const bookHandler = {
  validate: validateBooking,
  async execute(db, ctx, form) {
    const request = toStayRequest(form)
    const [{ stay, isNew, company }, picture] = await sendTogether([
      requestBooking(db, ctx, request).catch(rethrowWithFieldNames(bookingFieldNames)),
      loadFirstPicture(db, ctx.language, request.rooms[0]!),
    ])
    const balance = isNew ? createInitialBalance(stay.rooms) : await loadBalance(db, getBookingReference(stay))
    return {
      message: translatorFor(ctx.language).t('booking.done'),
      ...toConfirmation(ctx, { stay, balance, company, picture }),
    }
  },
} satisfies Handlers<typeof bookingsContract>['requestBooking']

export const bookingsHandlers = {
  ...staysHandlers,
  requestGuestBooking: bookHandler,
  requestBooking: bookHandler,

  async getStay(db, ctx, { token }) {
    return loadConfirmation(db, ctx, await findStayByLink(db, ctx.now, token))
  },

  async verifyStay(db, ctx, { token }) {
    return loadConfirmation(db, ctx, await verifyRequest(db, ctx, token))
  },

  async changeArrivalTime(db, ctx, { arrival_time, ...reference }) {
    const { code } = await requireStay(db, ctx, reference)
    const requestedBy = reference.token === undefined ? 'guest' : 'guest with link'
    await changeArrivalTime(db, ctx, { code, arrivalTime: arrival_time, requestedBy })
    return { message: translatorFor(ctx.language).t('stay.arrival_done'), arrival_time }
  },

  async getStayCalendar(db, ctx, reference) {
    const booking = await requireStay(db, ctx, reference)
    return renderStayCalendar(await loadStay(db, booking), await loadCompany(db, ctx), ctx)
  },
} satisfies Handlers<typeof bookingsContract>

async function loadConfirmation(
  db: Database,
  ctx: RequestContext,
  booking: BookedRow | undefined,
): Promise<Confirmation> {
  if (!booking) throw notFound()
  const [company, stay] = [await loadCompany(db, ctx), await loadStay(db, booking)]
  const balance = await loadBalance(db, getBookingReference(stay))
  const picture = await loadFirstPicture(db, ctx.language, { id: stay.room_id })
  return toConfirmation(ctx, { stay, balance, company, picture })
}

interface ConfirmedStay {
  stay: StayWithRooms
  balance: Balance
  company: Company
  picture: PictureData | null
}

const toConfirmation = (ctx: RequestContext, { stay, balance, company, picture }: ConfirmedStay): Confirmation => ({
  ...toConfirmationView(stay, company, ctx),
  ...toStayPreferencesView(stay, ctx.language),
  ...toBalanceView(balance, stay, company, ctx),
  cancelling: toCancellationView(stay, balance, company, ctx),
  change: toChangeView(stay, company, ctx),
  picture,
})
