import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/form/choice.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import { isoDay, parseDay } from '#platform/day.ts'
import type { Arrangement, DeskApi, Taken } from '../contract.ts'
import { takenOf, useActDone } from '../stay/use-act.tsx'
import { PriceChoice } from '../stay/arrange-form.tsx'
import { usePreview } from '../stay/use-preview.ts'
import { partsMoved, staysBefore, type Bar, type Chart, type Target } from './model.ts'
import styles from './panel.module.css'
import { rowSaid, targetSaid } from './said.ts'
import { useWhole } from './use-whole.ts'

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
  const translator = useWords()
  const { t, money, day, count } = translator
  const api = useApi<DeskApi>()
  const onActDone = useActDone()
  const [price, setPrice] = useState<'kept' | 'new'>('kept')
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const [tell, setTell] = useState<boolean | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const stay = bar.stay!
  const parts = partsMoved(chart, bar, target)
  const moved = { booking: stay.id, version: stay.version, parts }
  const whole = useWhole(chart, bar, target, moved)
  const [scope, setScope] = useState<'one' | 'all'>('one')
  const [without, setWithout] = useState<ReadonlySet<number>>(new Set())
  const isAll = scope === 'all' && whole.rooms.length > 1
  const all = isAll ? whole.changes(without) : null
  const arrangement: Arrangement | null = isAll ? all && { changes: all, price } : { changes: [moved], price }
  const { preview, refused } = usePreview(arrangement)
  const why = failed ?? (isAll && !all ? t('desk.whole_no_night') : refused)
  const after = preview && (price === 'new' ? preview.new : preview.kept)
  const costsOtherwise = preview !== null && preview.before !== after
  const movesOn = staysBefore(bar, target.from)
  const tells = tell ?? (costsOtherwise || (target.from !== bar.from && !movesOn) || target.to !== bar.to)

  async function go(asked: Arrangement, more: { after?: number | null; tell?: boolean } = {}) {
    setBusy(true)
    setFailed(null)
    try {
      onActDone(await api.arrangeStays({ ...asked, ...more }))
    } catch (error) {
      setFailed(error instanceof ApiError ? error.message : t('office.failed'))
      setBusy(false)
    }
  }
  const swap = preview && !isAll && swapOf(moved, bar, preview.taken)
  const split = preview && !isAll && splitOf(moved, bar, preview.taken)
  const taken = preview && isAll ? takenOf(preview, [...whole.rooms, moved]) : []
  return (
    <section
      className={styles.panel}
      data-refused={why !== null}
      aria-label={t('desk.moving', { name: stay.name })}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <h2 ref={heading} tabIndex={-1}>
        {stay.name}: {targetSaid(chart, target, translator)}
      </h2>
      {whole.rooms.length > 1 && (
        <Choice
          legend={t('desk.whole_which')}
          name="scope"
          chosen={scope}
          onChoose={(which) => {
            setScope(which)
            setFailed(null)
          }}
          options={[
            ['one', t('desk.whole_only')],
            ['all', count('desk.whole_all', whole.rooms.length)],
          ]}
        />
      )}
      {why !== null && <p role="alert">{why}</p>}
      {why === null && stay.status === 'checked_in' && target.row !== bar.row && (
        <p>
          {t('desk.move_here', {
            name: stay.name || t('office.forgotten'),
            from: rowSaid(chart.rows[bar.row]!, translator),
            to: rowSaid(chart.rows[target.row]!, translator),
            when: day(isoDay(chart.first + Math.max(target.from, chart.today)), 'short'),
          })}
        </p>
      )}
      {preview && why === null && preview.before !== null && (
        <>
          <PriceChoice preview={preview} price={price} onPrice={setPrice} />
          <p>
            {costsOtherwise
              ? t('desk.price_before_after', { before: money(preview.before), after: money(after!) })
              : t('desk.price_same')}
          </p>
        </>
      )}
      {preview && why === null && preview.told.length > 0 && (
        <CheckField
          label={t('desk.tell')}
          name="tell"
          hint={t('desk.tell_hint', { email: preview.told.join(', ') })}
          checked={tells}
          onChange={({ target: box }) => setTell(box.checked)}
        />
      )}
      <div className={styles.acts}>
        {why === null && (
          <Button
            busy={busy}
            disabled={!preview || !whole.isKnown}
            onClick={() =>
              void go(arrangement!, {
                after: after ?? null,
                tell: tells && preview!.told.length > 0,
              })
            }
          >
            {t('desk.move_it')}
          </Button>
        )}
        {why !== null && taken.length > 0 && (
          <Button
            look="secondary"
            onClick={() => {
              setWithout(new Set([...without, ...taken.map(({ unit }) => unit)]))
              setFailed(null)
            }}
          >
            {t('desk.whole_later', { units: taken.map(({ unit_name }) => unit_name).join(', ') })}
          </Button>
        )}
        {why !== null && swap && (
          <Button busy={busy} onClick={() => void go(swap)}>
            {t('desk.swap', { name: preview!.taken[0]!.stay!.name })}
          </Button>
        )}
        {why !== null && split && (
          <Button look="secondary" busy={busy} onClick={() => void go(split.arrangement)}>
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

type Moved = Arrangement['changes'][number]

/** Swaps the units of two stays, if a single other stay occupies the unit. */
function swapOf(moved: Moved, bar: Bar, taken: readonly Taken[]): Arrangement | null {
  const [other] = taken
  if (!other?.stay || bar.unit === null || taken.some(({ stay }) => stay?.booking !== other.stay!.booking)) return null
  const parts = other.stay.parts.map((part) =>
    part.unit === other.unit ? { ...part, room: bar.kind, unit: bar.unit } : part,
  )
  return { changes: [moved, { booking: other.stay.booking, version: other.stay.version, parts }] }
}

/** Uses the requested unit while it is free, and from then on the current unit of the stay. */
function splitOf(moved: Moved, bar: Bar, taken: readonly Taken[]): { arrangement: Arrangement; day: string } | null {
  const at = taken[0] && parseDay(taken[0].from)
  const whole = moved.parts.length === 1 ? moved.parts[0]! : null
  if (at === undefined || !whole || at <= parseDay(whole.from)!) return null
  const day = isoDay(at)
  const rest = { room: bar.kind, unit: bar.unit, from: day, to: whole.to }
  return { arrangement: { changes: [{ ...moved, parts: [{ ...whole, to: day }, rest] }] }, day }
}
