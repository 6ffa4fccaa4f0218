import type { BeforeBooking } from '#content/contract.ts'
import { useGlobal } from '#content/global.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import type { PolicyView } from '../../policies/contract.ts'
import { CostTable } from '../../policies/terms-summary.tsx'
import type { Room } from '../../rooms/contract.ts'
import { formatPartyLimits } from '../../rooms/format-party-limits.ts'
import styles from './room-rules.module.css'

/** The rules for every stay in a room, and other facts for guests. */
export function RoomRules({
  room,
  policy,
  facts,
}: {
  room: Room
  policy: PolicyView
  facts: BeforeBooking['guestFacts']
}) {
  const translator = useTranslator()
  const { t, count } = translator
  const company = useGlobal()
  const { checkInFrom, checkOutUntil, maxNights } = company
  const rules = [
    [t('search.check_in'), t('room.arrive_from', { time: checkInFrom })],
    [t('search.check_out'), t('room.leave_until', { time: checkOutUntil })],
    [t('room.longest'), count('rooms.nights', maxNights)],
    [t('room.guests'), formatPartyLimits(room, translator)],
    ...facts.map(({ label, text }) => [label, text] as const),
    [t('booking.paymenttype'), t(company.takesOnlinePayments ? 'room.payment_rule_online' : 'room.payment_rule')],
    [t('room.cancelling'), <Cancelling key="cancelling" policy={policy} />],
    [t('room.changes'), t('room.changes_rule')],
  ] as const
  return (
    <dl className={styles.rules}>
      {rules.map(([name, rule]) => (
        <div key={name}>
          <dt className="bold">{name}</dt>
          <dd>{rule}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The terms for nights without a policy of their own. Other terms are shown with the price. */
function Cancelling({ policy: { terms, note, rows, others } }: { policy: PolicyView }) {
  const { t } = useTranslator()
  const extraSentences = [...(others ? [t('room.cancel_nights')] : []), t('room.cancel_where')]
  if (rows.length === 0) return [terms, ...extraSentences].join(' ')
  return (
    <>
      {note}
      <CostTable rows={rows} />
      {extraSentences.join(' ')}
    </>
  )
}
