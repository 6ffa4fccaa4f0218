import { serializeTerms, parseTerms, combineTerms } from '#stays/policies/terms.ts'
import { formatTerms } from '#stays/policies/format-terms.ts'
import { stayOf } from '#stays/availability/stay.ts'
import { requireStay, type BookedRow } from '#stays/bookings/store.ts'
import { agreedTermsView } from '#stays/bookings/presenter.ts'
import type { RequestContext } from '#platform/contract.ts'
import { isoDay } from '#platform/day.ts'
import { UserError, renameFields } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { poishaToBdt, toPoisha } from '#platform/money.ts'
import { translatorFor } from '#locales/both.ts'
import { changeDates, previewDates, type Plan } from './change-dates.ts'
import type { rebookingContract } from './contract.ts'

export const rebookingHandlers = {
  async previewDates(db, ctx, { checkin, checkout, ...reference }) {
    const first = await requireStay(db, ctx, reference)
    const stay = stayOf(checkin, checkout)
    const { changes, totalPoisha, differencePoisha, refundPoisha } = await previewDates(db, ctx, { first, stay }).catch(
      rethrowWithApiNames,
    )
    return {
      checkin,
      checkout,
      nights: stay.checkOut - stay.checkIn,
      total: poishaToBdt(totalPoisha),
      difference: poishaToBdt(differencePoisha),
      goes_back: poishaToBdt(refundPoisha),
      terms: describeNewTerms(first, changes, ctx),
    }
  },

  async changeDates(db, ctx, { checkin, checkout, total, ...reference }) {
    const first = await requireStay(db, ctx, reference)
    const dateChange = {
      first,
      byLink: reference.token !== undefined,
      stay: stayOf(checkin, checkout),
      expectedPoisha: toPoisha(total),
    }
    const updated = await changeDates(db, ctx, dateChange).catch(rethrowWithApiNames)
    return {
      message: translatorFor(ctx.language).t('dates.done'),
      checkin: isoDay(updated.check_in),
      checkout: isoDay(updated.check_out),
      total: poishaToBdt(updated.total_poisha),
    }
  },
} satisfies Handlers<typeof rebookingContract>

function rethrowWithApiNames(error: unknown): never {
  if (!(error instanceof UserError) || !error.fields) throw error
  const fields = renameFields({ checkIn: 'checkin', checkOut: 'checkout' }, error.fields)
  throw new UserError(error.status, error.sentence, { fields })
}

/** Returns the cancellation terms after the change, combined for all rooms of the stay. */
function describeNewTerms(first: BookedRow, changes: Plan['changes'], ctx: RequestContext): string {
  const terms = serializeTerms(combineTerms(changes.map(({ after }) => parseTerms(after.terms))))
  return formatTerms(agreedTermsView({ ...first, terms }, ctx), translatorFor(ctx.language))
}
