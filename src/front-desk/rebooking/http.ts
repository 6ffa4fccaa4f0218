import { keptTerms, readTerms, together } from '#stays/policies/terms.ts'
import { termsInLines } from '#stays/policies/terms-in-lines.ts'
import { stayOf } from '#stays/availability/stay.ts'
import { stayMeant, type BookedRow } from '#stays/bookings/store.ts'
import { agreedTerms } from '#stays/bookings/presenter.ts'
import type { RequestContext } from '#platform/contract.ts'
import { isoDay } from '#platform/day.ts'
import { UserError, spelled } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { bdtOf, poishaOf } from '#platform/money.ts'
import { translatorFor } from '#locales/both.ts'
import { changeDates, planDates, type Plan } from './changing.ts'
import type { rebookingContract } from './contract.ts'

export const rebookingHandlers = {
  async planDates(db, ctx, { checkin, checkout, ...which }) {
    const first = await stayMeant(db, ctx, which)
    const stay = stayOf(checkin, checkout)
    const { changes, totalPoisha, differencePoisha, backPoisha } = await planDates(db, ctx, { first, stay }).catch(
      asTheyAreSent,
    )
    return {
      checkin,
      checkout,
      nights: stay.checkOut - stay.checkIn,
      total: bdtOf(totalPoisha),
      difference: bdtOf(differencePoisha),
      goes_back: bdtOf(backPoisha),
      terms: termsThen(first, changes, ctx),
    }
  },

  async changeDates(db, ctx, { checkin, checkout, total, ...which }) {
    const first = await stayMeant(db, ctx, which)
    const isGuest = Boolean(which.token) || ctx.account!.role === 'guest'
    const wish = { first, isGuest, stay: stayOf(checkin, checkout), toldPoisha: poishaOf(total) }
    const booked = await changeDates(db, ctx, wish).catch(asTheyAreSent)
    return {
      message: translatorFor(ctx.language).t('dates.done'),
      checkin: isoDay(booked.check_in),
      checkout: isoDay(booked.check_out),
      total: bdtOf(booked.total_poisha),
    }
  },
} satisfies Handlers<typeof rebookingContract>

function asTheyAreSent(error: unknown): never {
  if (!(error instanceof UserError) || !error.fields) throw error
  const fields = spelled({ checkIn: 'checkin', checkOut: 'checkout' }, error.fields)
  throw new UserError(error.status, error.sentence, { fields })
}

/** What would have been agreed, of all rooms as of one. */
function termsThen(first: BookedRow, changes: Plan['changes'], ctx: RequestContext): string {
  const terms = keptTerms(together(changes.map(({ after }) => readTerms(after.terms))))
  return termsInLines(agreedTerms({ ...first, terms }, ctx), translatorFor(ctx.language))
}
