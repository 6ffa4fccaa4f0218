import { categories } from '#content/categories.ts'
import type { ContentApi, Slide } from '#content/contract.ts'
import { wholeName } from '#ui/unbreakable-name.ts'
import type { EnquiriesApi } from '#trade/enquiries/contract.ts'
import { useTranslator, type Page } from '#platform/pages/page.tsx'
import type { PictureData } from '#platform/pictures.ts'
import type { RoomsApi } from '#stays/rooms/contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { preloadOf } from '#ui/picture.tsx'
import { href } from '#routes/public.ts'
import { toList, loadList, loadPosts } from '../reading/teasers.ts'
import { HomeHero, heroSizes } from './home-hero.tsx'
import styles from './home-page.module.css'
import { HomeServices } from './home-services.tsx'
import { HomeStory, WhyUs, type Chapter } from './home-story.tsx'
import { OfficeMap } from '#content/location-map.tsx'
import { ContactList } from '#content/reach-list.tsx'
import { RoomsStrip, toRoomTeaser, type RoomTeaser } from './rooms-strip.tsx'
import { SearchBand } from '#stays/bookings/search/search-band.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import { TakenApart } from './taken-apart.tsx'
import { listSpots, listTrims, type Spot, type Trim } from './trims.ts'
import { useGlobal } from '#content/global.ts'

interface Data {
  welcome: string
  slides: Slide[]
  trims: Trim[]
  apart: { picture: PictureData | undefined; spots: Spot[] }
  chapters: Chapter[]
  rooms: RoomTeaser[]
}

export const homePage: Page<ContentApi & EnquiriesApi & RoomsApi, Data> = {
  async load({ api, optional, i18n: { t } }) {
    const [slides, services, products, copy, rooms] = await Promise.all([
      loadList(optional, api.getSliderData({}), 'Failed to fetch slider data'),
      loadPosts({ api, optional }, categories.services),
      loadList(optional, api.getProducts({})),
      optional(api.getPassages({ page: 'home' }), { data: [], pictures: {} }),
      loadList(optional, api.activeRooms({})),
    ])
    const passages = toList(copy) ?? []
    const pictures: Record<string, PictureData | undefined> = copy.pictures ?? {}
    const welcome = passages.find(({ key }) => key === 'welcome')?.title
    const trims = listTrims(services, products)
    return {
      welcome: welcome || t('home.title', { name: wholeName((await api.getGlobalData({})).name) }),
      slides,
      trims: trims.slice(0, 8),
      apart: { picture: pictures['taken-apart'], spots: listSpots(trims, products) },
      chapters: passages.filter(({ text }) => text).map((passage) => ({ ...passage, picture: pictures[passage.key] })),
      rooms: rooms.slice(0, 3).map(toRoomTeaser),
    }
  },
  head: ({ welcome, slides }, { t }) => ({
    title: welcome,
    description: t('home.description'),
    preload: preloadOf(slides[0]?.picture, heroSizes),
  }),
  View: HomeView,
}

function HomeView({ data }: { data: Data }) {
  return (
    <>
      <HomeHero welcome={data.welcome} slides={data.slides} />
      <SearchBand />
      <HomeServices trims={data.trims} />
      <TakenApart {...data.apart} />
      <HomeStory chapters={data.chapters.filter(({ key }) => key !== whyUs)} />
      <WhyUs chapter={data.chapters.find(({ key }) => key === whyUs)} />
      <RoomsStrip rooms={data.rooms} />
      <CallToWrite />
      <HeadOffice />
    </>
  )
}

const whyUs = 'why-choose-us'

function HeadOffice() {
  const { t } = useTranslator()
  const { map } = useGlobal()
  return (
    <section className="section on-linen" aria-labelledby="office-title">
      <div className={`container ${styles.office}`}>
        <div>
          <h2 id="office-title">{t('home.map_title')}</h2>
          <ContactList />
          {map.linkUrl && (
            <a href={map.linkUrl} className={styles.open}>
              {t('home.map_open')}
            </a>
          )}
        </div>
        <OfficeMap />
      </div>
    </section>
  )
}

function CallToWrite() {
  const { t } = useTranslator()
  return (
    <section className={`container ${styles.write}`}>
      <hr className="selvage edge" />
      <SectionHead
        title={t('home.talk_title')}
        text={t('home.talk_text')}
        action={<ButtonLink to={href('contact')}>{t('home.talk_action')}</ButtonLink>}
      />
    </section>
  )
}
