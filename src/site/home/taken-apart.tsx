import { Link, useTranslator } from '#platform/pages/page.tsx'
import type { ShownPicture } from '#platform/pictures.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import { href } from '#routes/public.ts'
import styles from './taken-apart.module.css'
import { getSpotName, type Spot } from './trims.ts'

/**
 * A garment with its trims beside it. On wide screens the captions are as high as the picture, and the spot of the
 * caption in the middle of the screen turns brass. The spots lead to the captions, and each caption to its trim.
 */
export function TakenApart({ picture, spots }: { picture: ShownPicture | undefined; spots: Spot[] }) {
  const { t } = useTranslator()
  if (!picture || spots.length === 0) return null
  return (
    <section className="section on-dark">
      <div className={`container ${styles.apart}`}>
        <div>
          <SectionHead eyebrow={t('home.closer_eyebrow')} title={t('home.closer_title')} text={t('home.closer_text')} />
          <div className={styles.stage}>
            <Picture
              picture={picture}
              sizes="(min-width: 75rem) 48rem, (min-width: 62rem) 62vw, 92vw"
              className={styles.picture}
              hasCaption
              lazy
            />
            {spots.map((spot) => {
              const name = getSpotName(spot)
              return (
                <a key={name} href={`#trim-${name}`} className={`no-print ${styles.spot} ${styles[name]}`}>
                  <span className="visually-hidden">{spot.title}</span>
                </a>
              )
            })}
          </div>
        </div>
        <ol role="list" className={styles.captions}>
          {spots.map((spot) => {
            const name = getSpotName(spot)
            return (
              <li key={name} id={`trim-${name}`} className={`${styles.caption} ${styles[name]}`}>
                <h3 className="size-3">
                  <Link to={spot.path}>{spot.title}</Link>
                </h3>
                <p>{spot.text}</p>
              </li>
            )
          })}
        </ol>
        <p>
          <ButtonLink variant="quiet" to={href('products')}>
            {t('home.closer_all')}
          </ButtonLink>
        </p>
      </div>
    </section>
  )
}
