import { SearchBar } from '../../bookings/search/search-bar.tsx'
import type { ContentApi, Passage } from '../../content/contract.ts'
import type { PictureData } from '../../platform/pictures.ts'
import { useWords, type Page } from '../../platform/pages/page.tsx'
import type { RoomsApi } from '../../rooms/contract.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Picture, preloadOf } from '../../ui/picture.tsx'
import { href } from '../../urls.ts'
import { listOf } from './teasers.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import styles from './service-page.module.css'

interface Data {
  tiles: Passage[]
  picture: PictureData | null
}

/** What a guest of the house finds here. */
export const servicePage: Page<ContentApi & RoomsApi, Data> = {
  async load({ api, optional }) {
    const [tiles, rooms] = await Promise.all([
      listOf(optional, api.getPassages({ page: 'service' })),
      listOf(optional, api.activeRooms({})),
    ])
    return { tiles, picture: rooms.at(-1)?.picture ?? null }
  },
  head: ({ picture }, { t }, { path }) => ({
    title: t('service.title'),
    description: t('service.text'),
    picture,
    trail: [{ name: t('service.title'), path }],
    preload: preloadOf(picture, pictureSizes),
  }),
  View: ServiceView,
}

const pictureSizes = '(min-width: 60rem) 64rem, 92vw'

function ServiceView({ data: { tiles, picture } }: { data: Data }) {
  const { t } = useWords()
  return (
    <>
      <PageHead eyebrow={t('home.rooms_eyebrow')} title={t('service.title')} text={t('service.text')}>
        <div className={styles.search}>
          <SearchBar />
        </div>
      </PageHead>
      <section className={`section container ${styles.body}`}>
        {picture && (
          <div className={styles.picture}>
            <Picture picture={picture} sizes={pictureSizes} priority captioned />
          </div>
        )}
        <ul role="list" className={styles.tiles}>
          {tiles.map(({ key, title, text }) => (
            <li key={key} className={styles.tile}>
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className={`container ${styles.packages}`}>
        <hr className={`selvage ${styles.edge}`} />
        <SectionHead
          title={t('packages.way_title')}
          text={t('packages.way_text')}
          action={
            <ButtonLink look="secondary" to={href('packages')}>
              {t('packages.way_action')}
            </ButtonLink>
          }
        />
      </section>
    </>
  )
}
