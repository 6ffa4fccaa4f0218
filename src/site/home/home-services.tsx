import { Link, useTranslator } from '#platform/pages/page.tsx'
import type { ShownPicture } from '#platform/pictures.ts'
import { Picture } from '#ui/pictures/picture.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import styles from './home-services.module.css'
import type { ShownTrim } from './trims.ts'

/** The trims as an index, beside one large picture of the work. */
export function HomeServices({ trims, picture }: { trims: ShownTrim[]; picture: ShownPicture | undefined }) {
  const { t } = useTranslator()
  if (trims.length === 0) return null
  return (
    <section className={`section container ${styles.spread}`}>
      {picture && (
        <div className={styles.picture}>
          <Picture picture={picture} sizes="(min-width: 62rem) 40vw, 92vw" hasCaption lazy />
        </div>
      )}
      <div>
        <SectionHead eyebrow={t('home.services_eyebrow')} title={t('home.services_title')} />
        <div className={styles.services}>
          {trims.map(({ path, title, text }) => (
            <article key={path} className={`leads ${styles.service}`}>
              <h3>
                <Link to={path}>{title}</Link>
              </h3>
              <p>{text}</p>
            </article>
          ))}
        </div>
      </div>
    </section>
  )
}
