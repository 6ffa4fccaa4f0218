import { useEffect, useRef, useState } from 'react'
import { useApi, useWords } from '../../platform/pages/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/form/plain-form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useDesk } from '../../ui/office/desk.ts'
import type { DeskApi, FreeKind } from '../contract.ts'
import type { TodaysRow } from './contract.ts'
import styles from './row-form.module.css'

type Free = FreeKind['units'][number]

/** Lets a guest in: into the room they have, or into one that is chosen among those nobody has. */
export function CheckIn({
  row,
  onDone,
  onClose,
}: {
  row: TodaysRow
  onDone: (done: { act: number }) => void
  onClose: () => void
}) {
  const { t } = useWords()
  const api = useApi<DeskApi>()
  const desk = useDesk()
  const [free, setFree] = useState<readonly Free[] | null>(row.unit ? [] : null)
  const first = useRef<HTMLFieldSetElement>(null)
  const needsUnit = row.unit === null
  useEffect(() => {
    if (!needsUnit) return
    const nights = { from: row.checkin, to: row.checkout }
    let isThere = true
    void api.getFreeUnits(nights).then(
      ({ data }) => isThere && setFree(data.find(({ room }) => room === row.room)?.units ?? []),
      () => isThere && setFree([]),
    )
    return () => void (isThere = false)
  }, [api, needsUnit, row])
  const { form, busy, failure, error } = useForm(
    async ({ text, orUnsure }) => {
      const unit = needsUnit ? Number(text('unit')) || null : null
      const looked = { booking: row.booking, version: row.version }
      onDone(await orUnsure(api.checkGuestIn({ ...looked, unit, anyway: text('anyway') === 'yes' })))
      desk.refresh()
    },
    { again: true },
  )
  useEffect(() => first.current?.focus(), [])
  const [needsWord, noUnit] = [error('anyway'), error('unit')]
  return (
    <form {...form} className={styles.form}>
      <fieldset ref={first} tabIndex={-1} className={styles.choice}>
        <legend>
          {needsUnit ? t('desk.choose_unit', { room: row.room_name }) : t('desk.into', { unit: row.unit!.name })}
        </legend>
        {needsUnit && free === null && <p>{t('office.loading')}</p>}
        {needsUnit && free?.length === 0 && <p>{t('desk.no_unit_free')}</p>}
        {free?.map((unit, at) => (
          <label key={unit.id} className={styles.unit}>
            <input type="radio" name="unit" value={unit.id} defaultChecked={at === firstReady(free)} />
            <strong>{unit.name}</strong> {t(unit.occupied ? 'desk.occupied_now' : `desk.unit_${unit.condition}`)}
          </label>
        ))}
        {noUnit && (
          <p role="alert" className={styles.wrong}>
            {noUnit}
          </p>
        )}
      </fieldset>
      {needsWord && (
        <div className={styles.anyway} data-refused tabIndex={-1}>
          <p role="alert">{needsWord}</p>
          <label>
            <input type="checkbox" name="anyway" value="yes" />
            {t('desk.anyway')}
          </label>
        </div>
      )}
      {failure && <Failure>{failure}</Failure>}
      <div className={styles.acts}>
        <Button type="submit" busy={busy} disabled={needsUnit && !free?.length}>
          {t('desk.check_in')}
        </Button>
        <Button look="quiet" onClick={onClose} disabled={busy}>
          {t('desk.not_now')}
        </Button>
      </div>
    </form>
  )
}

const firstReady = (free: readonly Free[]): number =>
  Math.max(
    0,
    free.findIndex(({ condition, occupied }) => !occupied && (condition === 'inspected' || condition === 'clean')),
  )
