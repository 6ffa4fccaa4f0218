import { useTranslator } from '#platform/pages/page.tsx'
import { Icon } from '#ui/icons.tsx'
import { isSameRate, computeRateAfter, type RateEdit } from '../rates/own-rate.ts'
import type { RatesPreview } from './rates-contract.ts'
import styles from './rates-preview.module.css'
import { formatTaka, isNightSelected, countUnitsLeftOn, getRateOn, type Selection, type Sheet } from './rates-sheet.ts'

type PriceRange = { lowest: number; highest: number }

/** Summarizes the effect of a change before it is applied. */
export function PreviewSummary({ preview }: { preview: RatesPreview }) {
  const translator = useTranslator()
  const { t, count } = translator
  const {
    chosen: chosenNightCount,
    nights: changedNightCount,
    before,
    after,
    far: farCellCount,
    rounded: isRounded,
    sold: soldNightCount,
    full: fullNightCount,
  } = preview
  if (changedNightCount === 0 || !before || !after) return <p className="quiet">{t('rates.nothing_changes')}</p>
  const isSamePriceRange = before.lowest === after.lowest && before.highest === after.highest
  return (
    <>
      <div className={styles.would}>
        <p>
          <strong>{count('rates.preview_count', changedNightCount)}</strong>
        </p>
        <p>
          {isSamePriceRange ? (
            t('rates.price_stays', { price: formatPriceRange(translator, after) })
          ) : (
            <>
              <del>{formatPriceRange(translator, before)}</del> <Icon name="next" size={16} />{' '}
              <ins>{formatPriceRange(translator, after)}</ins>
            </>
          )}
          {isRounded && ` · ${t('rates.rounded')}`}
        </p>
      </div>
      <ul role="list" className={styles.also}>
        {farCellCount > 0 && <li data-warns="">{count('rates.large_changes', farCellCount)}</li>}
        {soldNightCount > 0 && <li>{count('rates.sold', soldNightCount)}</li>}
        {fullNightCount > 0 && <li>{count('rates.sold_out', fullNightCount)}</li>}
        {chosenNightCount > changedNightCount && (
          <li>{count('rates.already_set', chosenNightCount - changedNightCount)}</li>
        )}
      </ul>
    </>
  )
}

/**
 * Lists the first changed nights of the first selected room, for narrow screens, on which the form covers the calendar.
 */
export function FirstNights({ sheet, selection, edit }: { sheet: Sheet; selection: Selection; edit: RateEdit }) {
  const translator = useTranslator()
  const room = sheet.rooms.find(({ id }) => id === selection.rooms[0])
  if (!room) return null
  const changedDays = sheet.days.filter(
    ({ day }) =>
      isNightSelected(selection, room.id, day) &&
      !isSameRate(getRateOn(room, day), computeRateAfter(getRateOn(room, day), room.pricePoisha, edit)),
  )
  return (
    <table className={styles.nights}>
      <caption className="small">{room.name}</caption>
      <tbody>
        {changedDays.slice(0, MAX_NIGHTS).map(({ day, iso, weekday: name }) => {
          const rate = getRateOn(room, day)
          const nextRate = computeRateAfter(rate, room.pricePoisha, edit)
          const [oldPrice, newPrice] = [rate, nextRate].map((own) =>
            formatTaka(translator, own.pricePoisha ?? room.pricePoisha),
          )
          return (
            <tr key={day}>
              <th scope="row">
                {name} {translator.day(iso, 'short')}
              </th>
              <td>{oldPrice !== newPrice && <del>{oldPrice}</del>}</td>
              <td>
                <ins>{newPrice}</ins>
              </td>
              <td>{translator.t('rates.left_short', { left: countUnitsLeftOn(room, day) })}</td>
            </tr>
          )
        })}
        {changedDays.length > MAX_NIGHTS && (
          <tr>
            <th scope="row" colSpan={4}>
              {translator.count('rates.more_nights', changedDays.length - MAX_NIGHTS)}
            </th>
          </tr>
        )}
      </tbody>
    </table>
  )
}
const MAX_NIGHTS = 7

export const formatPriceRange = (
  { money, number }: Pick<ReturnType<typeof useTranslator>, 'money' | 'number'>,
  range: PriceRange,
): string =>
  range.lowest === range.highest ? money(range.lowest) : `${money(range.lowest)} – ${number(range.highest)}`
