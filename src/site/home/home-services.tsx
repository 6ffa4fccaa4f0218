import { Link, useTranslator } from '#platform/pages/page.tsx'
import type { ShownPicture } from '#platform/pictures.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import { href } from '#routes/public.ts'
import styles from './home-services.module.css'
import { getTrimName, hasSpot, type ShownTrim } from './trims.ts'

/**
 * The services: a list of trims beside the garment that they belong to. The spots of the garment lead to the list, and
 * the list to the pages of the trims. On wide screens the spot of the trim in the middle of the screen turns brass.
 */
export function HomeServices({ picture, trims }: { picture: ShownPicture | undefined; trims: ShownTrim[] }) {
  const { t } = useTranslator()
  if (trims.length === 0) return null
  return (
    <section className="section on-dark">
      <div className={`container ${styles.services}`}>
        <div>
          <SectionHead
            eyebrow={t('home.services_eyebrow')}
            title={t('home.services_title')}
            text={t('home.services_text')}
          />
          {picture && (
            <div className={styles.stage}>
              <Picture
                picture={picture}
                sizes="(min-width: 62rem) 54vw, 92vw"
                className={styles.picture}
                hasCaption
                lazy
              />
              {trims.filter(hasSpot).map((trim) => {
                const name = getTrimName(trim)
                return (
                  <a key={name} href={`#trim-${name}`} className={`no-print ${styles.spot} ${styles[name]}`}>
                    <span className="visually-hidden">{trim.title}</span>
                  </a>
                )
              })}
            </div>
          )}
        </div>
        <ol role="list" className={styles.trims}>
          {trims.map((trim) => {
            const name = getTrimName(trim)
            return (
              <li key={name} id={`trim-${name}`} className={`${styles.trim} ${styles[name] ?? ''}`.trimEnd()}>
                <h3 className="size-3">
                  <Link to={trim.path}>{trim.title}</Link>
                </h3>
                <p>{trim.text}</p>
              </li>
            )
          })}
        </ol>
        <p>
          <ButtonLink variant="quiet" to={href('products')}>
            {t('home.services_all')}
          </ButtonLink>
        </p>
      </div>
    </section>
  )
}
