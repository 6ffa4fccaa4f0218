import { useTranslator } from '#platform/pages/page.tsx'
import type { RoomsApi, FilterFacility } from '../../rooms/contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { href, inLanguage } from '#routes/public.ts'
import type { FreeRoom } from '../../availability/contract.ts'
import { toSearchQuery, type Search } from './last-search.ts'
import { SearchButton, useSearching } from './search-button.tsx'
import styles from './room-filter.module.css'

/**
 * The filters of a search, with the field names of the API. In the query string, each facility is a parameter of its
 * own.
 */
export interface Filter {
  min_price?: number | undefined
  max_price?: number | undefined
  sleeps?: number | undefined
  facilities?: number[] | undefined
}

export const filterParamNames = ['min_price', 'max_price', 'sleeps', 'facility'] as const

/** Parses the filters in the query string. Ignores invalid values. */
export function parseFilter(query: URLSearchParams): Filter {
  const readNumber = (name: string, limit: number) => {
    const text = query.get(name) ?? ''
    return /^\d{1,9}$/.test(text) && Number(text) > 0 && Number(text) <= limit ? Number(text) : undefined
  }
  const facilities = query.getAll('facility').filter((id) => /^[1-9]\d{0,8}$/.test(id))
  return {
    min_price: readNumber('min_price', MAX_PRICE_BDT),
    max_price: readNumber('max_price', MAX_PRICE_BDT),
    sleeps: readNumber('sleeps', MAX_GUESTS),
    facilities: facilities.length > 0 ? facilities.slice(0, MAX_FACILITIES).map(Number) : undefined,
  }
}

const MAX_PRICE_BDT = 999_999_999
const MAX_GUESTS = 36
const MAX_FACILITIES = 20

export const hasFilter = (filter: Filter): boolean => Object.values(filter).some((value) => value !== undefined)

/** The choices to offer. If all free rooms are loaded, each choice leaves at least one result. */
export interface RoomFilterChoices {
  /** Price per night in whole BDT. Null if not all free rooms are loaded. */
  cheapest: number | null
  mostExpensive: number | null
  /** Numbers of guests that some rooms can take and others cannot. */
  sizes: number[]
  facilities: FilterFacility[]
}

/** Loads the choices for the free rooms before filtering. Null if there is nothing to choose from. */
export async function loadChoices(
  api: RoomsApi,
  { data: freeRooms, more }: { data: readonly FreeRoom[]; more: string | null },
  { isFiltered, isLaterPage }: { isFiltered: boolean; isLaterPage: boolean },
): Promise<RoomFilterChoices | null> {
  if (more || isLaterPage) {
    return {
      cheapest: null,
      mostExpensive: null,
      sizes: defaultGuestCounts,
      facilities: (await api.getFacilities({})).data,
    }
  }
  if (freeRooms.length < (isFiltered ? 2 : MIN_ROOMS)) return null
  const prices = freeRooms.map(({ per_night }) => per_night)
  const guestCounts = [...new Set(freeRooms.map(({ max_guests }) => max_guests))].toSorted((a, b) => a - b)
  return {
    cheapest: Math.floor(Math.min(...prices)),
    mostExpensive: Math.ceil(Math.max(...prices)),
    sizes: guestCounts.slice(1),
    facilities: (await api.getFacilities({ rooms: freeRooms.map(({ id }) => id).join() })).data,
  }
}

/** Fewer rooms than this are compared faster than filtered. */
const MIN_ROOMS = 4
const defaultGuestCounts = [2, 3, 4, 5, 6]

/** Filters the search results. A plain form that submits to /rooms, with or without scripts. */
export function RoomFilter({
  search,
  filter: { min_price, max_price, sleeps, facilities = [] },
  choices: { cheapest, mostExpensive, sizes, facilities: offeredFacilities },
}: {
  search: Search
  filter: Filter
  choices: RoomFilterChoices
}) {
  const { t, count, number, money, language } = useTranslator()
  const [isSearching, startSearch] = useSearching()
  const filterCount = [min_price, max_price, sleeps, ...facilities].filter((value) => value !== undefined).length
  const allGuestCounts = sleeps && !sizes.includes(sleeps) ? [...sizes, sleeps] : sizes
  const priceInputProps = { type: 'number', inputMode: 'numeric' } as const
  return (
    <details className={`on-paper ${styles.filter} no-print`} open={filterCount > 0}>
      <summary className="beside-3">
        {t('filter.title')}
        {filterCount > 0 && <span className={styles.wished}>{number(filterCount)}</span>}
      </summary>
      <form
        className="stack-5"
        action={inLanguage(href('rooms'), language)}
        aria-label={t('filter.title')}
        onSubmit={startSearch}
      >
        {Object.entries(toSearchQuery(search)).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className={styles.measures}>
          <TextField
            {...priceInputProps}
            label={t('filter.min_price')}
            name="min_price"
            min={0}
            max={mostExpensive === null ? MAX_PRICE_BDT : Math.max(mostExpensive, min_price ?? 0)}
            defaultValue={min_price}
            hint={cheapest !== null && t('filter.cheapest', { price: money(cheapest) })}
          />
          <TextField
            {...priceInputProps}
            label={t('filter.max_price')}
            name="max_price"
            min={Math.min(cheapest ?? 0, max_price ?? MAX_PRICE_BDT)}
            max={MAX_PRICE_BDT}
            defaultValue={max_price}
            hint={mostExpensive !== null && t('filter.dearest', { price: money(mostExpensive) })}
          />
          {allGuestCounts.length > 0 && (
            <SelectField label={t('room.sleeps')} name="sleeps" defaultValue={sleeps ?? ''}>
              <option value="">{t('filter.any')}</option>
              {allGuestCounts.map((size) => (
                <option key={size} value={size}>
                  {count('filter.sleeps', size)}
                </option>
              ))}
            </SelectField>
          )}
        </div>
        {offeredFacilities.length > 0 && (
          <fieldset className={styles.facilities}>
            <legend>{t('room.facilities')}</legend>
            {offeredFacilities.map(({ id, facilities_name, rooms }) => (
              <label className="beside-3" key={id}>
                <input type="checkbox" name="facility" value={id} defaultChecked={facilities.includes(id)} />
                {facilities_name}
                {cheapest !== null && ` (${number(rooms)})`}
              </label>
            ))}
          </fieldset>
        )}
        <p className={styles.actions}>
          <SearchButton isSearching={isSearching} variant="secondary" label={t('filter.submit')} />
          {filterCount > 0 && (
            <ButtonLink variant="quiet" to={href('rooms', null, toSearchQuery(search))}>
              {t('filter.clear')}
            </ButtonLink>
          )}
        </p>
      </form>
    </details>
  )
}
