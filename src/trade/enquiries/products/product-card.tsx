import { Link, useTranslator } from '#platform/pages/page.tsx'
import { href } from '#routes/public.ts'
import { AddToEnquiry } from './add-to-enquiry.tsx'
import type { ListedProduct } from '../contract.ts'
import { describeLeadTime, describeMinimum, joinUnits, listCertificateNames } from './facts.ts'
import styles from './swatch-book.module.css'
import { Swatch } from './swatch.tsx'

/** A product as a swatch of a swatch book, with a selvage at the top and pinked edges. */
export function ProductCard({
  product,
  index,
  isWide,
}: {
  product: ListedProduct
  index: number
  /** Whether the card takes two columns on wide screens. */
  isWide: boolean
}) {
  const sizes = isWide ? wideSizes : cardSizes
  return (
    <article className={`leads ${styles.card}`}>
      <Swatch product={product} sizes={index === 0 ? leadSizes : sizes} index={index} />
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
const wideSizes = cardSizes.replace('24rem', '37rem')
/** The first product takes two columns, and its picture is cropped. */
const leadSizes = '(min-width: 75rem) 75rem, (min-width: 48rem) 82vw, 61vw'

/**
 * The facts of a product that buyers compare. Terms that the company does not give are on request. Products without
 * certificates have no line for them.
 */
function CardFacts({ facts }: Pick<ListedProduct, 'facts'>) {
  const translator = useTranslator()
  const { t } = translator
  if (!facts) return null
  const lines = [
    [t('product.minimum_order'), describeMinimum(translator, facts), t('product.on_request')],
    [t('product.lead_time'), describeLeadTime(translator, facts), t('product.on_request')],
    [t('product.certificates'), listCertificateNames(facts), ''],
  ] as const
  return (
    <dl>
      {lines.map(
        ([label, text, fallback]) =>
          (text || fallback) && (
            <div key={label}>
              <dt className="quiet">{label}</dt>
              <dd className={text ? 'bold' : 'quiet'}>{text || fallback}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
