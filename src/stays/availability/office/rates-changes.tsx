import { useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icons.tsx'
import { RecordSection } from '#ui/office/record-page.tsx'
import { MoreButton, usePaged } from '#ui/office/list.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { formatInclusiveDates } from '#locales/dates.ts'
import type { Translator } from '#locales/translator.ts'
import type { RateChange, RateChanges, RatesApi } from './rates-contract.ts'
import styles from './rates-page.module.css'
import { formatPriceRange } from './rates-preview.tsx'
import { formatWeekdays, weekFromSunday } from './rates-sheet.ts'

/** The list of rate changes, newest first, each with an undo button unless it was undone. */
export function RateChangeList({ first, onUndo }: { first: RateChanges; onUndo: (id: number) => Promise<void> }) {
  const translator = useTranslator()
  const { t, count } = translator
  const api = useApi<RatesApi>()
  const { rows, paging } = usePaged(first, (after) => api.getRateChanges({ after }))
  const [undoingId, setUndoingId] = useState<number | null>(null)
  async function undo(id: number) {
    setUndoingId(id)
    await onUndo(id)
    setUndoingId(null)
  }
  return (
    <RecordSection title={t('rates.changes')}>
      {rows.length === 0 ? (
        <p className="small">{t('rates.no_changes')}</p>
      ) : (
        <>
          <ol role="list" className={styles.changes}>
            {rows.map((change) => {
              const summary = describeChange(translator, change)
              const label = change.undoes === null ? summary : t('rates.undone_of', { change: summary })
              return (
                <li key={change.id}>
                  <div>
                    <p>{label}</p>
                    {change.before && change.after && <Prices change={change} />}
                    <p className="small">
                      {[
                        change.who ?? t('log.nobody'),
                        formatWhen(translator, change.at),
                        count('rates.count', change.nights),
                      ]
                        .filter(Boolean)
                        .join(', ')}
                    </p>
                  </div>
                  {change.undone ? (
                    <p className="small">{t('rates.undone')}</p>
                  ) : (
                    <Button
                      variant="quiet"
                      isBusy={undoingId === change.id}
                      aria-label={t('rates.undo_of', { change: label })}
                      onClick={() => void undo(change.id)}
                    >
                      {t('rates.undo')}
                    </Button>
                  )}
                </li>
              )
            })}
          </ol>
          <p className="small">{t('rates.undo_hint')}</p>
          <MoreButton {...paging} />
        </>
      )}
    </RecordSection>
  )
}

function Prices({ change: { before, after } }: { change: RateChange }) {
  const translator = useTranslator()
  const [oldPrice, newPrice] = [formatPriceRange(translator, before!), formatPriceRange(translator, after!)]
  if (oldPrice === newPrice) return null
  return (
    <p className={styles.prices}>
      <del className="quiet">{oldPrice}</del> <Icon name="next" size={16} /> <ins>{newPrice}</ins>
    </p>
  )
}

/** Describes a change, for example: Single, Twin: 1 to 31 March 2027 inclusive, Fri, Sat: price +8 %, closed. */
function describeChange(translator: Translator, change: RateChange): string {
  const { t, number, money } = translator
  const { rooms, from, to, weekdays, price, amount, rules } = change
  const weekdayNames = formatWeekdays(translator)
  const changedWeekdayNames = weekFromSunday.flatMap((day, index) =>
    weekdays?.includes(day) ? [weekdayNames[index]!] : [],
  )
  const addSign = (value: string) => ((amount ?? 0) > 0 ? `+${value}` : value.replace('-', '−'))
  const priceText =
    price === 'set'
      ? t('rates.was_set', { price: money(amount!) })
      : price === 'percent'
        ? t('rates.was_percent', { percent: addSign(number(amount!)) })
        : price === 'add'
          ? t('rates.was_added', { amount: addSign(number(amount!)) })
          : price === 'own' && t('rates.was_own')
  const roomNames =
    rooms.length > MAX_NAMED_ROOMS
      ? t('rates.rooms_and', {
          rooms: rooms.slice(0, MAX_NAMED_ROOMS).join(', '),
          more: rooms.length - MAX_NAMED_ROOMS,
        })
      : rooms.join(', ')
  const summary = [priceText, ...rules.map((rule) => describeRule(translator, rule))].filter(Boolean).join(', ')
  return `${roomNames || t('rates.room_gone')}, ${[formatInclusiveDates(translator, from, to), ...changedWeekdayNames].join(', ')}: ${summary}`
}
const MAX_NAMED_ROOMS = 4

function describeRule({ t, count }: Translator, { rule, value }: RateChange['rules'][number]): string {
  if (rule === 'policy')
    return value === null ? t('rates.policy_of_room') : t('rates.policy_is', { policy: String(value) })
  if (rule === 'min_nights') return value === null ? t('rates.no_least') : count('rates.least', Number(value))
  if (rule === 'max_nights') return value === null ? t('rates.no_most') : count('rates.most', Number(value))
  return t(value ? `rates.${rule}` : `rates.not_${rule}`)
}
