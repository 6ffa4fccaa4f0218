import { useTranslator } from '#platform/pages/page.tsx'
import type { Facility } from './contract.ts'
import styles from './facilities.module.css'

/** The facilities of a room by group. */
export function Facilities({ facilities }: { facilities: readonly Facility[] }) {
  const { t } = useTranslator()
  if (facilities.length === 0) return <p>{t('room.no_facilities')}</p>
  return (
    <div className={styles.groups}>
      {[...Map.groupBy(facilities, ({ facility_group_name }) => facility_group_name)].map(([group, members]) => (
        <section key={group}>
          <h3>{group}</h3>
          <ul role="list">
            {members.map(({ id, facilities_name }) => (
              <li key={id}>{facilities_name}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
