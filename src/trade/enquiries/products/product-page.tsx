import { Link, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Picture, preloadOf } from '#ui/pictures/picture.tsx'
import { href } from '#routes/public.ts'
import { AddToEnquiry } from './add-to-enquiry.tsx'
import type { EnquiriesApi, Product, ProductDetails } from '../contract.ts'
import { describeCertificate, describeLeadTime, describeMinimum } from './facts.ts'
import { Swatch } from './product-card.tsx'
import { AddNamedProduct } from './add-named-product.tsx'
import { NextSteps } from '#content/next-steps.tsx'
import styles from './product-page.module.css'

interface Data {
  product: ProductDetails
  /** The next products of the list; null if they could not be loaded. */
  others: Product[] | null
}

export const productPage: Page<EnquiriesApi, Data> = {
  async load({ api, route: { params }, optional }) {
    const [product, list] = await Promise.all([
      api.getProductDetails({ slug: params['slug']! }),
      optional(api.getProducts({}), null),
    ])
    return { product, others: list && listNextProducts(product.slug, list.data) }
  },
  head: ({ product }, { t }) => ({
    title: product.name,
    description: product.summary,
    picture: product.picture,
    trail: [
      { name: t('products.title'), path: href('products') },
      { name: product.name, path: href('product', { slug: product.slug }) },
    ],
    preload: preloadOf(product.picture, pictureSizes),
  }),
  View: ProductView,
}

/** Returns the next four products and continues at the start of the list after the last one. */
function listNextProducts(slug: string, list: Product[]): Product[] {
  const index = list.findIndex((product) => product.slug === slug)
  return [...list.slice(index + 1), ...list.slice(0, Math.max(index, 0))].slice(0, 4)
}

const pictureSizes = '(min-width: 75rem) 43rem, (min-width: 62rem) 55vw, 100vw'

function ProductView({ data: { product, others } }: { data: Data }) {
  const translator = useTranslator()
  const { t } = translator
  const { specification, facts } = product
  const { materials, sizes, finishes, minimum_order, lead_time, sample_policy } = specification
  return (
    <>
      <div className={`container ${styles.page}`}>
        <div className={styles.picture}>
          <Picture picture={product.picture} sizes={pictureSizes} priority />
        </div>
        <header className={styles.head}>
          <Breadcrumb />
          <h1 className="size-5">{product.name}</h1>
          <p className="lead">{product.summary}</p>
          <AddToEnquiry key={product.slug} product={product} />
          <noscript>
            <ButtonLink to={href('contact', null, { subject: product.name })}>{t('home.talk_action')}</ButtonLink>
          </noscript>
          <p className={styles.note}>{t('product.price_note')}</p>
        </header>
        <div className={`prose ${styles.about}`}>
          {product.description.split('\n\n').map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <LabelledRows
          id="specification"
          title={t('product.specification')}
          rows={[
            { label: t('product.materials'), values: materials },
            { label: t('product.sizes'), values: sizes },
            { label: t('product.finishes'), values: finishes },
          ]}
        />
        <LabelledRows
          id="ordering"
          title={t('product.ordering')}
          rows={[
            {
              label: t('product.minimum_order'),
              values: [describeMinimum(translator, facts)],
              note: minimum_order,
            },
            { label: t('product.lead_time'), values: [describeLeadTime(translator, facts)], note: lead_time },
            {
              label: t('product.certificates'),
              values: facts.certificates.map((certificate) => describeCertificate(translator, certificate)),
            },
            { label: t('product.samples'), values: [], note: sample_policy },
          ]}
        />
      </div>
      <OtherProducts products={others} />
      <NextSteps about={product.name}>
        <AddNamedProduct key={product.slug} product={product} />
      </NextSteps>
    </>
  )
}

interface LabelledRow {
  label: string
  values: readonly string[]
  /** An explanation of the values. */
  note?: string
}

/** A table of facts. Leaves out empty rows, and the table if no row is left. */
function LabelledRows({ id, title, rows }: { id: 'specification' | 'ordering'; title: string; rows: LabelledRow[] }) {
  const filledRows = rows
    .map((row) => ({ ...row, values: row.values.filter(Boolean) }))
    .filter(({ values, note }) => values.length > 0 || note)
  if (filledRows.length === 0) return null
  return (
    <section className={styles[id]} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl className={styles.rows}>
        {filledRows.map(({ label, values, note }) => (
          <div key={label}>
            <dt className="bold">{label}</dt>
            {values.map((value) => (
              <dd key={value}>{value}</dd>
            ))}
            {note && <dd className={values.length > 0 ? 'note' : undefined}>{note}</dd>}
          </div>
        ))}
      </dl>
    </section>
  )
}

function OtherProducts({ products }: { products: Product[] | null }) {
  const { t } = useTranslator()
  if (products?.length === 0) return null
  return (
    <section className="section on-linen no-print" aria-labelledby="others">
      <div className="container">
        <header className={styles.othersHead}>
          <h2 className="size-4" id="others">
            {t('product.others')}
          </h2>
          <ButtonLink variant="quiet" to={href('products')}>
            {t('products.all')}
          </ButtonLink>
        </header>
        {products ? (
          <ul role="list" className={styles.others}>
            {products.map((product) => (
              <li key={product.slug} className="leads">
                <Swatch product={product} sizes="(min-width: 75rem) 24rem, (min-width: 48rem) 31vw, 61vw" />
                <h3>
                  <Link to={href('product', { slug: product.slug })}>{product.name}</Link>
                </h3>
              </li>
            ))}
          </ul>
        ) : (
          <CouldNotLoad heading="h3" />
        )}
      </div>
    </section>
  )
}
