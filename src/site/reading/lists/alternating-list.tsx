import { Link } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import styles from './alternating-list.module.css'
import type { Offer } from '../teasers.ts'

/** Wider than shown, because the pictures are cropped. */
export const alternatingSizes = '(min-width: 40rem) 56vw, 115vw'

/** Posts one below the other, with the picture on the left and the right in turns. */
export const AlternatingList = ({ offers }: { offers: readonly Offer[] }) => (
  <div className={styles.list}>
    {offers.map(({ slug, to, title, text, picture, action }, index) => (
      <article key={slug} className={`leads ${styles.entry}`}>
        <div className={styles.picture}>
          {picture && (
            <Picture picture={picture} sizes={alternatingSizes} priority={index === 0} lazy={index > 0} hasCaption />
          )}
        </div>
        <div>
          <h2 className="size-5">
            <Link to={to}>{title}</Link>
          </h2>
          <p className={`lead ${styles.text}`}>{text}</p>
          {action && (
            <ButtonLink variant="quiet" className={styles.action} to={action.to}>
              {action.label}
            </ButtonLink>
          )}
        </div>
      </article>
    ))}
  </div>
)
