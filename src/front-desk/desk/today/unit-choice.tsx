import { useEffect, useRef, useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import type { DeskApi, FreeRoomType } from '../contract.ts'
import { isReady } from '../ready-unit.ts'
import type { TodaysRow } from './contract.ts'
import styles from './row-form.module.css'

type FreeUnit = FreeRoomType['units'][number]

/** Loads the units that are free on these nights when the form opens. Null: not loaded yet. */
export function useFreeUnits(nights: TodaysRow['needs_unit']): readonly FreeUnit[] | null {
  const api = useApi<DeskApi>()
  const { room, from, to } = nights ?? { room: 0, from: '', to: '' }
  const [freeUnits, setFreeUnits] = useState<readonly FreeUnit[] | null>(null)
  useEffect(() => {
    if (room === 0) return
    let isCurrent = true
    void api.getFreeUnits({ from, to, room }).then(
      ({ data }) => isCurrent && setFreeUnits(data.find((roomType) => roomType.room === room)?.units ?? []),
      () => isCurrent && setFreeUnits([]),
    )
    return () => void (isCurrent = false)
  }, [api, room, from, to])
  return freeUnits
}

/**
 * Chooses a free unit; one that is ready and empty is preselected. Gets the focus, because the pressed button is gone.
 */
export function UnitChoice({
  legend,
  free,
  error,
}: {
  legend: string
  free: readonly FreeUnit[] | null
  error: string | undefined
}) {
  const { t } = useTranslator()
  const fieldsetRef = useRef<HTMLFieldSetElement>(null)
  useEffect(() => fieldsetRef.current?.focus(), [])
  return (
    <fieldset ref={fieldsetRef} tabIndex={-1} className={styles.choice}>
      <legend>{legend}</legend>
      {free === null && <p>{t('office.loading')}</p>}
      {free?.length === 0 && <p>{t('desk.no_unit_free')}</p>}
      {free?.map((unit, index) => (
        <label key={unit.id} className={styles.unit}>
          <input type="radio" name="unit" value={unit.id} defaultChecked={index === findFirstReadyUnit(free)} />
          <strong>{unit.name}</strong> {t(unit.occupied ? 'desk.occupied_now' : `desk.unit_${unit.condition}`)}
        </label>
      ))}
      {error && (
        <p role="alert" className={styles.wrong}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

const findFirstReadyUnit = (free: readonly FreeUnit[]): number =>
  Math.max(
    0,
    free.findIndex(({ condition, occupied }) => !occupied && isReady(condition)),
  )
