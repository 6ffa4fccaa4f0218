import type { ReactNode } from 'react'
import { findCategoryPage } from '#content/categories.ts'
import type { Category } from '#content/contract.ts'
import { href } from '#routes/public.ts'
import styles from './footer.module.css'
import type { ShortLink } from './page-links.tsx'

/** Returns links to the pages of these categories, in this order and under the categories' names. */
export const listLinksToCategories = (allCategories: readonly Category[], ids: readonly number[]): ShortLink[] =>
  ids.flatMap((id) => {
    const [page, category] = [findCategoryPage(id), allCategories.find((candidate) => candidate.id === id)]
    return page && category ? [{ title: category.name, to: href(page) }] : []
  })

/** A group that is folded on narrow screens. On wider screens it is open, and its heading is no control. */
export function FoldedGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="no-print">
      <details className={styles.fold}>
        <summary>
          <h2>{title}</h2>
        </summary>
        {children}
      </details>
    </section>
  )
}
