import { categories } from '#content/categories.ts'
import type { ContentApi } from '#content/contract.ts'
import { joinName } from '#ui/unbreakable-name.ts'
import type { EnquiriesApi } from '#trade/enquiries/contract.ts'
import { useTranslator, type Page } from '#platform/pages/page.tsx'
import type { ShownPicture } from '#platform/pictures.ts'
import type { RoomsApi } from '#stays/rooms/contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { createPreload } from '#ui/pictures/picture.tsx'
import { toShownPicture } from '#ui/pictures/shown-picture.ts'
import { href } from '#routes/public.ts'
import { toList, loadList, loadPosts } from '../reading/teasers.ts'
import { HomeDoors } from './home-doors.tsx'
import { HomeHero, heroSizes, type HeroSlideData } from './home-hero.tsx'
import styles from './home-page.module.css'
import { HomeServices } from './home-services.tsx'
import { HomeStory, AdvantagesSection, type Chapter } from './home-story.tsx'
import { listKeyFigures, type KeyFigure } from './key-figures.ts'
import { OfficeMap } from '#content/location-map.tsx'
import { ContactList } from '#content/reach-list.tsx'
import { RoomsStrip, toRoomTeaser, type RoomTeaser } from './rooms-strip.tsx'
import { SearchBand } from '#stays/bookings/search/search-band.tsx'
import { SearchBar } from '#stays/bookings/search/search-bar.tsx'
import { listTrims, type ShownTrim } from './trims.ts'
import { useGlobal } from '#content/global.ts'

interface Data {
  welcome: string
  slides: HeroSlideData[]
  services: { picture: ShownPicture | undefined; trims: ShownTrim[] }
  chapters: Chapter[]
  signature: string | null
  keyFigures: KeyFigure[]
  /** The distance and the travel time to the airport. */
  airport: string | null
  rooms: RoomTeaser[]
}

export const homePage: Page<ContentApi & EnquiriesApi & RoomsApi, Data> = {
  async load({ api, optional, i18n }) {
    const [company, slides, services, products, passageList, rooms] = await Promise.all([
      api.getGlobalData({}),
      loadList(optional, api.getSliderData({}), 'Failed to fetch slider data'),
      loadPosts({ api, optional }, categories.services),
      loadList(optional, api.getProducts({ facts: 1 })),
      optional(api.getPassages({ page: 'home' }), { data: [], pictures: {} }),
      loadList(optional, api.activeRooms({})),
    ])
    const passages = toList(passageList) ?? []
    const pictures: Record<string, ShownPicture | undefined> = Object.fromEntries(
      Object.entries(passageList.pictures ?? {}).map(([key, picture]) => [key, toShownPicture(picture)]),
    )
    const welcomeTitle = passages.find(({ key }) => key === 'welcome')?.title
    return {
      welcome: welcomeTitle || i18n.t('home.title', { name: joinName(company.name) }),
      slides: slides.map(({ title, text, link, picture }) => ({ title, text, link, picture: toShownPicture(picture) })),
      services: { picture: pictures['taken-apart'], trims: listTrims(services.slice(0, 8), products) },
      chapters: passages.filter(({ text }) => text).map((passage) => ({ ...passage, picture: pictures[passage.key] })),
      signature: company.legal.responsible ?? null,
      keyFigures: listKeyFigures(company, products, i18n),
      airport: company.keyFigures.airport,
      rooms: rooms.slice(0, 3).map(toRoomTeaser),
    }
  },
  head: ({ welcome, slides }, { t }) => ({
    title: welcome,
    description: t('home.description'),
    preload: createPreload(slides[0]?.picture, heroSizes),
  }),
  View: HomeView,
}

function HomeView({ data }: { data: Data }) {
  const reasonsChapter = data.chapters.find(({ key }) => key === reasonsKey)
  return (
    <>
      <HomeHero welcome={data.welcome} slides={data.slides} />
      <HomeDoors />
      <SearchBand>
        <SearchBar />
      </SearchBand>
      <HomeServices {...data.services} />
      <HomeStory chapters={data.chapters.filter(({ key }) => key !== reasonsKey)} />
      <AdvantagesSection chapter={reasonsChapter} signature={data.signature} keyFigures={data.keyFigures} />
      <RoomsStrip rooms={data.rooms} />
      <HeadOffice airport={data.airport} />
    </>
  )
}

const reasonsKey = 'why-choose-us'

function HeadOffice({ airport }: Pick<Data, 'airport'>) {
  const { t } = useTranslator()
  const { map } = useGlobal()
  return (
    <section className={`on-linen ${styles.office}`}>
      <div className={styles.reach}>
        <ContactPrompt />
        <div>
          <header className={styles.head}>
            <h2>{t('home.map_title')}</h2>
            {map.linkUrl && (
              <a href={map.linkUrl} className="tall bold">
                {t('home.map_open')}
              </a>
            )}
          </header>
          <ContactList />
        </div>
      </div>
      <OfficeMap airport={airport} />
    </section>
  )
}

function ContactPrompt() {
  const { t } = useTranslator()
  return (
    <div className={styles.write}>
      <h2>{t('home.talk_title')}</h2>
      <p>{t('home.talk_text')}</p>
      <ButtonLink to={href('contact')}>{t('home.talk_action')}</ButtonLink>
    </div>
  )
}
