import { SearchBar } from './search-bar.tsx'
import { useTranslator } from '#platform/pages/page.tsx'
import styles from './search-band.module.css'

/** The search for a room, as a section of other pages. */
export function SearchBand() {
  const { t } = useTranslator()
  return (
    <section className={`on-linen no-print ${styles.band}`} aria-labelledby="search-title">
      <div className={`container ${styles.row}`}>
        <h2 id="search-title" className="size-4">
          {t('search.label')}
        </h2>
        <SearchBar />
      </div>
    </section>
  )
}
