import { categories } from '#content/categories.ts'
import type { Category, ContentApi, Passage } from '#content/contract.ts'
import type { EnquiriesApi } from '#trade/enquiries/contract.ts'
import { Link, useTranslator, type Page } from '#platform/pages/page.tsx'
import type { ShownPicture } from '#platform/pictures.ts'
import { ButtonLink } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { createPreload, Picture } from '#ui/pictures/picture.tsx'
import { toShownPicture } from '#ui/pictures/shown-picture.ts'
import { SectionHead } from '#ui/section-head.tsx'
import type { PageMessageKey } from '#locales/translator.ts'
import { href, type PageName } from '#routes/public.ts'
import { Closing } from '../lists/closing.tsx'
import { listKeyFigures, type KeyFigure } from '../../home/key-figures.ts'
import { FigureStrip } from '../lists/figure-strip.tsx'
import { EmptyNotice } from '#content/empty-notice.tsx'
import { FurtherLinks } from '../lists/further-links.tsx'
import type { ShortLink } from '../../frame/page-links.tsx'
import { listLinksToCategories } from '../../frame/link-group.tsx'
import { toCard, toList, loadList, loadCategory, loadPosts, type Card } from '../teasers.ts'
import styles from './trade-page.module.css'
import { loadTrimCards } from '../trims.ts'

/** A step of an order, with its picture and the pages where the visitor can continue. */
interface Step extends Passage {
  picture: ShownPicture | null
  links: ShortLink[]
}

interface Data {
  category: Category | null
  steps: Step[]
  keyFigures: KeyFigure[]
  /** Null if the trims could not be loaded. */
  trims: Card[] | null
  furtherLinks: ShortLink[]
}

/** How the company works for the trade, step by step, and an index of the trims. Guest services have their own page. */
export const ourServicesPage: Page<ContentApi & EnquiriesApi, Data> = {
  async load(args) {
    const { api, optional, i18n } = args
    const [company, services, passages, offerings, allCategories] = await Promise.all([
      api.getGlobalData({}),
      loadCategory(args, categories.services),
      optional(api.getPassages({ page: 'trade' }), null),
      loadPosts(args, categories.offerings),
      loadList(optional, api.getCategories({})),
    ])
    const offeringCards = offerings.map(toCard)
    return {
      category: services.category,
      steps: ((passages && toList(passages)) ?? []).map((passage) => {
        const picture = passages?.pictures[passage.key]
        const { page, label, offering } = nextPages[passage.key] ?? {}
        return {
          ...passage,
          picture: picture ? toShownPicture(picture) : null,
          links: [
            ...(page && label ? [{ to: href(page), title: i18n.t(label) }] : []),
            ...offeringCards.filter(({ slug }) => slug === offering).map(({ to, title }) => ({ to, title })),
          ],
        }
      }),
      keyFigures: listKeyFigures(company, [], i18n),
      trims: services.posts && (await loadTrimCards(args, services.posts)),
      furtherLinks: [
        ...listLinksToCategories(allCategories, [
          categories.offerings,
          categories.courses,
          categories.countries,
          categories.blog,
        ]),
        { to: href('service'), title: i18n.t('service.title') },
      ],
    }
  },
  head: ({ category, steps, trims }, { t }, { path }) => ({
    title: category?.name ?? t('page.services'),
    ...(category?.intro && { description: category.intro }),
    picture: steps[0]?.picture ?? trims?.[0]?.picture,
    trail: [{ name: category?.name ?? t('page.services'), path }],
    preload: createPreload(steps[0]?.picture, stepSizes),
  }),
  View: TradeView,
}

/** The page where a step continues, and the offering that describes it, by the key of the step. */
const nextPages: Record<string, { page: PageName; label: PageMessageKey; offering?: string } | undefined> = {
  matching: { page: 'colourCard', label: 'services.matching_link', offering: 'colour-and-brand-matching' },
  sampling: { page: 'products', label: 'services.sampling_link', offering: 'sample-approval' },
  testing: { page: 'products', label: 'services.testing_link' },
  packing: { page: 'countries', label: 'services.packing_link', offering: 'eco-friendly-packaging' },
}

const stepSizes = '(min-width: 62rem) 50vw, 100vw'

function TradeView({ data: { category, steps, keyFigures, trims, furtherLinks } }: { data: Data }) {
  const { t } = useTranslator()
  return (
    <>
      <PageHead title={category?.name ?? t('page.services')} text={category?.intro} />
      {steps.length > 0 && <Steps steps={steps} />}
      {steps.length > 0 && keyFigures.length > 0 && <FigureStrip figures={keyFigures} />}
      <section className="section container">
        <SectionHead
          title={t('services.index_title')}
          text={t('services.index_text')}
          action={
            <ButtonLink variant="secondary" to={href('products')}>
              {t('products.all')}
            </ButtonLink>
          }
        />
        {!trims && <CouldNotLoad heading="h3" />}
        {trims?.length === 0 && <EmptyNotice />}
        {trims && trims.length > 0 && <TrimIndex trims={trims} hasPriority={steps.length === 0} />}
      </section>
      <FurtherLinks links={furtherLinks} />
      <Closing topic="trade" />
    </>
  )
}

/** Numbered steps. On wide screens, text and picture change sides. */
function Steps({ steps }: { steps: readonly Step[] }) {
  const { number } = useTranslator()
  return (
    <ol role="list">
      {steps.map(({ key, title, text, picture, links }, index) => (
        <li key={key}>
          <article className={styles.step}>
            {picture && (
              <div className={styles.picture}>
                <Picture picture={picture} sizes={stepSizes} priority={index === 0} lazy={index > 1} hasCaption />
              </div>
            )}
            <div className={styles.words}>
              <p className={styles.number} aria-hidden="true">
                {number(index + 1)}
              </p>
              <h2>{title}</h2>
              {text.split(/\n\s*\n/).map((paragraph, position) => (
                <p key={position}>{paragraph}</p>
              ))}
              {links.length > 0 && (
                <p className="row-6">
                  {links.map((link) => (
                    <ButtonLink key={link.to} variant="quiet" to={link.to}>
                      {link.title}
                    </ButtonLink>
                  ))}
                </p>
              )}
            </div>
          </article>
        </li>
      ))}
    </ol>
  )
}

/** The trims as rows with a small picture. The grid with their facts is on the page of the products. */
const TrimIndex = ({ trims, hasPriority }: { trims: readonly Card[]; hasPriority: boolean }) => (
  <div className={styles.index}>
    {trims.map(({ slug, title, text, picture, to }, index) => (
      <article key={slug} className={`leads ${styles.trim}`}>
        {picture && <Picture picture={picture} sizes="6rem" priority={hasPriority && index === 0} lazy />}
        <div>
          <h3 className="size-3">
            <Link to={to}>{title}</Link>
          </h3>
          <p className="note quiet">{text}</p>
        </div>
      </article>
    ))}
  </div>
)
