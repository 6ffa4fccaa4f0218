import { Link, useRoute, useTranslator, type Page, type Optional } from '#platform/pages/page.tsx'
import { getFieldErrors, type FieldErrors } from '#platform/errors.ts'
import { pictureSizes, RoomCard, shortenDescriptions } from '../../rooms/room-card.tsx'
import type { Room, RoomsApi } from '../../rooms/contract.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { createPreload, Picture } from '#ui/pictures/picture.tsx'
import type { PictureData } from '#platform/pictures.ts'
import { href, searchDayFields } from '#routes/public.ts'
import { formatDateList } from '#locales/dates.ts'
import type { Translator } from '#locales/translator.ts'
import type { PreBookingFacts, ContentApi } from '#content/contract.ts'
import { useGlobal } from '#content/global.ts'
import { PriceHint, RateNote } from './price-hint.tsx'
import { FactList } from '#ui/fact-list.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import type { AvailabilityApi, FreeRoom, Alternatives, UnavailableRooms } from '../../availability/contract.ts'
import { formatGuests } from '../../availability/format-guests.ts'
import {
  countRequestedNights,
  nightsParamName,
  toSearchQuery,
  parseSearch,
  searchParamNames,
  type Search,
} from './last-search.ts'
import {
  loadChoices,
  parseFilter,
  filterParamNames,
  hasFilter,
  RoomFilter,
  type RoomFilterChoices,
  type Filter,
} from './room-filter.tsx'
import { NoRoomFree } from './no-room-free.tsx'
import { SearchBar } from './search-bar.tsx'
import styles from './rooms-page.module.css'

interface Data extends RoomResults, PreBookingFacts {
  search: Search | null
  /** The errors of the search; all rooms are shown then. */
  errors: FieldErrors | null
  filter: Filter
  isLaterPage: boolean
  /** The house, above all rooms. Results of a search begin with the rooms. */
  house: PictureData | null
}
interface RoomResults {
  /** Null if the request failed. */
  rooms: Room[] | null
  /** The free rooms, if the visitor has searched. */
  offers: FreeRoom[] | null
  /** The cursor of the next page. */
  more: string | null
  /** The filters that are offered. */
  choices: RoomFilterChoices | null
  alternatives: Alternatives | null
  /** The other rooms that are large enough, if all free rooms are shown. */
  unavailable: UnavailableRooms['data']
}

export const roomsPage: Page<RoomsApi & AvailabilityApi & ContentApi, Data> = {
  queryNames: [...Object.values(searchParamNames), nightsParamName, ...filterParamNames, 'after'],
  async load({ api, route: { query }, i18n: translator, optional }) {
    const search = parseSearch(query)
    const filter = parseFilter(query)
    const after = query.get('after') ?? undefined
    const { guestFacts, exchange } = await api.getGlobalData({})
    const baseData = { search, filter, isLaterPage: after !== undefined, guestFacts, exchange }
    const missingDateErrors = search && validateDates(search, translator)
    if (!search || missingDateErrors)
      return { ...baseData, errors: missingDateErrors, ...(await loadAllRooms(api, optional)) }
    try {
      return { ...baseData, errors: null, house: null, ...(await findFreeRooms(api, search, filter, after)) }
    } catch (error) {
      const errors = getFieldErrors(error)
      if (!errors) throw error
      return { ...baseData, errors, ...(await loadAllRooms(api, optional)) }
    }
  },
  head: (data, translator) => ({
    title: formatTitle(data, translator),
    description: translator.t('rooms.description'),
    preload: data.house
      ? createPreload(data.house, houseSizes)
      : createPreload((data.offers ?? data.rooms)?.[0]?.picture, pictureSizes[data.offers ? 'row' : 'wide']),
    ...(data.search && { hidden: true }),
    picture: data.house ?? (data.offers ?? data.rooms)?.[0]?.picture,
    trail: [{ name: translator.t('rooms.title'), path: href('rooms') }],
  }),
  View: RoomsView,
}

/** Wider than a phone, because the picture is cropped to its middle there. */
const houseSizes = '(min-width: 62rem) 100vw, 30rem'

