import { Link, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Picture, createPreload } from '#ui/pictures/picture.tsx'
import { href } from '#routes/public.ts'
import { isCardCode } from '../card-code.ts'
import type { EnquiriesApi, Product, ProductDetails } from '../contract.ts'
import { describeCertificate, describeLeadTime, describeMinimum, joinUnits, listCertificateNames } from './facts.ts'
import { Swatch } from './swatch.tsx'
import { ProductSheet } from './product-sheet.tsx'
import { AddNamedProduct } from './add-named-product.tsx'
import { NextSteps } from '#content/next-steps.tsx'
import styles from './product-page.module.css'

/** A product without its summary, which would only make the page larger. */
type OtherProduct = Omit<Product, 'summary'>

interface Data {
  product: ProductDetails
  /** The next products of the list; null if they could not be loaded. */
  others: OtherProduct[] | null
  /** The chosen code of the colour card. */
  shade: string | null
}

export const productPage: Page<EnquiriesApi, Data> = {
  queryNames: ['shades'],
  async load({ api, route: { params, query }, optional }) {
    const shade = query.get('shades')
    const [product, productList] = await Promise.all([
      api.getProductDetails({ slug: params['slug']!, ...(shade && isCardCode(shade) && { shade }) }),
      optional(api.getProducts({}), null),
    ])
    const isOffered = product.swatches.card.some(({ value }) => value === shade)
    return {
      product,
      others: productList && listNextProducts(product.slug, productList.data),
      shade: isOffered ? shade : null,
    }
  },
  head: ({ product }, { t }) => ({
    title: product.name,
    description: product.summary,
    picture: product.picture,
    trail: [
      { name: t('products.title'), path: href('products') },
      { name: product.name, path: href('product', { slug: product.slug }) },
    ],
    preload: createPreload(product.picture, pictureSizes),
  }),
  View: ProductView,
}

/** Returns the next four products and continues at the start of the list after the last one. */
function listNextProducts(slug: string, list: Product[]): OtherProduct[] {
  const index = list.findIndex((product) => product.slug === slug)
  const nextProducts = [...list.slice(index + 1), ...list.slice(0, Math.max(index, 0))].slice(0, 4)
  return nextProducts.map((product) => ({ slug: product.slug, name: product.name, picture: product.picture }))
}

const pictureSizes = '100vw'

function ProductView({ data: { product, others, shade } }: { data: Data }) {
  const translator = useTranslator()
  const { t } = translator
  const { specification, measures, facts } = product
  const { materials, sizes, finishes, minimum_order, lead_time, sample_policy } = specification
  return (
    <>
      <div className={styles.page}>
        <div className={styles.picture}>
          <Picture picture={product.picture} sizes={pictureSizes} priority hasCaption />
        </div>
        <div className={`container ${styles.opening}`}>
          <header className={styles.head}>
            <Breadcrumb />
            <h1>{product.name}</h1>
            <p className="lead">{joinUnits(product.summary)}</p>
            <div className={styles.first}>
              <ButtonLink to="#sheet" className="no-print">
                {t('product.sheet_link')}
              </ButtonLink>
              <MainFacts facts={facts} />
            </div>
          </header>
          <div className={`prose ${styles.about}`}>
            {product.description.split('\n\n').map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
        <ProductSheet key={`${product.slug} ${shade}`} product={product} shade={shade} />
        <div className={`container ${styles.tables}`}>
          <FactTable
            id="specification"
            title={t('product.specification')}
            rows={[
              ...measures.map(({ label, value }) => ({ label, values: [value] })),
              { label: t('product.materials'), values: materials },
              { label: t('product.sizes'), values: sizes },
              { label: t('product.finishes'), values: finishes },
            ]}
          />
          <FactTable
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
      </div>
      <OtherProducts products={others} />
      <NextSteps about={product.name}>
        <AddNamedProduct key={product.slug} product={product} />
      </NextSteps>
    </>
  )
}

/** The facts that decide whether a buyer reads on. The table below explains them. */
function MainFacts({ facts }: Pick<ProductDetails, 'facts'>) {
  const translator = useTranslator()
  const { t } = translator
  const rows = [
    [t('product.minimum_order'), describeMinimum(translator, facts)],
    [t('product.lead_time'), describeLeadTime(translator, facts)],
    [t('product.certificates'), listCertificateNames(facts)],
  ].filter(([, text]) => text)
  if (rows.length === 0) return null
  return (
    <dl className="no-print">
      {rows.map(([label, text]) => (
        <div key={label}>
          <dt className="small quiet">{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

interface FactRow {
  label: string
  values: readonly string[]
  /** An explanation of the values. */
  note?: string
}

/** A table of facts. Leaves out empty rows, and the table if no row is left. */
function FactTable({ id, title, rows }: { id: 'specification' | 'ordering'; title: string; rows: FactRow[] }) {
  const filledRows = rows
    .map((row) => ({ ...row, values: row.values.filter(Boolean) }))
    .filter(({ values, note }) => values.length > 0 || note)
  if (filledRows.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="size-4">
        {title}
      </h2>
      <table className={styles.facts}>
        <tbody>
          {filledRows.map(({ label, values, note }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                {values.map((value) => (
                  <p key={value}>{joinUnits(value)}</p>
                ))}
                {note && <p className={values.length > 0 ? 'note' : undefined}>{note}</p>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function OtherProducts({ products }: { products: OtherProduct[] | null }) {
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
