import { Link } from '#platform/pages/page.tsx'
import { FactList } from '#ui/fact-list.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { NextStep } from './next-step.tsx'
import styles from './offer-rows.module.css'
import type { Offer } from '../enriched-teasers.ts'

export const offerSizes = '(min-width: 62rem) 32rem, 100vw'

/** Offers below each other. What goes and what comes stands in the same columns in each, as in a table. */
export const OfferRows = ({ offers }: { offers: readonly Offer[] }) => (
  <div className="container">
    {offers.map((offer, index) => (
      <article key={offer.slug} className={styles.offer}>
        {offer.picture && (
          <div className={styles.picture}>
            <Picture picture={offer.picture} sizes={offerSizes} priority={index === 0} lazy={index > 1} hasCaption />
          </div>
        )}
        <div className={styles.words}>
          <h2>
            <Link to={offer.to}>{offer.title}</Link>
          </h2>
          <p className="lead">{offer.text}</p>
          {offer.facts.length > 0 && <FactList facts={offer.facts} />}
          <p>
            <NextStep post={offer} />
          </p>
        </div>
      </article>
    ))}
  </div>
)
