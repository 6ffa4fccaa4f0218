import type { ReactNode } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { formatDateList } from '#locales/dates.ts'
import { formatGuests } from '../../availability/format-guests.ts'
import type { ChangePlan } from './contract.ts'
import styles from '../own-stays/stay-parts.module.css'

/** The preview of a change: the new stay next to the current one. */
export function ChangePlanView({ plan }: { plan: ChangePlan }) {
  const translator = useTranslator()
  const { t, count, number, money } = translator
  const { before, difference, due, due_text: dueText, refund } = plan
  const formatDates = ({ checkin, checkout, nights }: ChangePlan['before']) =>
    `${formatDateList(translator, checkin, checkout)}, ${count('rooms.nights', nights)}`
  const formatRoom = (room: ChangePlan['rooms'][number]) => `${room.name}, ${formatGuests(room, translator)}`
  const formatCurrentNote = (value: string, now: string) =>
    value !== now && t('summary.change_plan_now', { value: now })
  const totals = { amount: money(Math.abs(difference)), total: money(before.total) }
  return (
    <div className={styles.plan}>
      <h3>{t('summary.change_plan')}</h3>
      <dl className="stack-3">
        <Line
          label={t('summary.change_plan_dates')}
          value={formatDates(plan)}
          note={formatCurrentNote(formatDates(plan), formatDates(before))}
        />
        {plan.rooms.map((room, index) => (
          <Line
            key={index}
            label={
              plan.rooms.length === 1
                ? t('booking.success_room')
                : t('summary.change_plan_room', { number: number(index + 1) })
            }
            value={formatRoom(room)}
            note={formatCurrentNote(formatRoom(room), formatRoom(before.rooms[index]!))}
          />
        ))}
        <Line
          label={t('summary.change_plan_total')}
          value={money(plan.total)}
          note={
            difference === 0
              ? t('summary.change_same')
              : t(difference > 0 ? 'summary.change_up' : 'summary.change_down', totals)
          }
        />
        {due > 0 && <Line label={t('summary.change_due')} value={money(due)} note={dueText} />}
        {refund > 0 && (
          <Line label={t('summary.change_refund')} value={t('summary.refund_text', { amount: money(refund) })} />
        )}
        <Line label={t('summary.change_terms')} value={<span className={styles.terms}>{plan.terms}</span>} />
      </dl>
    </div>
  )
}

function Line({ label, value, note }: { label: string; value: ReactNode; note?: string | false | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {value}
        {note && <small className="small">{note}</small>}
      </dd>
    </div>
  )
}
