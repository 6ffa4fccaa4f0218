import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound, spelled } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { translatorFor } from '#locales/both.ts'
import { companyOf, type Company } from '#content/company.ts'
import { validateRequest, requestBooking } from './booking.ts'
import { cancellingOf } from './cancelling.ts'
import type { bookingsContract, Confirmation } from './contract.ts'
import { stayFile } from './ical.ts'
import { moneyTold, owedAtFirst, owedFor, type Owed } from './owed.ts'
import { proveRequest } from './proof.ts'
import { staysHandlers } from './stays-http.ts'
import { codeOf, stayByLink, stayMeant, type BookedRow } from './store.ts'
import { confirmationOf } from './presenter.ts'
import { wholeStay, type WholeStay } from './whole-stay.ts'
import { bookingFields, partOfRequestIn, refusedAs, requestIn } from './api-names.ts'

const book = {
  async validate(db, ctx, form) {
    const { fieldErrors } = await validateRequest(db, ctx, partOfRequestIn(form))
    return { fieldErrors: spelled(bookingFields, fieldErrors) }
  },
  async act(db, ctx, form) {
    const { stay, isNew } = await requestBooking(db, ctx, requestIn(form)).catch(refusedAs(bookingFields))
    const said = stay.status === 'confirmed' ? 'booking.done' : 'booking.sent'
    const owed = isNew ? owedAtFirst(stay.rooms) : await owedFor(db, codeOf(stay))
    return { message: translatorFor(ctx.language).t(said), ...toldOf(stay, owed, await companyOf(db, ctx), ctx) }
  },
} satisfies Handlers<typeof bookingsContract>['requestBooking']

export const bookingsHandlers = {
  ...staysHandlers,
  requestGuestBooking: book,
  requestBooking: book,

  async getStay(db, ctx, { token }) {
    return told(db, ctx, await stayByLink(db, ctx.now, token))
  },

  async proveStay(db, ctx, { token }) {
    return told(db, ctx, await proveRequest(db, ctx, token))
  },

  async getStayCalendar(db, ctx, which) {
    const booking = await stayMeant(db, ctx, which)
    return stayFile(await wholeStay(db, booking), await companyOf(db, ctx), ctx)
  },
} satisfies Handlers<typeof bookingsContract>

async function told(db: Database, ctx: RequestContext, booking: BookedRow | undefined): Promise<Confirmation> {
  if (!booking) throw notFound()
  const [company, stay] = [await companyOf(db, ctx), await wholeStay(db, booking)]
  return toldOf(stay, await owedFor(db, codeOf(stay)), company, ctx)
}

const toldOf = (stay: WholeStay, owed: Owed, company: Company, ctx: RequestContext): Confirmation => ({
  ...confirmationOf(stay, company, ctx),
  ...moneyTold(owed, stay.rooms, company, ctx),
  cancelling: cancellingOf(stay, owed, company, ctx),
})
