import { Link, useTranslator } from '#platform/pages/page.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { href } from '#routes/public.ts'
import { AddToEnquiry } from './add-to-enquiry.tsx'
import type { ListedProduct, Product } from '../contract.ts'
import { describeLeadTime, describeMinimum, joinUnits, listCertificateNames } from './facts.ts'
import styles from './swatch-book.module.css'

/** A product as a swatch of a swatch book, with a selvage at the top and pinked edges. */
export function ProductCard({ product, index }: { product: ListedProduct; index: number }) {
  return (
    <article className={`leads ${styles.card}`}>
      <Swatch product={product} sizes={index === 0 ? leadSizes : cardSizes} index={index} />
      <h2 className={styles.name}>
        <Link to={href('product', { slug: product.slug })}>{product.name}</Link>
      </h2>
      <p className={styles.summary}>{joinUnits(product.summary)}</p>
      <CardFacts facts={product.facts} />
      <AddToEnquiry product={product} isSmall />
    </article>
  )
}

const cardSizes = '(min-width: 75rem) 24rem, (min-width: 48rem) 41vw, 61vw'
/** The first product takes two columns, and its picture is cropped. */
const leadSizes = '(min-width: 75rem) 75rem, (min-width: 48rem) 82vw, 61vw'

/** The facts of a product that buyers compare. Terms that the company does not give are on request. */
function CardFacts({ facts }: Pick<ListedProduct, 'facts'>) {
  const translator = useTranslator()
  const { t } = translator
  if (!facts) return null
  const [minimum, leadTime] = [describeMinimum(translator, facts), describeLeadTime(translator, facts)]
  const certificates = listCertificateNames(facts)
  const lines = [
    ...(minimum || leadTime
      ? [[t('product.minimum_order'), minimum] as const, [t('product.lead_time'), leadTime] as const]
      : [[t('product.order_terms'), ''] as const]),
    ...(certificates ? [[t('product.certificates'), certificates] as const] : []),
  ]
  return (
    <dl>
      {lines.map(([label, text]) => (
        <div key={label}>
          <dt className="quiet">{label}</dt>
          {text ? <dd className="bold">{text}</dd> : <dd>{t('product.on_request')}</dd>}
        </div>
      ))}
    </dl>
  )
}

/**
 * `sizes` describes the whole picture, which is a third wider than the visible square. `index` is the position in a
 * list at the top of a page.
 */
export const Swatch = ({ product, sizes, index }: { product: Product; sizes: string; index?: number }) => (
  <div className={styles.swatch}>
    <Picture
      picture={product.picture}
      sizes={sizes}
      priority={index !== undefined && index < 2}
      lazy={index === undefined || index > 2}
    />
  </div>
)
