import { categories } from '#content/categories.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import { SearchIsland } from '../search/search-island.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { href } from '#routes/public.ts'
import styles from './closing.module.css'

/** The title, the text, and the pages of the primary and the secondary action. */
const topics = {
  trade: ['closing.trade_title', 'closing.trade_text', 'products', 'contact'],
  stay: ['closing.stay_title', 'closing.stay_text', 'rooms', 'contact'],
  course: ['closing.course_title', 'closing.course_text', 'contact', 'rooms'],
  country: ['closing.country_title', 'closing.country_text', 'contact', 'products'],
} as const

/** The subject of a page, which selects the action at its end. */
export type Topic = keyof typeof topics

export const getCategoryTopic = (category: number): Topic => {
  if (category === categories.courses) return 'course'
  if (category === categories.countries) return 'country'
  return category === categories.packages ? 'stay' : 'trade'
}

const actions = {
  products: 'enquiry.empty_action',
  contact: 'home.talk_action',
  rooms: 'enquiry.next_rooms',
} as const

/**
 * The end of a reading page: a primary and a secondary action for its topic. The search is below them, closed unless the
 * topic is a stay. `about`: a message subject.
 */
export function Closing({ topic, about }: { topic: Topic; about?: string }) {
  const { t } = useTranslator()
  const [title, text, ...pages] = topics[topic]
  return (
    <section className={`on-linen no-print ${styles.closing}`}>
      <div className="container">
        <div className={styles.row}>
          <div>
            <h2 className="size-4">{t(title)}</h2>
            <p className="note">{t(text)}</p>
          </div>
          <div className={styles.actions}>
            {pages.map((page, index) => (
              <ButtonLink
                key={page}
                variant={index === 0 ? 'primary' : 'secondary'}
                to={href(page, null, page === 'contact' ? { subject: about } : {})}
              >
                {t(actions[page])}
              </ButtonLink>
            ))}
          </div>
        </div>
        {topic === 'stay' ? (
          <SearchIsland />
        ) : (
          <details className={styles.search}>
            <summary className="beside-2">{t('search.label')}</summary>
            <SearchIsland />
          </details>
        )}
      </div>
    </section>
  )
}
