import { Link, useTranslator } from '#platform/pages/page.tsx'
import type { ShownPicture } from '#platform/pictures.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import { href } from '#routes/public.ts'
import styles from './taken-apart.module.css'
import { getSpotName, type Spot } from './trims.ts'

/** A garment with its trims beside it. Each links to its page: in the picture, or on a phone in a list. */
export function TakenApart({ picture, spots }: { picture: ShownPicture | undefined; spots: Spot[] }) {
  const { t } = useTranslator()
  if (!picture || spots.length === 0) return null
  return (
    <section className="section on-dark">
      <div className={`container ${styles.apart}`}>
        <SectionHead
          eyebrow={t('home.closer_eyebrow')}
          title={t('home.closer_title')}
          text={t('home.closer_text')}
          action={
            <ButtonLink variant="quiet" to={href('products')}>
              {t('home.closer_all')}
            </ButtonLink>
          }
        />
        <div className={styles.stage}>
          <Picture
            picture={picture}
            sizes="(min-width: 75rem) 48rem, (min-width: 48rem) 94vw, 92vw"
            className={styles.picture}
            lazy
          />
          <ol role="list" className={styles.spots}>
            {spots.map((spot) => (
              <li key={spot.path} className={`${styles.spot} ${styles[getSpotName(spot)]}`}>
                <Link to={spot.path}>{spot.title}</Link>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  )
}