function formatTitle({ search, filter, offers, alternatives }: Data, translator: Translator): string {
  const { t, count } = translator
  if (!search || !offers) return t('rooms.title')
  if (offers.length > 0)
    return t('rooms.results_title', { dates: formatDateList(translator, search.checkIn, search.checkOut) })
  if (hasFilter(filter)) return t('filter.none')
  const guestCount = search.adult + search.child
  if (!alternatives?.one_room) return count('rooms.none_so_large', guestCount)
  return alternatives.together
    ? t('rooms.none_single_title', { guests: count('rooms.guests', guestCount) })
    : count('rooms.none_title', guestCount)
}

/** Reports a missing date, with the text of the search bar. */
function validateDates({ checkIn, checkOut }: Search, { t }: Translator): FieldErrors | null {
  if (checkIn && checkOut) return null
  return { [checkIn ? searchDayFields.checkOut : searchDayFields.checkIn]: [t('search.dates_required')] }
}

async function loadAllRooms(
  api: RoomsApi & ContentApi,
  optional: Optional,
): Promise<RoomResults & Pick<Data, 'house'>> {
  const [response, passages] = await Promise.all([
    optional(api.activeRooms({}), null),
    optional(api.getPassages({ page: 'rooms' }), null),
  ])
  const rooms = response && shortenDescriptions(response.data)
  const house = passages?.pictures['house'] ?? null
  return { house, rooms, offers: null, more: null, choices: null, alternatives: null, unavailable: [] }
}

async function findFreeRooms(
  api: RoomsApi & AvailabilityApi,
  search: Search,
  filter: Filter,
  after?: string,
): Promise<RoomResults> {
  const searchQuery = toSearchQuery(search)
  const isFiltered = hasFilter(filter)
  const [results, unfilteredSearch] = await Promise.all([
    api.filterBooking({ ...searchQuery, ...filter, after }),
    isFiltered ? api.filterBooking(searchQuery) : null,
  ])
  const { data: offers, more } = results
  const showsAllRooms = offers.length > 0 && !isFiltered && !more && after === undefined
  const [choices, alternatives, unavailable] = await Promise.all([
    loadChoices(api, unfilteredSearch ?? results, { isFiltered, isLaterPage: after !== undefined }),
    offers.length > 0 || isFiltered ? null : api.nearBooking(searchQuery),
    showsAllRooms ? api.getUnavailableRooms(searchQuery) : noUnavailableRooms,
  ])
  return { rooms: [], offers: shortenDescriptions(offers), more, choices, alternatives, unavailable: unavailable.data }
}

const noUnavailableRooms: UnavailableRooms = { data: [] }

function RoomsView({ data }: { data: Data }) {
  const translator = useTranslator()
  const { t } = translator
  const { query } = useRoute()
  const { search, errors, filter, offers, rooms, house } = data
  return (
    <>
      <header className={`on-dark ${styles.head} ${house ? styles.arrival : ''}`}>
        {house && (
          <div className={`no-print ${styles.house}`}>
            <Picture picture={house} sizes={houseSizes} priority hasCaption />
          </div>
        )}
        <div className="container">
          <Breadcrumb />
          {offers && search ? (
            <StaySummary
              title={formatTitle(data, translator)}
              search={search}
              resultLine={formatResultText(data, translator)}
            />
          ) : (
            <Introduction />
          )}
          <SearchBar key={query.toString()} initial={search} errors={errors ?? undefined} />
        </div>
      </header>
      <div className={`on-dark ${styles.list}`}>
        <div className="container">
          {search && data.choices && (
            <RoomFilter key={query.toString()} search={search} filter={filter} choices={data.choices} />
          )}
          {search && data.alternatives && <NoRoomFree search={search} alternatives={data.alternatives} />}
          {!offers && !rooms && <CouldNotLoad />}
          {!offers && rooms?.length === 0 && (
            <Notice
              title={t('rooms.none_at_all')}
              action={<ButtonLink to={href('contact')}>{t('shell.contact')}</ButtonLink>}
            />
          )}
          <RoomCards {...data} />
          {data.unavailable.length > 0 && <UnavailableList rooms={data.unavailable} />}
          {offers && (
            <p className={styles.all}>
              {data.more && (
                <ButtonLink variant="secondary" to={buildResultPagePath(query, data.more)}>
                  {t('rooms.more')}
                </ButtonLink>
              )}
              {data.isLaterPage && (
                <ButtonLink variant="quiet" to={buildResultPagePath(query, null)}>
                  {t('rooms.first')}
                </ButtonLink>
              )}
              <ButtonLink variant="quiet" to={href('rooms')}>
                {t('rooms.clear')}
              </ButtonLink>
            </p>
          )}
          {data.guestFacts.length > 0 && (
            <div className={styles.facts}>
              <FactList facts={data.guestFacts} />
            </div>
          )}
        </div>
      </div>
    </>
  )
}

