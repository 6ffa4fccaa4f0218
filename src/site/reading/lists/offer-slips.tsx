import { Link } from '#platform/pages/page.tsx'
import { FactList } from '#ui/fact-list.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { NextStep } from './next-step.tsx'
import styles from './offer-slips.module.css'
import type { Offer } from '../enriched-teasers.ts'

export const offerSizes = '(min-width: 62rem) 36rem, 100vw'

/** Offers side by side: each is a picture, and a slip of paper over its lower edge with what goes and what comes. */
export const OfferSlips = ({ offers }: { offers: readonly Offer[] }) => (
  <div className={`container ${styles.offers}`}>
    {offers.map((offer, index) => (
      <article key={offer.slug} className={styles.offer}>
        {offer.picture && (
          <div className={styles.picture}>
            <Picture picture={offer.picture} sizes={offerSizes} priority={index === 0} lazy={index > 1} hasCaption />
          </div>
        )}
        <div className={`slip ${styles.slip}`}>
          <h2 className="size-4">
            <Link to={offer.to}>{offer.title}</Link>
          </h2>
          <p className="quiet">{offer.text}</p>
          {offer.facts.length > 0 && <FactList facts={offer.facts} />}
          <p>
            <NextStep post={offer} />
          </p>
        </div>
      </article>
    ))}
  </div>
)
