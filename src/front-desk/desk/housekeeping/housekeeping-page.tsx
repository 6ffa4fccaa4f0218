import { useState } from 'react'
import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { officePages } from '#routes/office.ts'
import { EmptyListMessage, ListHead } from '#ui/office/list.tsx'
import type { Housekeeping, HousekeepingApi, HousekeepingUnit } from './contract.ts'
import styles from './housekeeping-page.module.css'
import { UnitCard } from './unit-card.tsx'

/** The housekeeping page, designed for use on a phone with one hand. */
export const housekeepingPage: Page<HousekeepingApi, Housekeeping> = {
  isLive: true,
  load: ({ api }) => api.getHousekeeping({}),
  head: (_, { t }) => ({ title: t('housekeeping.title'), hidden: true }),
  View: HousekeepingView,
}

/** The groups of units by what must be done, the most urgent first. */
const groups = ['arrival', 'vacant', 'departure', 'occupied', 'out', 'ready'] as const

function findGroup({ condition, arrives, leaves, occupied }: HousekeepingUnit): (typeof groups)[number] {
  if (condition === 'out_of_service') return 'out'
  if (condition !== 'dirty') return 'ready'
  if (arrives && arrives.arrived_at === null) return 'arrival'
  if (!occupied) return 'vacant'
  return leaves?.left_at === null ? 'departure' : 'occupied'
}

function HousekeepingView({ data: { day, check_in_from, check_out_until, data } }: { data: Housekeeping }) {
  const { t, count, number } = useTranslator()
  const { can } = useOffice()
  // Sorted once, when the page opens, so that a unit stays in its place when its condition changes. Units that the guest
  // has left come before those with a guest in them.
  const [places] = useState(
    () =>
      new Map(
        data
          .toSorted((a, b) => Number(a.occupied) - Number(b.occupied))
          .map((unit, index) => [unit.id, { index, group: findGroup(unit) }]),
      ),
  )
  const getPosition = ({ id }: HousekeepingUnit) => places.get(id)?.index ?? places.size
  const units = data.toSorted((a, b) => getPosition(a) - getPosition(b))
  const unitsByGroup = Map.groupBy(units, (unit) => places.get(unit.id)?.group ?? findGroup(unit))
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
        <div className={styles.board}>
          {groups
            .filter((group) => unitsByGroup.has(group))
            .map((group) => (
              <section key={group}>
                <h2 className={styles.group}>
                  {t(`housekeeping.group_${group}`)} <span>{number(unitsByGroup.get(group)!.length)}</span>
                </h2>
                <ul role="list" className={styles.units}>
                  {unitsByGroup.get(group)!.map((unit) => (
                    <UnitCard key={unit.id} unit={unit} />
                  ))}
                </ul>
              </section>
            ))}
        </div>
      )}
    </>
  )
}
