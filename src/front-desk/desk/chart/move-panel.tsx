import { useEffect, useRef } from 'react'
import { isoDay, parseDay } from '#platform/day.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import type { Translator } from '#locales/translator.ts'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/form/radio-group.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import type { Arrangement, Occupancy } from '../contract.ts'
import { PriceChoice } from '../stay/arrange-form.tsx'
import { usePreview, type ArrangementPreview } from '../stay/use-preview.ts'
import { formatRowLabel, formatTargetLabel } from './labels.ts'
import type { Bar, Chart, Target } from './model.ts'
import styles from './panel.module.css'
import type { StayChange } from './hooks/use-group-rooms.ts'
import { useMoveDraft, type MoveDraft } from './hooks/use-move-draft.ts'

interface MoveProps {
  chart: Chart
  bar: Bar
  target: Target
}

/**
 * Shows the effects of a move, and the alternatives if the move is not possible. Nothing changes before the user
 * confirms.
 */
export function MovePanel({ chart, bar, target, onClose }: MoveProps & { onClose: () => void }) {
  const translator = useTranslator()
  const { t, count } = translator
  const move = useMoveDraft(chart, bar, target)
  const isRejected = move.errorMessage !== null
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { name } = bar.stay!
  const roomCount = move.group.rooms.length
  return (
    <section
      className={styles.panel}
      data-side
      data-refused={isRejected}
      aria-label={t('desk.moving', { name })}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <h2 ref={heading} tabIndex={-1}>
        {name}: {formatTargetLabel(chart, target, translator)}
      </h2>
      {roomCount > 1 && (
        <Choice
          legend={t('desk.rooms_to_move')}
          name="scope"
          value={move.scope}
          onChoose={move.chooseScope}
          options={[
            ['one', t('desk.only_this_room')],
            ['all', count('desk.all_of_the_rooms', roomCount)],
          ]}
        />
      )}
      {isRejected ? (
        <p role="alert">{move.errorMessage}</p>
      ) : (
        <>
          {bar.stay!.status === 'checked_in' && target.row !== bar.row && <UnitChange {...{ chart, bar, target }} />}
          {move.preview && <MoveConsequences move={move} preview={move.preview} />}
        </>
      )}
      <div className="row-2">
        {isRejected ? (
          move.preview && <Alternatives move={move} bar={bar} preview={move.preview} />
        ) : (
          <Button
            isBusy={move.isBusy}
            disabled={!move.preview || !move.group.isKnown}
            onClick={() => void move.confirm()}
          >
            {move.isAll ? t('desk.move_stay') : formatMoveLabel(move, { chart, bar, target }, translator)}
          </Button>
        )}
        <Button variant="quiet" onClick={onClose} disabled={move.isBusy}>
          {t('desk.move_cancel')}
        </Button>
      </div>
    </section>
  )
}

/** Returns whether only the departure day changes. */
const isResize = ({ bar, target }: MoveProps): boolean =>
  target.row === bar.row && target.from === bar.from && target.to !== bar.to

/** The label of the button: the new departure day with the difference in price, or moving the stay. */
function formatMoveLabel(move: MoveDraft, props: MoveProps, { t, day, money }: Translator): string {
  if (!isResize(props)) return t('desk.move_stay')
  const { chart, bar, target } = props
  const label = t(target.to > bar.to ? 'desk.extend_to' : 'desk.shorten_to', {
    when: day(isoDay(chart.first + target.to), 'short'),
  })
  const { preview, after } = move
  if (!preview || preview.before === null || after === null || after === preview.before) return label
  const difference = after - preview.before
  return `${label}, ${difference > 0 ? '+' : '−'} ${money(Math.abs(difference))}`
}

/** Shows on which day a guest in house changes units. */
function UnitChange({ chart, bar, target }: MoveProps) {
  const translator = useTranslator()
  const { t, day } = translator
  return (
    <p>
      {t('desk.move_checked_in', {
        name: bar.stay!.name || t('office.name_deleted'),
        from: formatRowLabel(chart.rows[bar.row]!, translator),
        to: formatRowLabel(chart.rows[target.row]!, translator),
        when: day(isoDay(chart.first + Math.max(target.from, chart.today)), 'short'),
      })}
    </p>
  )
}

