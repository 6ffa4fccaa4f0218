import type { ReactNode } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import styles from './search-band.module.css'

/** The section of a page that contains the search for a room. */
export function SearchBand({ children }: { children: ReactNode }) {
  const { t } = useTranslator()
  return (
    <section className={`on-linen no-print ${styles.band}`} aria-labelledby="search-title">
      <div className={`container ${styles.row}`}>
        <h2 id="search-title" className="size-4">
          {t('search.label')}
        </h2>
        {children}
      </div>
    </section>
  )
}
