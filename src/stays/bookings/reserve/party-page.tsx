import { useGlobal } from '#content/global.ts'
import { isNotFound, getFieldErrors } from '#platform/errors.ts'
import { Redirect, useTranslator, type Page } from '#platform/pages/page.tsx'
import { RoomPrice } from '../../rooms/room-price.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { href, bookingDayFields } from '#routes/public.ts'
import { formatDateList } from '#locales/dates.ts'
import type { AvailabilityApi, RoomCombinationOffer } from '../../availability/contract.ts'
import { formatGuests } from '../../availability/format-guests.ts'
import { toSearchQuery, parseSearch, searchParamNames, type Search } from '../search/last-search.ts'
import { PartyRooms } from '../search/party-rooms.tsx'
import {
  countGuests,
  partyParamNames,
  buildPartyPath,
  parsePartyRooms,
  type RoomOfParty,
} from '../search/rooms-of-party.ts'
import type { TermsView } from '../../policies/contract.ts'
import { AgreedTerms } from './agreed-terms.tsx'
import { BookingBar } from './book-bar.tsx'
import { BookingForm } from './booking-form.tsx'
import panel from './booking-panel.module.css'
import styles from './party-page.module.css'
import { ContactOptions } from './stay-form.tsx'
import { useBooking } from './use-booking.ts'
import { BookerFields } from './booker-fields.tsx'
import { useBooker } from './booker.ts'

interface Data {
  /** The dates and guests of the whole party. */
  search: Search
  rooms: RoomOfParty[]
  /** The total price, or the reason why the rooms are not available. */
  price: Price | { refused: string | null }
}

type Price = RoomCombinationOffer & { vat: number; cancelling: TermsView }

/** The page on which a party books several rooms: all of them, or none. */
export const partyPage: Page<AvailabilityApi, Data> = {
  queryNames: [...Object.values(searchParamNames), ...partyParamNames],
  async load({ api, route: { query } }) {
    const [dateSearch, rooms] = [parseSearch(query), parsePartyRooms(query)]
    if (!dateSearch || !rooms) throw new Redirect(href('rooms'))
    const search = { ...dateSearch, ...countGuests(rooms) }
    const { check_in, check_out } = toSearchQuery(search)
    try {
      const { free: isAvailable, ...price } = await api.priceParty({ check_in, check_out, rooms })
      return { search, rooms, price: isAvailable ? price : { refused: null } }
    } catch (error) {
      if (isNotFound(error)) return { search, rooms, price: { refused: null } }
      const fieldErrors = getFieldErrors(error)
      if (!fieldErrors) throw error
      return { search, rooms, price: { refused: Object.values(fieldErrors)[0]?.[0] ?? null } }
    }
  },
  head: ({ search, rooms }, { t, count }) => ({
    title: count('rooms.party_title', rooms.length),
    hidden: true,
    trail: [
      { name: t('rooms.title'), path: href('rooms', null, toSearchQuery(search)) },
      { name: t('rooms.party_crumb'), path: buildPartyPath(rooms, search) },
    ],
  }),
  View: PartyView,
}

function PartyView({ data: { search, rooms, price } }: { data: Data }) {
  const translator = useTranslator()
  const { t, count } = translator
  const otherRoomsPath = href('rooms', null, toSearchQuery(search))
  const dateText = formatDateList(translator, search.checkIn, search.checkOut)
  return (
    <div className={`container ${styles.page}`}>
      <header className="stack-2">
        <Breadcrumb />
        <p className="eyebrow">{formatGuests(search, translator)}</p>
        <h1 className="size-5">{count('rooms.party_title', rooms.length)}</h1>
        <p className="lead">{dateText}</p>
        <p>
          <ButtonLink variant="quiet" to={otherRoomsPath}>
            {t('rooms.party_change')}
          </ButtonLink>
        </p>
      </header>
      {'refused' in price ? (
        <Notice
          tone="error"
          title={t('rooms.party_gone_title')}
          action={<ButtonLink to={otherRoomsPath}>{t('booking.other_rooms')}</ButtonLink>}
        >
          <p>{price.refused ?? t('rooms.party_gone_text')}</p>
        </Notice>
      ) : (
        <>
          <section className={styles.rooms} aria-label={t('rooms.title')}>
            <PartyRooms rooms={price.rooms} search={search} />
            <TotalPrice price={price} />
          </section>
          <BookingBar
            formId="booking"
            action={{ to: `${buildPartyPath(rooms, search)}#booking`, label: t('rooms.book_now') }}
            price={price.total}
            stay={toStayCost(price)}
          />
          <aside className={styles.booking} id="booking" aria-labelledby="booking-title">
            <PartyBookingPanel
              search={search}
              rooms={rooms}
              offeredRooms={price.rooms}
              stayText={`${dateText}, ${formatGuests(search, translator)}`}
              otherRoomsPath={otherRoomsPath}
            />
          </aside>
        </>
      )}
    </div>
  )
}

function TotalPrice({ price }: { price: Price }) {
  const { t, money } = useTranslator()
  const { takesOnlinePayments } = useGlobal()
  const vatValues = { vat: money(price.vat) }
  return (
    <div className={styles.sum}>
      <RoomPrice price={price.total} stay={toStayCost(price)} isBrief />
      <p className="note">
        {takesOnlinePayments
          ? t(price.vat === 0 ? 'booking.price_terms_online' : 'rooms.party_terms_online', vatValues)
          : t(price.vat === 0 ? 'booking.price_terms' : 'rooms.party_terms', vatValues)}
      </p>
      <AgreedTerms terms={price.cancelling} />
    </div>
  )
}

const toStayCost = ({ rooms, total }: RoomCombinationOffer) => ({ nights: rooms[0]!.nights, total })

function PartyBookingPanel({
  search,
  rooms,
  offeredRooms,
  stayText,
  otherRoomsPath,
}: Pick<Data, 'search' | 'rooms'> & {
  offeredRooms: Price['rooms']
  stayText: string
  otherRoomsPath: string
}) {
  const { t } = useTranslator()
  const booker = useBooker()
  const [{ slug, adult, child }] = rooms as [RoomOfParty]
  const booking = useBooking({
    fixedFields: { slug, rooms },
    savedFields: noSavedFields,
    onSessionExpired: booker.login.openPrompt,
  })
  const fields = {
    [bookingDayFields.checkIn]: search.checkIn,
    [bookingDayFields.checkOut]: search.checkOut,
    adult,
    child,
  }
  return (
    <div className={panel.panel}>
      <h2 id="booking-title">{t('booking.title')}</h2>
      <BookingForm booker={booker} booking={booking} otherRooms={otherRoomsPath}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p className={styles.all}>{t('rooms.none_together_text')}</p>
        <BookerFields errors={booking.errors} rooms={offeredRooms} />
      </BookingForm>
      <noscript>{import.meta.env.SSR && <ContactOptions subject={stayText} isPrimary />}</noscript>
    </div>
  )
}

const noSavedFields: readonly string[] = []