/**
 * The free rooms with the price of the stay as rows that are easy to compare, or all rooms: the first and the last over
 * the whole width, the others in pairs.
 */
function RoomCards({ rooms, offers, search, exchange, house }: Data) {
  const shownRooms = offers ?? rooms ?? []
  const isWide = (index: number) => index === 0 || (index === shownRooms.length - 1 && index % 2 === 1)
  return (
    <>
      <ul role="list" className={offers ? styles.results : styles.rooms}>
        {shownRooms.map((room, index) => {
          const offer = offers?.[index]
          return (
            <li key={room.id} className={isWide(index) ? styles.wide : undefined}>
              <RoomCard
                kind={offers ? 'row' : isWide(index) ? 'wide' : 'half'}
                room={room}
                offer={offer}
                search={offer && search ? toSearchQuery(search) : undefined}
                hasPriority={index === 0 && !house}
                isLazy={index > 1}
              >
                <PriceHint bdt={offer ? offer.total : room.roomPrice} rate={exchange} />
                {offer?.free_cancellation && <p className={styles.free}>{offer.free_cancellation}</p>}
              </RoomCard>
            </li>
          )
        })}
      </ul>
      {shownRooms.length > 0 && (
        <div className={styles.rate}>
          <RateNote rate={exchange} />
        </div>
      )}
    </>
  )
}

/** A line for each room that cannot be booked for the stay, with the reason and its nearest dates. */
function UnavailableList({ rooms }: { rooms: UnavailableRooms['data'] }) {
  const { money } = useTranslator()
  return (
    <ul role="list" className={styles.unavailable}>
      {rooms.map(({ slug, name, reason, near }) => (
        <li key={slug}>
          <strong>{name}</strong>
          <span>{reason}</span>
          {near && (
            <Link to={near.path}>
              {near.text}, {money(near.total)}
              <span className="visually-hidden">: {name}</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

function Introduction() {
  const { t, count } = useTranslator()
  const { houseName } = useGlobal()
  const nightCount = countRequestedNights(useRoute().query)
  return (
    <div className={styles.title}>
      <p className="eyebrow">{houseName}</p>
      <h1 className="size-5">{t('rooms.title')}</h1>
      <p className="lead">{t('rooms.intro', { house: houseName })}</p>
      {nightCount > 0 && <p className="bold">{count('search.arrival_asked', nightCount)}</p>}
    </div>
  )
}

/** The number of results, or a minimum if there are more pages. Without results, the dates of the search. */
function formatResultText({ search, offers, more, isLaterPage }: Data, translator: Translator): string {
  const { t, count } = translator
  const resultCount = offers!.length
  if (resultCount === 0) return formatDateList(translator, search!.checkIn, search!.checkOut)
  if (isLaterPage) return t('rooms.results_further')
  return more ? t('rooms.results_many', { count: resultCount }) : count('rooms.results', resultCount)
}

/** The path of another page of the same search, or of the first page. */
function buildResultPagePath(query: URLSearchParams, after: string | null): string {
  const nextQuery = new URLSearchParams(query)
  if (after) nextQuery.set('after', after)
  else nextQuery.delete('after')
  return `${href('rooms')}?${nextQuery}`
}

function StaySummary({ title, search, resultLine }: { title: string; search: Search; resultLine: string }) {
  const translator = useTranslator()
  return (
    <div className={styles.title}>
      <p className="eyebrow">{formatGuests(search, translator)}</p>
      <h1 className="size-5">{title}</h1>
      <p className="lead">{resultLine}</p>
    </div>
  )
}
