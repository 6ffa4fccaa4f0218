import { useState, ViewTransition } from 'react'
import { Redirect, useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Facilities } from '../../rooms/facilities.tsx'
import { createRoomSlides, RoomPicture } from '../../rooms/room-picture.tsx'
import { RoomPrice } from '../../rooms/room-price.tsx'
import type { Facility, FloorPlan, Moment, Room, RoomRule, RoomsApi } from '../../rooms/contract.ts'
import type { ShownPicture } from '#platform/pictures.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { NarrowFold } from '#ui/narrow-fold.tsx'
import { Carousel } from '#ui/pictures/carousel.tsx'
import { useOnDemand } from '#ui/use-on-demand.ts'
import { Icon } from '#ui/icons.tsx'
import { createPreload } from '#ui/pictures/picture.tsx'
import { toShownPicture } from '#ui/pictures/shown-picture.ts'
import { href } from '#routes/public.ts'
import type { ContentApi, GlobalData } from '#content/contract.ts'
import { RateNote } from '../search/price-hint.tsx'
import { BookingBar, type BookingAction } from './book-bar.tsx'
import { BookingPanel } from './booking-panel.tsx'
import { loadChosenPackage, type ChosenPackage } from '../../packages/chosen-package.ts'
import type { AvailabilityApi } from '../../availability/contract.ts'
import { ExploreRooms, toOtherRoom, type OtherRoom } from '../search/explore-rooms.tsx'
import { toSearchQuery, parseSearch, searchParamNames } from '../search/last-search.ts'
import { getStayCost, loadQuote, type Quote, type RequestedStay } from './quote.ts'
import { RoomRules } from './room-rules.tsx'
import { QuoteListener } from './stay-price.tsx'
import { PaymentMethods } from './payment-methods.tsx'
import styles from './room-page.module.css'

interface Data extends Pick<GlobalData, 'exchange' | 'houseName'> {
  room: Room
  rules: RoomRule[]
  partyLimits: string
  plan: FloorPlan | null
  day: Moment[]
  pictures: ShownPicture[]
  /** Null if the facilities could not be loaded. */
  facilities: Facility[] | null
  /** Null if the other rooms could not be loaded. The browser then loads them again. */
  rooms: OtherRoom[] | null
  search: RequestedStay | null
  /** The quote for the stay that was searched for. */
  quote: Quote | null
  stayPackage: ChosenPackage | null
}

export const roomPage: Page<RoomsApi & AvailabilityApi & ContentApi, Data> = {
  queryNames: [...Object.values(searchParamNames), 'package'],
  async load({ api, route: { params, query }, optional }) {
    const packageSlug = query.get('package') || undefined
    const dateSearch = parseSearch(query)
    const search = dateSearch && { ...dateSearch, package: packageSlug }
    const {
      roomParticular: room,
      activeRoomImg,
      rules,
      party_limits: partyLimits,
      floor_plan: plan,
      day,
    } = await api.getRoomDetails({ slug: params['slug']! })
    if (room.slug !== params['slug'])
      throw new Redirect(href('room', { slug: room.slug }, Object.fromEntries(query)), true)
    const [facilities, rooms, quote, { exchange, houseName }, stayPackage] = await Promise.all([
      optional(api.checkSelectedFacilities({ id: room.id }), null),
      optional(api.activeRooms({}), null),
      search && loadQuote(api, room.slug, search),
      api.getGlobalData({}),
      packageSlug ? loadChosenPackage(api, packageSlug) : null,
    ])
    return {
      // Its pictures are among `pictures`.
      room: { ...room, picture: null, roomImage: null },
      rules,
      partyLimits,
      plan,
      day,
      pictures: activeRoomImg.map(({ picture }) => toShownPicture(picture)),
      facilities: facilities && facilities.data,
      rooms: rooms && rooms.data.filter(({ slug }) => slug !== room.slug).map(toOtherRoom),
      search,
      quote,
      stayPackage,
      exchange,
      houseName,
    }
  },
  head: ({ room, pictures, search, stayPackage, houseName }, { t, money }) => ({
    title: room.name,
    description: t('room.description', {
      name: room.name,
      house: houseName,
      bed: room.bed_name,
      price: money(room.roomPrice),
    }),
    ...((search || stayPackage) && { hidden: true }),
    picture: pictures[0],
    trail: [
      { name: t('rooms.title'), path: href('rooms', null, search ? toSearchQuery(search) : {}) },
      { name: room.name, path: href('room', { slug: room.slug }) },
    ],
    preload: createPreload(pictures[0], gallerySizes),
  }),
  View: RoomView,
}

