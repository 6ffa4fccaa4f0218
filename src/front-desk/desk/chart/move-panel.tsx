import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/form/radio-group.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import { isoDay, parseDay } from '#platform/day.ts'
import type { Arrangement, DeskApi, Occupancy } from '../contract.ts'
import { occupiedUnitsOf, useOperationToast } from '../stay/use-operation-toast.tsx'
import { PriceChoice } from '../stay/arrange-form.tsx'
import { usePreview } from '../stay/use-preview.ts'
import { partsAfterMove, keepsPastNights, type Bar, type Chart, type Target } from './model.ts'
import styles from './panel.module.css'
import { rowLabel, targetLabel } from './labels.ts'
import { useGroupRooms } from './use-group-rooms.ts'

/**
 * Shows what moving a stay would mean, and the alternatives if it cannot move there. Nothing changes before it is
 * confirmed.
 */
export function MovePanel({
  chart,
  bar,
  target,
  onClose,
}: {
  chart: Chart
  bar: Bar
  target: Target
  onClose: () => void
}) {
  const translator = useTranslator()
  const { t, money, day, count } = translator
  const api = useApi<DeskApi>()
  const showOperationToast = useOperationToast()
  const [price, setPrice] = useState<'kept' | 'new'>('kept')
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const [tell, setTell] = useState<boolean | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const stay = bar.stay!
  const parts = partsAfterMove(chart, bar, target)
  const movedStay = { booking: stay.id, version: stay.version, parts }
  const group = useGroupRooms(chart, bar, target, movedStay)
  const [scope, setScope] = useState<'one' | 'all'>('one')
  const [excludedUnits, setExcludedUnits] = useState<ReadonlySet<number>>(new Set())
  const isAll = scope === 'all' && group.rooms.length > 1
  const all = isAll ? group.changes(excludedUnits) : null
  const arrangement: Arrangement | null = isAll ? all && { changes: all, price } : { changes: [movedStay], price }
  const { preview, refused } = usePreview(arrangement)
  const refusalText = failed ?? (isAll && !all ? t('desk.whole_no_night') : refused)
  const newPrice = preview && (price === 'new' ? preview.new : preview.kept)
  const changesPrice = preview !== null && preview.before !== newPrice
  const keepsPast = keepsPastNights(bar, target.from)
  const notifies = tell ?? (changesPrice || (target.from !== bar.from && !keepsPast) || target.to !== bar.to)

  async function submit(requested: Arrangement, extra: { after?: number | null; tell?: boolean } = {}) {
    setBusy(true)
    setFailed(null)
    try {
      showOperationToast(await api.arrangeStays({ ...requested, ...extra }))
    } catch (error) {
      setFailed(error instanceof ApiError ? error.message : t('office.failed'))
      setBusy(false)
    }
  }
  const swap = preview && !isAll && buildSwap(movedStay, bar, preview.taken)
  const split = preview && !isAll && buildSplit(movedStay, bar, preview.taken)
  const occupied = preview && isAll ? occupiedUnitsOf(preview, [...group.rooms, movedStay]) : []
  return (
    <section
      className={styles.panel}
      data-refused={refusalText !== null}
      aria-label={t('desk.moving', { name: stay.name })}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <h2 ref={heading} tabIndex={-1}>
        {stay.name}: {targetLabel(chart, target, translator)}
      </h2>
      {group.rooms.length > 1 && (
        <Choice
          legend={t('desk.whole_which')}
          name="scope"
          chosen={scope}
          onChoose={(nextScope) => {
            setScope(nextScope)
            setFailed(null)
          }}
          options={[
            ['one', t('desk.whole_only')],
            ['all', count('desk.whole_all', group.rooms.length)],
          ]}
        />
      )}
      {refusalText !== null && <p role="alert">{refusalText}</p>}
      {refusalText === null && stay.status === 'checked_in' && target.row !== bar.row && (
        <p>
          {t('desk.move_here', {
            name: stay.name || t('office.forgotten'),
            from: rowLabel(chart.rows[bar.row]!, translator),
            to: rowLabel(chart.rows[target.row]!, translator),
            when: day(isoDay(chart.first + Math.max(target.from, chart.today)), 'short'),
          })}
        </p>
      )}
      {preview && refusalText === null && preview.before !== null && (
        <>
          <PriceChoice preview={preview} price={price} onPrice={setPrice} />
          <p>
            {changesPrice
              ? t('desk.price_before_after', { before: money(preview.before), after: money(newPrice!) })
              : t('desk.price_same')}
          </p>
        </>
      )}
      {preview && refusalText === null && preview.told.length > 0 && (
        <CheckField
          label={t('desk.tell')}
          name="tell"
          hint={t('desk.tell_hint', { email: preview.told.join(', ') })}
          checked={notifies}
          onChange={({ target: checkbox }) => setTell(checkbox.checked)}
        />
      )}
      <div className={styles.acts}>
        {refusalText === null && (
          <Button
            busy={busy}
            disabled={!preview || !group.isKnown}
            onClick={() =>
              void submit(arrangement!, {
                after: newPrice ?? null,
                tell: notifies && preview!.told.length > 0,
              })
            }
          >
            {t('desk.move_it')}
          </Button>
        )}
        {refusalText !== null && occupied.length > 0 && (
          <Button
            look="secondary"
            onClick={() => {
              setExcludedUnits(new Set([...excludedUnits, ...occupied.map(({ unit }) => unit)]))
              setFailed(null)
            }}
          >
            {t('desk.whole_later', { units: occupied.map(({ unit_name }) => unit_name).join(', ') })}
          </Button>
        )}
        {refusalText !== null && swap && (
          <Button busy={busy} onClick={() => void submit(swap)}>
            {t('desk.swap', { name: preview!.taken[0]!.stay!.name })}
          </Button>
        )}
        {refusalText !== null && split && (
          <Button look="secondary" busy={busy} onClick={() => void submit(split.arrangement)}>
            {t('desk.split_at', { when: day(split.day, 'short') })}
          </Button>
        )}
        <Button look="quiet" onClick={onClose} disabled={busy}>
          {t('desk.leave_it')}
        </Button>
      </div>
    </section>
  )
}

type StayChange = Arrangement['changes'][number]

/** Swaps the units of two stays, if a single other stay occupies the unit. */
function buildSwap(movedStay: StayChange, bar: Bar, occupied: readonly Occupancy[]): Arrangement | null {
  const [occupant] = occupied
  if (!occupant?.stay || bar.unit === null || occupied.some(({ stay }) => stay?.booking !== occupant.stay!.booking))
    return null
  const parts = occupant.stay.parts.map((part) =>
    part.unit === occupant.unit ? { ...part, room: bar.kind, unit: bar.unit } : part,
  )
  return { changes: [movedStay, { booking: occupant.stay.booking, version: occupant.stay.version, parts }] }
}

/** Uses the requested unit while it is free, and from then on the current unit of the stay. */
function buildSplit(
  movedStay: StayChange,
  bar: Bar,
  occupied: readonly Occupancy[],
): { arrangement: Arrangement; day: string } | null {
  const at = occupied[0] && parseDay(occupied[0].from)
  const group = movedStay.parts.length === 1 ? movedStay.parts[0]! : null
  if (at === undefined || !group || at <= parseDay(group.from)!) return null
  const day = isoDay(at)
  const rest = { room: bar.kind, unit: bar.unit, from: day, to: group.to }
  return { arrangement: { changes: [{ ...movedStay, parts: [{ ...group, to: day }, rest] }] }, day }
}
