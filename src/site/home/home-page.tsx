import type { ContentApi, Passage, Post, Slide } from '../../content/contract.ts'
import { wholeName } from '../../content/whole-name.ts'
import { useWords, type Page } from '../../platform/pages/page.tsx'
import type { RoomsApi } from '../../rooms/contract.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { preloadOf } from '../../ui/picture.tsx'
import { href } from '../../urls.ts'
import { categories, firstParagraph, listOf, postsOf, teaser, type Teaser } from '../reading/teasers.ts'
import { HomeHero, heroSizes } from './home-hero.tsx'
import styles from './home-page.module.css'
import { HomeServices, HomeShowpieces } from './home-services.tsx'
import { HomeStory, WhyUs } from './home-story.tsx'
import { OfficeMap } from '../../content/location-map.tsx'
import { ReachList } from '../../content/reach-list.tsx'
import { RoomsStrip, roomTeaser, type RoomTeaser } from './rooms-strip.tsx'
import { SearchBand } from '../../bookings/search/search-band.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { useGlobal } from '../../content/global.ts'

interface Data {
  welcome: string
  slides: Slide[]
  services: Teaser[]
  showpieces: Teaser[]
  passages: Passage[]
  rooms: RoomTeaser[]
}

export const homePage: Page<ContentApi & RoomsApi, Data> = {
  async load({ api, optional, words: { t } }) {
    const [slides, services, passages, rooms] = await Promise.all([
      listOf(optional, api.getSliderData({}), 'Failed to fetch slider data'),
      postsOf({ api, optional }, categories.services),
      listOf(optional, api.getPassages({ page: 'home' })),
      listOf(optional, api.activeRooms({})),
    ])
    const welcome = passages.find(({ key }) => key === 'welcome')?.title
    return {
      welcome: welcome || t('home.title', { name: wholeName((await api.getGlobalData({})).name) }),
      slides,
      services: services.slice(0, 8).map(teaser),
      showpieces: chooseShowpieces(services).map(firstParagraph),
      passages: passages.filter(({ text }) => text),
      rooms: rooms.slice(0, 3).map(roomTeaser),
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
      <HomeServices posts={data.services} />
      <HomeShowpieces posts={data.showpieces} />
      <HomeStory passages={data.passages.filter(({ key }) => key !== whyUs)} />
      <WhyUs passage={data.passages.find(({ key }) => key === whyUs)} />
      <RoomsStrip rooms={data.rooms} />
      <CallToWrite />
      <HeadOffice />
    </>
  )
}

const whyUs = 'why-choose-us'

/** Three that the cards do not show; where the cards show all there are, every third of these. */
const chooseShowpieces = (services: Post[]) =>
  services.length > 8 ? services.slice(8, 11) : services.filter((_, index) => index % 3 === 0)

function HeadOffice() {
  const { t } = useWords()
  const { map } = useGlobal()
  return (
    <section className="section on-linen" aria-labelledby="office-title">
      <div className={`container ${styles.office}`}>
        <div>
          <h2 id="office-title">{t('home.map_title')}</h2>
          <ReachList />
          <a href={map.linkUrl} className={styles.open}>
            {t('home.map_open')}
          </a>
        </div>
        <OfficeMap />
      </div>
    </section>
  )
}

function CallToWrite() {
  const { t } = useWords()
  return (
    <section className={`container ${styles.write}`}>
      <hr className={`selvage ${styles.edge}`} />
      <SectionHead
        title={t('home.talk_title')}
        text={t('home.talk_text')}
        action={<ButtonLink to={href('contact')}>{t('home.talk_action')}</ButtonLink>}
      />
    </section>
  )
}
