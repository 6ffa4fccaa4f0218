import { acceptsOnlinePayments, type Company } from '#content/company.ts'
import { listGuestFacts } from '#content/guest-facts.ts'
import type { RequestContext } from '#platform/contract.ts'
import { translatorFor } from '#locales/both.ts'
import type { ServerTranslator } from '#locales/translator.ts'
import type { PolicyView } from '../policies/contract.ts'
import type { RoomRule } from './contract.ts'
import type { ActiveRoom } from './store.ts'

/** The rules for every stay in a room, and other facts for guests, in the language of the reader. */
export function describeRules(
  room: ActiveRoom,
  policy: PolicyView,
  company: Company,
  { language, context }: RequestContext,
): RoomRule[] {
  const translator = translatorFor(language)
  const { t, count } = translator
  const createRule = (label: string, text: string): RoomRule => ({ label, text, fees: null })
  const isPaidOnline = acceptsOnlinePayments(company, context)
  return [
    createRule(t('search.check_in'), t('room.arrive_from', { time: company.checkInFrom })),
    createRule(t('search.check_out'), t('room.leave_until', { time: company.checkOutUntil })),
    createRule(t('room.longest'), count('rooms.nights', company.maxNights)),
    createRule(t('room.guests'), formatPartyLimits(room, translator)),
    ...listGuestFacts(company, translator).map(({ label, text }) => createRule(label, text)),
    createRule(t('booking.paymenttype'), t(isPaidOnline ? 'room.payment_rule_online' : 'room.payment_rule')),
    describeCancellationRule(policy, translator),
    createRule(t('room.changes'), t('room.changes_rule')),
  ]
}

/** The terms for nights without a policy of their own. Other terms are shown with the price. */
function describeCancellationRule({ terms, note, rows, others }: PolicyView, { t }: ServerTranslator): RoomRule {
  const label = t('room.cancelling')
  const furtherTexts = [...(others ? [t('room.cancel_nights')] : []), t('room.cancel_where')]
  if (rows.length === 0) return { label, text: [terms, ...furtherTexts].join(' '), fees: null }
  return { label, text: furtherTexts.join(' '), fees: { note, rows } }
}

/** Formats the largest party that a room takes: "up to 2 adults, 1 child, 3 guests in all". */
export function formatPartyLimits(
  { max_adults, max_children, max_guests }: ActiveRoom,
  { count }: ServerTranslator,
): string {
  const adultsText = count('room.most_adults', max_adults)
  if (max_children === 0) return adultsText
  return [adultsText, count('room.most_children', max_children), count('room.most_guests', max_guests)].join(', ')
}
