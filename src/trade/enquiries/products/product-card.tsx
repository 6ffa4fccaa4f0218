import { Link } from '#platform/pages/page.tsx'
import { Picture } from '#ui/picture.tsx'
import { href } from '#routes/public.ts'
import { AddToEnquiry } from '../basket/add-to-enquiry.tsx'
import type { Product } from '../contract.ts'
import styles from './swatch-book.module.css'

/** A product as a swatch of a swatch book, with a selvage at the top and pinked edges. */
export function ProductCard({ product, index }: { product: Product; index: number }) {
  return (
    <article className={`leads ${styles.card}`}>
      <Swatch product={product} sizes="(min-width: 75rem) 24rem, (min-width: 48rem) 41vw, 61vw" index={index} />
      <h2 className={styles.name}>
        <Link to={href('product', { slug: product.slug })}>{product.name}</Link>
      </h2>
      <p className={styles.summary}>{product.summary}</p>
      <AddToEnquiry product={product} small />
    </article>
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
      later={index === undefined || index > 2}
    />
  </div>
)
