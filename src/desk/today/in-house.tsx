import { Link, useWords } from '../../platform/pages/page.tsx'
import { officeHref } from '../../urls-office.ts'
import type { TodaysRow } from './contract.ts'
import { Owed } from './take-money.tsx'
import styles from './in-house.module.css'

/** Who is here, in which room and until when. */
export function InHouse({ row }: { row: TodaysRow }) {
  const { t, day } = useWords()
  return (
    <li className={styles.row} data-late={row.late}>
      <strong>{row.unit?.name ?? '–'}</strong>
      <Link to={officeHref('booking', row.code)}>{row.name || row.code}</Link>
      <span>
        {t('desk.until', { when: day(row.checkout, 'short') })}
        <Owed row={row} />
      </span>
    </li>
  )
}
