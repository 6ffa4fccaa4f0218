import { Picture } from '#ui/pictures/picture.tsx'
import type { Product } from '../contract.ts'
import styles from './swatch.module.css'

/**
 * `sizes` describes the whole picture, which is a third wider than the visible square. `index` is the position in a
 * list at the top of a page. Browsers load the pictures of other lists when they come near.
 */
export const Swatch = ({
  product,
  sizes,
  index,
}: {
  product: Pick<Product, 'picture'>
  sizes: string
  index?: number
}) => (
  <div className={styles.swatch}>
    <Picture
      picture={product.picture}
      sizes={sizes}
      priority={index !== undefined && index < 2}
      lazy={index !== undefined && index > 2}
    />
  </div>
)
