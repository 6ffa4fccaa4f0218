import { useTranslator } from '#platform/pages/page.tsx'
import type { Facility } from './contract.ts'
import styles from './facilities.module.css'

/** The facilities of a room by group. */
export function Facilities({ facilities }: { facilities: readonly Facility[] }) {
  const { t } = useTranslator()
  const groups = [...new Set(facilities.map((facility) => facility.facility_group_name))]
  if (groups.length === 0) return <p>{t('room.no_facilities')}</p>
  return (
    <div className={styles.groups}>
      {groups.map((group) => (
        <section key={group}>
          <h3>{group}</h3>
          <ul role="list">
            {facilities
              .filter((facility) => facility.facility_group_name === group)
              .map(({ id, facilities_name }) => (
                <li key={id}>{facilities_name}</li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