function RoomView({ data }: { data: Data }) {
  const { room, pictures, facilities, rooms, search, quote } = data
  const { t } = useTranslator()
  const [shownQuote, setShownQuote] = useState(quote)
  const [openingParagraph, ...paragraphs] = room.roomDescription.split('\n\n')
  const { path, query } = useRoute()
  const action: BookingAction = shownQuote?.near?.action ?? {
    to: '#booking',
    label: t('room.book'),
  }
  return (
    <>
      <div className={styles.page}>
        <OpeningSpread data={data} action={action} shownQuote={shownQuote} />
        <div className={`container ${styles.column}`}>
          <p className={styles.opening}>{openingParagraph}</p>
          <BookingBar
            formId="booking"
            action={action}
            price={room.roomPrice}
            stay={getStayCost(shownQuote)}
            obstacle={shownQuote?.near?.title}
          />
          <aside className={styles.booking} id="booking" aria-labelledby="booking-title">
            <QuoteListener value={setShownQuote}>
              <BookingPanel
                key={path + query}
                room={room}
                rate={data.exchange}
                partyLimits={data.partyLimits}
                search={search}
                quote={quote}
                stayPackage={data.stayPackage}
              />
            </QuoteListener>
          </aside>
          <Description paragraphs={paragraphs} pictures={pictures.slice(1, 4)} />
        </div>
        <Inside plan={data.plan} day={data.day} />
        <div className={`container ${styles.column}`}>
          {facilities && (
            <NarrowFold title={t('room.facilities')}>
              <Facilities facilities={facilities} />
            </NarrowFold>
          )}
          <NarrowFold title={t('room.rules')}>
            <RoomRules rules={data.rules} />
            <RateNote rate={data.exchange} />
          </NarrowFold>
          <NarrowFold title={t('room.payment')}>
            <PaymentMethods />
          </NarrowFold>
        </div>
      </div>
      <ExploreRooms loadedRooms={rooms} excludedSlug={room.slug} search={search} />
    </>
  )
}

/** The rest of the description, with a picture to the edge of the screen and others beside the text. */
function Description({
  paragraphs,
  pictures: [firstPicture, ...pictures],
}: {
  paragraphs: string[]
  pictures: ShownPicture[]
}) {
  return (
    <>
      {firstPicture && (
        <div className={styles.wide}>
          <RoomPicture picture={firstPicture} sizes={gallerySizes} lazy hasCaption />
        </div>
      )}
      <div className={styles.beside}>
        {paragraphs.length > 0 && (
          <div className="prose">
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        )}
        {pictures.map((picture) => (
          <div key={picture.src}>
            <RoomPicture picture={picture} sizes={besideSizes} lazy hasCaption />
          </div>
        ))}
      </div>
    </>
  )
}

/** The first view of the page: the pictures, the name over their corner, and three facts. The price is in the card. */
function OpeningSpread({
  data,
  action,
  shownQuote,
}: {
  data: Data
  action: BookingAction
  /** The quote of the form. */
  shownQuote: Quote | null
}) {
  const { room } = data
  const { t, count } = useTranslator()
  return (
    <div className={`on-dark ${styles.spread}`}>
      <div className="container">
        <Breadcrumb />
      </div>
      <ViewTransition name={`room-${room.slug}`}>
        <Gallery name={room.name} pictures={data.pictures} />
      </ViewTransition>
      <div className="container">
        <header className={styles.head}>
          <div className={styles.title}>
            <p className={styles.kind}>
              {data.houseName} · {room.roomType}
            </p>
            <h1>{room.name}</h1>
          </div>
          <dl className={styles.measures}>
            {[
              [t('room.beds'), room.bed_name],
              [t('room.size'), t('room.size_value', { size: room.size_sqm })],
              [t('room.sleeps'), count('rooms.guests', room.max_guests)],
            ].map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <div className={styles.price}>
            <RoomPrice price={room.roomPrice} stay={getStayCost(shownQuote)} />
            <p className="note">{t('room.price_note')}</p>
          </div>
          <ButtonLink className={`${styles.jump} no-print`} to={action.to}>
            {action.label}
          </ButtonLink>
        </header>
      </div>
    </div>
  )
}

/** The floor plan, and a day in the house. */
function Inside({ plan, day }: Pick<Data, 'plan' | 'day'>) {
  const { t } = useTranslator()
  return (
    <div className={`on-dark ${styles.band}`}>
      <div className={`container ${styles.inside}`}>
        {plan && (
          <section>
            <h2>{t('room.plan')}</h2>
            <figure className={styles.plan}>
              <div dangerouslySetInnerHTML={{ __html: plan.drawing }} />
              <figcaption>{plan.text}</figcaption>
            </figure>
          </section>
        )}
        {day.length > 0 && (
          <section>
            <h2>{t('room.day')}</h2>
            <dl className={styles.day}>
              {day.map(({ time, text }) => (
                <div key={time + text}>
                  <dt>{t('room.day_time', { time })}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
      </div>
    </div>
  )
}

/**
 * The whole width, or up to the card beside it. The large picture of the description is the file that the gallery
 * shows.
 */
const gallerySizes = '(min-width: 62rem) 67vw, 100vw'
const besideSizes = '(min-width: 48rem) 30rem, 92vw'

function Gallery({ name, pictures }: { name: string; pictures: readonly ShownPicture[] }) {
  const { t } = useTranslator()
  const label = t('gallery.label', { name })
  const [Viewer, fetchViewer] = useOnDemand(async () => (await import('#ui/pictures/picture-viewer.tsx')).PictureViewer)
  const [viewedIndex, setViewedIndex] = useState<number | null>(null)
  const renderEnlargeButton = (index: number, className: string) => (
    <button
      type="button"
      className={className}
      aria-label={t('gallery.enlarge')}
      aria-haspopup="dialog"
      onClick={async () => {
        if (await fetchViewer()) setViewedIndex(index)
      }}
    >
      <Icon name="enlarge" />
    </button>
  )
  return (
    <>
      <Carousel
        kind="gallery"
        className={styles.gallery}
        label={label}
        slides={createRoomSlides(pictures, gallerySizes)}
        control={pictures.length ? renderEnlargeButton : undefined}
      />
      {Viewer && <Viewer label={label} pictures={pictures} start={viewedIndex} onClose={() => setViewedIndex(null)} />}
    </>
  )
}
