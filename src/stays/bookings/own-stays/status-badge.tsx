import { useTranslator } from '#platform/pages/page.tsx'
import type { BookingStatus } from '#schema/bookings.ts'
import { getStatusKey } from '../summary.ts'
import styles from './status-badge.module.css'

/** The status of a stay, as a coloured label. */
export function StatusBadge({ status }: { status: BookingStatus }) {
  const { t } = useTranslator()
  return (
    <span className={styles.badge} data-status={status}>
      {t(getStatusKey(status))}
    </span>
  )
}