/** The new price and the email to the guest. */
function MoveConsequences({ move, preview }: { move: MoveDraft; preview: ArrangementPreview }) {
  const { t, money } = useTranslator()
  return (
    <>
      {preview.before !== null && (
        <>
          <PriceChoice preview={preview} price={move.pricing} onPriceChange={move.setPrice} />
          <p>
            {move.changesPrice
              ? t('desk.price_before_after', { before: money(preview.before), after: money(move.after!) })
              : t('desk.price_same')}
          </p>
        </>
      )}
      {preview.email_recipients.length > 0 && (
        <CheckField
          label={t('desk.notify')}
          name="notify_guest"
          hint={t('desk.notify_hint', { email: preview.email_recipients.join(', ') })}
          checked={move.notifies}
          onChange={({ currentTarget }) => move.setNotify(currentTarget.checked)}
        />
      )}
    </>
  )
}

/** The alternatives to a rejected move. */
function Alternatives({ move, bar, preview }: { move: MoveDraft; bar: Bar; preview: ArrangementPreview }) {
  const { t, day } = useTranslator()
  const { isAll, movedStay, occupiedUnits, isBusy } = move
  const swapArrangement = isAll ? null : buildSwap(movedStay, bar, preview.taken)
  const { preview: swapPreview, rejection: swapRejection } = usePreview(swapArrangement)
  const splitArrangement = isAll ? null : buildSplit(movedStay, bar, preview.taken)
  return (
    <>
      {occupiedUnits.length > 0 && (
        <Button variant="secondary" onClick={() => move.excludeUnits(occupiedUnits.map(({ unit }) => unit))}>
          {t('desk.all_rooms_later', { units: occupiedUnits.map(({ unit_name }) => unit_name).join(', ') })}
        </Button>
      )}
      {swapRejection && <p>{swapRejection}</p>}
      {swapArrangement && swapPreview?.refused === null && (
        <Button isBusy={isBusy} onClick={() => void move.arrange(swapArrangement)}>
          {t('desk.swap', { name: preview.taken[0]!.stay!.name })}
        </Button>
      )}
      {splitArrangement && (
        <Button variant="secondary" isBusy={isBusy} onClick={() => void move.arrange(splitArrangement.arrangement)}>
          {t('desk.split_at', { when: day(splitArrangement.day, 'short') })}
        </Button>
      )}
    </>
  )
}

/** Swaps the units of two stays, if a single other stay occupies the unit. */
function buildSwap(movedStay: StayChange, bar: Bar, occupancies: readonly Occupancy[]): Arrangement | null {
  const [occupant] = occupancies
  if (
    !occupant?.stay ||
    bar.unitId === null ||
    occupancies.some(({ stay }) => stay?.booking !== occupant.stay!.booking)
  )
    return null
  const parts = occupant.stay.parts.map((part) =>
    part.unit === occupant.unit ? { ...part, room: bar.roomTypeId, unit: bar.unitId } : part,
  )
  return { changes: [movedStay, { booking: occupant.stay.booking, version: occupant.stay.version, parts }] }
}

/** Uses the requested unit until its first occupied night, and then the current unit of the stay. */
function buildSplit(
  movedStay: StayChange,
  bar: Bar,
  occupancies: readonly Occupancy[],
): { arrangement: Arrangement; day: string } | null {
  const splitDay = occupancies[0] && parseDay(occupancies[0].from)
  const singlePart = movedStay.parts.length === 1 ? movedStay.parts[0]! : null
  if (splitDay === undefined || !singlePart || splitDay <= parseDay(singlePart.from)!) return null
  const day = isoDay(splitDay)
  const lastPart = { room: bar.roomTypeId, unit: bar.unitId, from: day, to: singlePart.to }
  return { arrangement: { changes: [{ ...movedStay, parts: [{ ...singlePart, to: day }, lastPart] }] }, day }
}
