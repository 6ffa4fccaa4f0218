import { isoDay, parseDay } from '#platform/day.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import styles from './stay.module.css'

/** States on which day the nights of closed days are counted. Empty if the stay has no such night. */
export function ClosedNights({
  checkin,
  checkout,
  lastClosed,
}: {
  checkin: string
  checkout: string
  /** The last closed day, or null. */
  lastClosed: string | null
}) {
  const { count } = useTranslator()
  const [from, to] = [parseDay(checkin), parseDay(checkout)]
  if (lastClosed === null || from === undefined || to === undefined) return null
  const nextDay = parseDay(lastClosed)! + 1
  const nightCount = Math.min(to, nextDay) - from
  if (nightCount <= 0) return null
  return (
    <p role="status" className={styles.closed}>
      {count('desk.night_of_closed_day', nightCount, { day: lastClosed, to: isoDay(nextDay) })}
    </p>
  )
}
