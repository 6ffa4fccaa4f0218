import { useGlobal } from '#content/global.ts'
import { buildTelephoneUrl } from '#content/reach-links.ts'
import { Link, useTranslator } from '#platform/pages/page.tsx'
import { href } from '#routes/public.ts'
import type { Confirmation } from '../contract.ts'
import styles from './stay-parts.module.css'

/** The next steps, their deadlines and who takes them. */
export function NextSteps({ stay: { next, follows } }: { stay: Pick<Confirmation, 'next' | 'follows'> }) {
  const { t } = useTranslator()
  return (
    <section className={styles.told} aria-labelledby="next">
      <h2 className="size-3" id="next">
        {t('booking.next')}
      </h2>
      {follows.length === 0 ? (
        <p>{next}</p>
      ) : (
        <ol className="stack-1">
          {[next, ...follows].map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** The address of the property and the contact options. */
export function Directions({ code }: { code: string }) {
  const { t } = useTranslator()
  const { address, map } = useGlobal()
  return (
    <section className={styles.told} aria-labelledby="there">
      <h2 className="size-3" id="there">
        {t('booking.getting_there')}
      </h2>
      <p>{address}</p>
      <p className="row-5">
        {map.linkUrl && <a href={map.linkUrl}>{t('home.map_open')}</a>}
        <ContactLinks code={code} />
      </p>
    </section>
  )
}

/** Links to write or call about a stay. */
export function ContactLinks({ code }: { code: string }) {
  const { t } = useTranslator()
  const { telephone } = useGlobal()
  return (
    <>
      <Link to={href('contact', null, { subject: code })}>{t('booking.write')}</Link>
      {telephone && <a href={buildTelephoneUrl(telephone)}>{telephone}</a>}
    </>
  )
}
