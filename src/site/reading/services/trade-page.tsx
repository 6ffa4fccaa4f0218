import { categories } from '#content/categories.ts'
import type { Category, ContentApi } from '#content/contract.ts'
import type { EnquiriesApi } from '#trade/enquiries/contract.ts'
import { Link, useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import { href } from '#routes/public.ts'
import { CardList } from '../lists/card-list.tsx'
import { Closing } from '../lists/closing.tsx'
import { EmptyNotice } from '#content/empty-notice.tsx'
import { FurtherLinks } from '../lists/further-links.tsx'
import type { ShortLink } from '../../frame/page-links.tsx'
import { listLinksToCategories } from '../../frame/link-group.tsx'
import { toCard, loadList, loadCategory, type Card } from '../teasers.ts'
import styles from './trade-page.module.css'
import { loadTrimCards } from '../trims.ts'

interface Data {
  category: Category | null
  /** Null if the trims could not be loaded. */
  trims: Card[] | null
  offerings: { category: Category | null; cards: Card[] | null }
  furtherLinks: ShortLink[]
}

/** The services for the trade, and the offerings that belong to them. Services for guests have their own page. */
export const ourServicesPage: Page<ContentApi & EnquiriesApi, Data> = {
  async load(args) {
    const [services, offerings, allCategories] = await Promise.all([
      loadCategory(args, categories.services),
      loadCategory(args, categories.offerings),
      loadList(args.optional, args.api.getCategories({})),
    ])
    return {
      category: services.category,
      trims: services.posts && (await loadTrimCards(args, services.posts)),
      offerings: { category: offerings.category, cards: offerings.posts && offerings.posts.map(toCard) },
      furtherLinks: listLinksToCategories(allCategories, [categories.courses, categories.countries, categories.blog]),
    }
  },
  head: ({ category, trims }, { t }, { path }) => ({
    title: category?.name ?? t('page.services'),
    ...(category?.intro && { description: category.intro }),
    picture: trims?.[0]?.picture,
    trail: [{ name: category?.name ?? t('page.services'), path }],
  }),
  View: TradeView,
}

function TradeView({ data: { category, trims, offerings, furtherLinks } }: { data: Data }) {
  const { t } = useTranslator()
  return (
    <>
      <PageHead title={category?.name ?? t('page.services')} text={category?.intro}>
        <p className={styles.ways}>
          <ButtonLink variant="secondary" to={href('products')}>
            {t('products.all')}
          </ButtonLink>
          <ButtonLink variant="quiet" to={href('service')}>
            {t('service.title')}
          </ButtonLink>
        </p>
      </PageHead>
      <div className={`container ${styles.body}`}>
        {!trims && <CouldNotLoad />}
        {trims?.length === 0 && <EmptyNotice />}
        {trims && trims.length > 0 && <CardList cards={trims} />}
      </div>
      {offerings.cards?.length !== 0 && (
        <section className={`on-dark ${styles.offerings}`}>
          <div className="container section">
            <SectionHead
              title={offerings.category?.name ?? t('page.offerings')}
              text={offerings.category?.intro ?? ''}
            />
            {offerings.cards ? <Offerings cards={offerings.cards} /> : <CouldNotLoad heading="h3" />}
          </div>
        </section>
      )}
      <FurtherLinks links={furtherLinks} />
      <Closing topic="trade" />
    </>
  )
}

/** The offerings as texts. Their pictures are on the page of the offerings. */
const Offerings = ({ cards }: { cards: readonly Card[] }) => (
  <ul role="list" className={styles.list}>
    {cards.map(({ slug, title, text, to }) => (
      <li key={slug}>
        <h3>
          <Link to={to}>{title}</Link>
        </h3>
        <p>{text}</p>
      </li>
    ))}
  </ul>
)
