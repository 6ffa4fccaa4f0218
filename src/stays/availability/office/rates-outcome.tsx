import { useEffect, useRef, useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icons.tsx'
import type { UndoneRates } from './rates-contract.ts'
import styles from './rates-page.module.css'
import { RuleIcon } from './rates-row.tsx'
import type { Sheet } from './rates-sheet.ts'

/** The result of the last operation. */
export type Outcome =
  | { kind: 'applied'; id: number; nights: number }
  | { kind: 'undone'; nights: number; skipped: number; skippedNights: UndoneRates['skipped_nights'] }
  | { kind: 'refused'; message: string }

/** Shows the result of the last operation and takes the focus, because the pressed button is gone. */
export function OutcomeMessage({
  outcome,
  sheet,
  onUndo,
}: {
  outcome: Outcome
  sheet: Sheet
  onUndo: (id: number) => Promise<void>
}) {
  const translator = useTranslator()
  const { t, count } = translator
  const element = useRef<HTMLDivElement>(null)
  const [isUndoing, setUndoing] = useState(false)
  useEffect(() => element.current!.focus(), [outcome])
  return (
    <div
      ref={element}
      tabIndex={-1}
      role={outcome.kind === 'refused' ? 'alert' : 'status'}
      className={styles.told}
      data-kind={outcome.kind}
    >
      {outcome.kind === 'refused' && <p className="beside-2">{outcome.message}</p>}
      {outcome.kind === 'applied' && (
        <>
          <p className="beside-2">
            <Icon name="tick" size={20} />
            {count('rates.applied', outcome.nights)}
          </p>
          <Button
            variant="quiet"
            isBusy={isUndoing}
            onClick={() => {
              setUndoing(true)
              void onUndo(outcome.id).finally(() => setUndoing(false))
            }}
          >
            {t('rates.undo')}
          </Button>
        </>
      )}
      {outcome.kind === 'undone' && (
        <>
          <p className="beside-2">
            <Icon name="tick" size={20} />
            {count('rates.restored', outcome.nights)}
          </p>
          {outcome.skipped > 0 && (
            <p className="beside-2">
              {count('rates.skipped', outcome.skipped, {
                nights: describeSkippedNights(outcome.skippedNights, sheet, (day) => translator.day(day)),
              })}
            </p>
          )}
        </>
      )}
    </div>
  )
}

/** For example: Single: 5 March 2027, 6 March 2027; Twin: … */
const describeSkippedNights = (
  skippedNights: UndoneRates['skipped_nights'],
  sheet: Sheet,
  formatDay: (day: string) => string,
) =>
  [...Map.groupBy(skippedNights.slice(0, MAX_LISTED_NIGHTS), ({ room }) => room)]
    .map(([id, roomNights]) => {
      const name = sheet.rooms.find((room) => room.id === id)?.name ?? ''
      return `${name}: ${roomNights.map(({ day }) => formatDay(day)).join(', ')}`
    })
    .join('; ') + (skippedNights.length > MAX_LISTED_NIGHTS ? ' …' : '')
const MAX_LISTED_NIGHTS = 12

export function Legend({ isWide }: { isWide: boolean }) {
  const { t, number } = useTranslator()
  return (
    <div className={styles.legend}>
      <ul role="list">
        <li>
          <b className={styles.own}>{number(8500)}</b> {t('rates.legend_own')}
        </li>
        <li>
          <span>{number(7500)}</span> {t('rates.legend_room')}
        </li>
        <li>
          <RuleIcon name="arrival" /> {t('rates.no_arrival')}
        </li>
        <li>
          <RuleIcon name="departure" /> {t('rates.no_departure')}
        </li>
        <li>
          <RuleIcon name="policy" /> {t('rates.legend_policy')}
        </li>
        <li>
          <b>≥{number(2)}</b> {t('rates.legend_least')}
        </li>
        <li>
          <b>≤{number(7)}</b> {t('rates.legend_most')}
        </li>
      </ul>
      <p>{t(isWide ? 'rates.keyboard_hint' : 'rates.touch_hint')}</p>
    </div>
  )
}
