import { useWords } from '../../platform/pages/page.tsx'
import type { Facility } from '../../rooms/contract.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/form/field.tsx'
import { href, inLanguage } from '../../urls.ts'
import { onWire, type Search } from './last-search.ts'
import styles from './room-filter.module.css'

/** What a room must have besides being free, named as the API does; in the address each facility stands by itself. */
export interface Filter {
  min_price?: number | undefined
  max_price?: number | undefined
  sleeps?: number | undefined
  facilities?: number[] | undefined
}

export const filterNames = ['min_price', 'max_price', 'sleeps', 'facility'] as const

/** What makes no sense in the address is no wish. */
export function filterIn(query: URLSearchParams): Filter {
  const wished = (name: string, most: number) => {
    const text = query.get(name) ?? ''
    return /^\d{1,9}$/.test(text) && Number(text) > 0 && Number(text) <= most ? Number(text) : undefined
  }
  const facilities = query.getAll('facility').filter((id) => /^[1-9]\d{0,8}$/.test(id))
  return {
    min_price: wished('min_price', MOST_BDT),
    max_price: wished('max_price', MOST_BDT),
    sleeps: wished('sleeps', MOST_GUESTS),
    facilities: facilities.length > 0 ? facilities.slice(0, MOST_FACILITIES).map(Number) : undefined,
  }
}

const MOST_BDT = 999_999_999
const MOST_GUESTS = 36
const MOST_FACILITIES = 20

export const isFilter = (filter: Filter): boolean => Object.values(filter).some((wish) => wish !== undefined)

/** Narrows a search that has been made. A plain form that ends at /rooms again, with or without scripts. */
export function RoomFilter({
  search,
  filter,
  facilities,
}: {
  search: Search
  filter: Filter
  facilities: readonly Facility[]
}) {
  const { t, count, number, language } = useWords()
  const wishes = [filter.min_price, filter.max_price, filter.sleeps, ...(filter.facilities ?? [])]
  const wished = wishes.filter((wish) => wish !== undefined).length
  return (
    <details className={`${styles.filter} no-print`} open={wished > 0}>
      <summary>
        {t('filter.title')}
        {wished > 0 && <span className={styles.wished}>{number(wished)}</span>}
      </summary>
      <form action={inLanguage(href('rooms'), language)} aria-label={t('filter.title')}>
        {Object.entries(onWire(search)).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className={styles.measures}>
          <TextField
            label={t('filter.min_price')}
            name="min_price"
            type="number"
            inputMode="numeric"
            min={0}
            max={MOST_BDT}
            defaultValue={filter.min_price}
          />
          <TextField
            label={t('filter.max_price')}
            name="max_price"
            type="number"
            inputMode="numeric"
            min={0}
            max={MOST_BDT}
            defaultValue={filter.max_price}
          />
          <SelectField label={t('room.sleeps')} name="sleeps" defaultValue={filter.sleeps ?? ''}>
            <option value="">{t('filter.any')}</option>
            {sizes.map((size) => (
              <option key={size} value={size}>
                {count('filter.sleeps', size)}
              </option>
            ))}
          </SelectField>
        </div>
        {facilities.length > 0 && (
          <fieldset className={styles.facilities}>
            <legend>{t('room.facilities')}</legend>
            {facilities.map(({ id, facilities_name }) => (
              <label key={id}>
                <input type="checkbox" name="facility" value={id} defaultChecked={filter.facilities?.includes(id)} />
                {facilities_name}
              </label>
            ))}
          </fieldset>
        )}
        <p className={styles.actions}>
          <Button type="submit" look="secondary">
            {t('filter.submit')}
          </Button>
          {wished > 0 && (
            <ButtonLink look="quiet" to={href('rooms', null, onWire(search))}>
              {t('filter.clear')}
            </ButtonLink>
          )}
        </p>
      </form>
    </details>
  )
}

const sizes = [2, 3, 4, 5, 6]
