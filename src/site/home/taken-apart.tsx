import { Link, useTranslator } from '#platform/pages/page.tsx'
import type { PictureData } from '#platform/pictures.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Picture } from '#ui/picture.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import { href } from '#routes/public.ts'
import styles from './taken-apart.module.css'
import type { Spot } from './trims.ts'

/** A garment with its trims beside it. Each links to its page: in the picture, or on a phone in a list. */
export function TakenApart({ picture, spots }: { picture: PictureData | undefined; spots: Spot[] }) {
  const { t } = useTranslator()
  if (!picture || spots.length === 0) return null
  return (
    <section className="section on-dark">
      <div className="container">
        <SectionHead
          eyebrow={t('home.closer_eyebrow')}
          title={t('home.closer_title')}
          text={t('home.closer_text')}
          action={
            <ButtonLink look="quiet" to={href('products')}>
              {t('home.closer_all')}
            </ButtonLink>
          }
        />
        <div className={styles.stage}>
          <Picture
            picture={picture}
            sizes="(min-width: 80rem) 75rem, (min-width: 48rem) 94vw, 92vw"
            className={styles.picture}
            later
          />
          <ol role="list" className={styles.spots}>
            {spots.map(({ place: spot, title, path }) => (
              <li key={spot} className={`${styles.spot} ${styles[spot]}`}>
                <Link to={path}>{title}</Link>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  )
}
