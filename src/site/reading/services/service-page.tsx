import { SearchIsland } from '../search/search-island.tsx'
import type { GlobalData, ContentApi, Passage } from '#content/contract.ts'
import type { PictureData } from '#platform/pictures.ts'
import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { FactList } from '#ui/fact-list.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Picture, createPreload } from '#ui/pictures/picture.tsx'
import { href } from '#routes/public.ts'
import { toList } from '../teasers.ts'
import { PageHead } from '#ui/page-head.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import { ServiceIcon } from './service-icon.tsx'
import styles from './service-page.module.css'

interface Data extends Pick<GlobalData, 'guestFacts' | 'houseName'> {
  /** Null if the tiles could not be loaded. */
  tiles: Passage[] | null
  picture: PictureData | null
}

/** The services for guests of the property. */
export const servicePage: Page<ContentApi, Data> = {
  async load({ api, optional }) {
    const [passages, { guestFacts, houseName }] = await Promise.all([
      optional(api.getPassages({ page: 'service' }), null, 'Error fetching data'),
      api.getGlobalData({}),
    ])
    return { tiles: passages && toList(passages), picture: passages?.pictures['house'] ?? null, guestFacts, houseName }
  },
  head: ({ picture, houseName }, { t }, { path }) => ({
    title: t('service.title'),
    description: t('service.text', { house: houseName }),
    picture,
    trail: [{ name: t('service.title'), path }],
    preload: createPreload(picture, pictureSizes),
  }),
  View: ServiceView,
}

/** Wider than its column: the picture is cropped to the height of the tiles. */
const pictureSizes = '(min-width: 62rem) 38rem, 92vw'

function ServiceView({ data: { tiles, picture, guestFacts, houseName } }: { data: Data }) {
  const { t } = useTranslator()
  return (
    <>
      <PageHead
        ground="on-dark"
        eyebrow={houseName}
        title={t('service.title')}
        text={t('service.text', { house: houseName })}
      >
        <div className={styles.search}>
          <SearchIsland />
        </div>
      </PageHead>
      {tiles?.length !== 0 && (
        <section className="section on-dark">
          <div className={`container ${styles.body}`}>
            {picture && (
              <div className={styles.picture}>
                <Picture picture={picture} sizes={pictureSizes} priority hasCaption />
              </div>
            )}
            {tiles ? <Tiles tiles={tiles} /> : <CouldNotLoad />}
          </div>
        </section>
      )}
      {guestFacts.length > 0 && (
        <section className={`container ${styles.facts}`}>
          <FactList facts={guestFacts} />
        </section>
      )}
      <section className={`container ${styles.packages}`}>
        <hr className="edge" />
        <SectionHead
          title={t('packages.way_title')}
          text={t('packages.way_text')}
          action={
            <p className="row-6">
              <ButtonLink variant="secondary" to={href('packages')}>
                {t('packages.way_action')}
              </ButtonLink>
              <ButtonLink variant="quiet" to={href('ourServices')}>
                {t('service.trade')}
              </ButtonLink>
            </p>
          }
        />
      </section>
    </>
  )
}

function Tiles({ tiles }: { tiles: Passage[] }) {
  if (tiles.length === 0) return null
  return (
    <ul role="list" className={styles.tiles}>
      {tiles.map(({ key, title, text }) => (
        <li key={key} className={styles.tile}>
          <ServiceIcon name={key} />
          <h2 className="size-3">{title}</h2>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
    </ul>
  )
}
