import { Link } from '#platform/pages/page.tsx'
import { Picture } from '#ui/picture.tsx'
import { href } from '#routes/public.ts'
import { AddToEnquiry } from '../basket/add-to-enquiry.tsx'
import type { Product } from '../contract.ts'
import styles from './swatch-book.module.css'

/** A swatch out of the book: its selvage above, its other edges pinked. */
export function ProductCard({ product, place }: { product: Product; place: number }) {
  return (
    <article className={`leads ${styles.card}`}>
      <Swatch product={product} sizes="(min-width: 75rem) 24rem, (min-width: 48rem) 41vw, 61vw" place={place} />
      <h2 className={styles.name}>
        <Link to={href('product', { slug: product.slug })}>{product.name}</Link>
      </h2>
      <p className={styles.summary}>{product.summary}</p>
      <AddToEnquiry product={product} small />
    </article>
  )
}

/** `sizes` are those of the whole picture: a third wider than the square that is seen of it. `place`: in a list that begins a page. */
export const Swatch = ({ product, sizes, place }: { product: Product; sizes: string; place?: number }) => (
  <div className={styles.swatch}>
    <Picture
      picture={product.picture}
      sizes={sizes}
      priority={place !== undefined && place < 2}
      later={place === undefined || place > 2}
    />
  </div>
)
