import { Link, usePlace, useWords, type Page } from '../platform/page.tsx'
import { refusedFields, type FieldErrors } from '../platform/refused.ts'
import { RoomCard } from '../rooms/room-card.tsx'
import type { Room, RoomsApi } from '../rooms/contract.ts'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { href } from '../urls.ts'
import type { Words } from '../words/words.ts'
import type { BookingsApi, FreeRoom } from './contract.ts'
import { searchIn, searchNames, type Search } from './last-search.ts'
import { nearby, type Near } from './nearby.ts'
import { SearchBar } from './search-bar.tsx'
import styles from './rooms-page.module.css'

interface Data extends Found {
  search: Search | null
  /** Why the search was refused; then all rooms are shown. */
  errors: FieldErrors | null
}
interface Found {
  rooms: Room[]
  /** The rooms that are free, if they were looked for. */
  offers: FreeRoom[] | null
  near: Near[]
  /** Not kept for the next reader. */
  incomplete?: true
}

export const roomsPage: Page<RoomsApi & BookingsApi, Data> = {
  reads: searchNames,
  async load(api, { query }, words) {
    const search = searchIn(query)
    const missing = search && missingDates(search, words)
    if (!search || missing) return { search, errors: missing, ...(await allRooms(api)) }
    try {
      return { search, errors: null, ...(await freeRooms(api, search)) }
    } catch (error) {
      const errors = refusedFields(error, words)
      if (!errors) throw error
      return { search, errors, ...(await allRooms(api)) }
    }
  },
  head: (data, words) => ({
    title: titleOf(data, words),
    description: words.t('rooms.description'),
    ...(data.search && { hidden: true }),
    picture: (data.offers ?? data.rooms)[0]?.picture,
    trail: [{ name: words.t('rooms.title'), path: href('rooms') }],
  }),
  View: RoomsView,
}

function titleOf({ search, offers }: Data, { t, day }: Words): string {
  if (!search || !offers) return t('rooms.title')
  return offers.length > 0
    ? t('rooms.results_title', { from: day(search.check_in), to: day(search.check_out) })
    : t('rooms.none_title')
}

/** Said of the empty one, in the words of the search bar. */
function missingDates({ check_in, check_out }: Search, { t }: Words): FieldErrors | null {
  if (check_in && check_out) return null
  return { [check_in ? 'check_out' : 'check_in']: [t('search.dates_required')] }
}

async function allRooms(api: RoomsApi): Promise<Found> {
  const none: Found = { rooms: [], offers: null, near: [] }
  try {
    return { ...none, rooms: (await api.activeRooms({})).data }
  } catch (error) {
    console.error('Error fetching data', error)
    return { ...none, incomplete: true }
  }
}

async function freeRooms(api: RoomsApi & BookingsApi, search: Search): Promise<Found> {
  const offers = (await api.filterBooking({ ...search })).data
  return { rooms: [], offers, near: offers.length > 0 ? [] : await nearby(api, search) }
}

function RoomsView({ data }: { data: Data }) {
  const words = useWords()
  const { t } = words
  const { query } = usePlace()
  const { search, errors, offers, rooms } = data
  return (
    <>
      <header className={styles.head}>
        <div className="container">
          <Breadcrumb />
          {offers && search ? (
            <StaySummary title={titleOf(data, words)} search={search} found={offers.length} />
          ) : (
            <Introduction />
          )}
          <SearchBar key={query.toString()} initial={search} errors={errors ?? undefined} />
        </div>
      </header>
      <div className={`container ${styles.list}`}>
        {offers && search && offers.length === 0 && <NoneFree search={search} near={data.near} />}
        {!offers && !data.incomplete && rooms.length === 0 && (
          <Notice
            title={t('rooms.none_at_all')}
            action={<ButtonLink to={href('contact')}>{t('shell.contact')}</ButtonLink>}
          />
        )}
        <ul role="list">
          {(offers ?? rooms).map((room, index) => (
            <li key={room.id}>
              <RoomCard
                room={room}
                offer={offers?.[index]}
                search={offers && search ? { ...search } : undefined}
                priority={index === 0}
              />
            </li>
          ))}
        </ul>
        {offers && (
          <p className={styles.all}>
            <ButtonLink look="quiet" to={href('rooms')}>
              {t('rooms.clear')}
            </ButtonLink>
          </p>
        )}
      </div>
    </>
  )
}

function Introduction() {
  const { t } = useWords()
  return (
    <div className={styles.title}>
      <p className="eyebrow">{t('home.rooms_eyebrow')}</p>
      <h1>{t('rooms.title')}</h1>
      <p className="lead">{t('rooms.intro')}</p>
    </div>
  )
}

function StaySummary({ title, search, found }: { title: string; search: Search; found: number }) {
  const { t, count, day } = useWords()
  return (
    <div className={styles.title}>
      <p className="eyebrow">{count('rooms.guests', search.adult + search.child)}</p>
      <h1>{title}</h1>
      <p className="lead">
        {found > 0
          ? count('rooms.results', found)
          : t('rooms.stay_dates', { from: day(search.check_in), to: day(search.check_out) })}
      </p>
    </div>
  )
}

function NoneFree({ search, near }: { search: Search; near: Near[] }) {
  const { t, count, day } = useWords()
  return (
    <section className={styles.none}>
      <p className="lead">
        {t(near.length > 0 ? 'rooms.none_text' : 'rooms.none_near', {
          guests: count('rooms.guests', search.adult + search.child),
        })}
      </p>
      {near.length > 0 ? (
        <ul role="list">
          {near.map(({ label, search: other, found }) => (
            <li key={label}>
              <Link to={href('rooms', null, { ...other })}>
                <strong>{t(label)}</strong>
                <span>
                  {t('rooms.stay_dates', { from: day(other.check_in), to: day(other.check_out) })} ·{' '}
                  {count('rooms.guests', other.adult + other.child)}
                </span>
                <span>{count('rooms.found', found)}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <ButtonLink to={href('contact')}>{t('home.talk_action')}</ButtonLink>
      )}
    </section>
  )
}
