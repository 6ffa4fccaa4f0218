import type { PageMessageKey } from '#locales/translator.ts'
import type { ProductCategory } from '../limits.ts'

/** The labels of the product categories. Product pages do not load them. */
export const categoryLabels = {
  fasteners: 'products.category_fasteners',
  sewing: 'products.category_sewing',
  labels: 'products.category_labels',
  packing: 'products.category_packing',
  other: 'products.category_more',
} as const satisfies Record<ProductCategory, PageMessageKey>
