import type { ReactNode } from 'react'
import { SearchBand } from '#stays/bookings/search/search-band.tsx'
import { SearchIsland } from '../search/search-island.tsx'
import { categories } from '#content/categories.ts'
import type { Category, ContentApi } from '#content/contract.ts'
import { Link, useTranslator, type Page } from '#platform/pages/page.tsx'
import type { RoomsApi } from '#stays/rooms/contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Picture, createPreload } from '#ui/pictures/picture.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import { href } from '#routes/public.ts'
import { EmptyNotice } from '#content/empty-notice.tsx'
import { BookPackage, formatExtras, PackagePrice } from './package-offer.tsx'
import { loadPackages, type Package } from './packages.ts'
import styles from './packages-page.module.css'
import { loadCategory } from '../teasers.ts'

interface Data {
  category: Category | null
  /** Null if the packages could not be loaded. */
  packages: Package[] | null
}

/** CONT-10: stay packages. The URL `/premimum-packages` keeps its old misspelling, so that existing links work. */
export const packagesPage: Page<ContentApi & RoomsApi, Data> = {
  async load(args) {
    const { category, posts } = await loadCategory(args, categories.packages)
    return { category, packages: posts && (await loadPackages(args, posts)) }
  },
  head: ({ category, packages }, { t }, { path }) => ({
    title: category?.name ?? t('page.packages'),
    ...(category?.intro && { description: category.intro }),
    picture: packages?.[0]?.picture,
    trail: [{ name: category?.name ?? t('page.packages'), path }],
    preload: createPreload(packages?.[0]?.picture, leadSizes),
  }),
  View: PackagesView,
}

function PackagesView({ data: { category, packages } }: { data: Data }) {
  const { t } = useTranslator()
  return (
    <>
      <PageHead ground="on-dark" title={category?.name ?? t('page.packages')} text={category?.intro} />
      {packages?.length ? (
        <PackageList packages={packages} />
      ) : (
        <div className="container section">{packages ? <EmptyNotice /> : <CouldNotLoad />}</div>
      )}
      <SearchBand>
        <SearchIsland />
      </SearchBand>
    </>
  )
}

/** Wider than shown, because the picture is cropped. */
const leadSizes = '(min-width: 62rem) 68vw, 100vw'
const otherSizes = '(min-width: 62rem) 36rem, (min-width: 48rem) 45vw, 92vw'

/** The first package over the whole width, the others beside each other, and how to book one of them. */
function PackageList({ packages: [leadPackage, ...otherPackages] }: { packages: Package[] }) {
  const { t } = useTranslator()
  return (
    <>
      <div className={`on-dark ${styles.band}`}>
        <div className="container">
          <PackageArticle item={leadPackage!} isLead />
        </div>
      </div>
      <div className={`container section ${styles.body}`}>
        {otherPackages.length > 0 && (
          <div className={styles.others}>
            {otherPackages.map((item) => (
              <PackageArticle key={item.slug} item={item} />
            ))}
          </div>
        )}
        <section>
          <hr className="edge" />
          <SectionHead
            title={t('packages.how_title')}
            text={t('packages.how_text')}
            action={
              <p className="row-6">
                <ButtonLink variant="secondary" to={href('rooms')}>
                  {t('enquiry.next_rooms')}
                </ButtonLink>
                <ButtonLink variant="quiet" to={href('contact')}>
                  {t('home.talk_action')}
                </ButtonLink>
                <ButtonLink variant="quiet" to={href('service')}>
                  {t('service.title')}
                </ButtonLink>
              </p>
            }
          />
        </section>
      </div>
    </>
  )
}

/** For whom a package is, what it costs and includes, and the links that book it. */
function PackageArticle({
  item: { slug, title, text, picture, lists, nights, offer },
  isLead = false,
}: {
  item: Package
  isLead?: boolean
}) {
  const translator = useTranslator()
  const { t, count } = translator
  const extrasText = offer && formatExtras(offer, translator)
  const [included = noList, ...optional] = lists
  return (
    <article className={isLead ? styles.lead : styles.other}>
      <div className={styles.picture}>
        {picture && (
          <Picture
            picture={picture}
            sizes={isLead ? leadSizes : otherSizes}
            priority={isLead}
            lazy={!isLead}
            hasCaption
          />
        )}
      </div>
      <div className={styles.text}>
        <h2>
          <Link to={href('detail', { slug })}>{title}</Link>
        </h2>
        <p className={styles.summary}>{text}</p>
        {nights && offer && <PackagePrice nights={nights} offer={offer} />}
        <ServiceList className={styles.included} title={included.title} items={included.items}>
          {extrasText && <li className="bold">{extrasText}</li>}
        </ServiceList>
        {optional.map((list) => (
          <ServiceList key={list.title} className={styles.optional} {...list} />
        ))}
        <p className={styles.ways}>
          {nights && offer ? (
            <BookPackage
              slug={slug}
              title={title}
              nights={nights}
              offer={offer}
              variant={isLead ? 'primary' : 'secondary'}
            />
          ) : (
            <ButtonLink variant="secondary" to={href('rooms', null, { nights: nights ?? undefined })}>
              {nights ? count('packages.dates', nights) : t('search.choose_dates')}
              <span className="visually-hidden">: {title}</span>
            </ButtonLink>
          )}
        </p>
      </div>
    </article>
  )
}

const noList: Package['lists'][number] = { title: '', items: [] }

/** The included or the optional services of a package. */
const ServiceList = ({
  title,
  items,
  className,
  children,
}: Package['lists'][number] & {
  className: string | undefined
  /** Further items, before the others. */
  children?: ReactNode
}) => (
  <section className={className}>
    {title && <h3>{title}</h3>}
    <ul role="list">
      {children}
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  </section>
)
