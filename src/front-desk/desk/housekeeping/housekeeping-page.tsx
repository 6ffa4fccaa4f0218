import { useState } from 'react'
import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { officePages } from '#routes/office.ts'
import { EmptyListMessage, ListHead } from '#ui/office/list.tsx'
import type { Housekeeping, HousekeepingApi } from './contract.ts'
import styles from './housekeeping-page.module.css'
import { UnitCard } from './unit-card.tsx'

/** The housekeeping page, designed for use on a phone with one hand. */
export const housekeepingPage: Page<HousekeepingApi, Housekeeping> = {
  isLive: true,
  load: ({ api }) => api.getHousekeeping({}),
  head: (_, { t }) => ({ title: t('housekeeping.title'), hidden: true }),
  View: HousekeepingView,
}

function HousekeepingView({ data: { day, check_in_from, check_out_until, data } }: { data: Housekeeping }) {
  const { t, count } = useTranslator()
  const { can } = useOffice()
  // Sorted once, when the page opens, so that a unit stays in its place when its condition changes.
  const [orderedIds] = useState(() => data.map(({ id }) => id))
  const getPosition = (id: number) => (orderedIds.includes(id) ? orderedIds.indexOf(id) : orderedIds.length)
  const units = data.toSorted((a, b) => getPosition(a.id) - getPosition(b.id))
  const dirtyCount = data.filter(({ condition }) => condition === 'dirty').length
  return (
    <>
      <ListHead
        title={t('housekeeping.title')}
        subtitle={
          <>
            <strong>{count('housekeeping.dirty_count', dirtyCount)}</strong>{' '}
            {t('housekeeping.day_and_times', { day, arrival: check_in_from, departure: check_out_until })}
          </>
        }
      />
      {units.length === 0 ? (
        <EmptyListMessage
          title={t('housekeeping.none')}
          text={t('housekeeping.none_text')}
          action={can('change rooms') && <ButtonLink to={officePages.rooms}>{t('roomtype.set_up')}</ButtonLink>}
        />
      ) : (
        <ul role="list" className={styles.units}>
          {units.map((unit) => (
            <UnitCard key={unit.id} unit={unit} />
          ))}
        </ul>
      )}
    </>
  )
}
