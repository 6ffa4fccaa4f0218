import { useGlobal } from '#content/global.ts'
import { formatSocialName, buildTelephoneUrl } from '#content/reach-links.ts'
import { joinName } from '#ui/unbreakable-name.ts'
import { Link, useTranslator } from '#platform/pages/page.tsx'
import { StaticPart } from '#platform/pages/static-part.tsx'
import { href } from '#routes/public.ts'
import { NarrowFold } from '#ui/narrow-fold.tsx'
import styles from './footer.module.css'
import { LogoMark } from './logo.tsx'
import { PageLinks } from './page-links.tsx'
import type { Shell } from './shell.ts'

export function Footer({ shell: { global: _, year, ...siteMapProps } }: { shell: Shell }) {
  return (
    <footer className={`on-dark ${styles.footer}`}>
      <StaticPart name="map">{import.meta.env.SSR && <SiteMap {...siteMapProps} />}</StaticPart>
      <Copyright year={year} />
    </footer>
  )
}

/** Links to all areas of the site, and the contact details. */
function SiteMap({ tagline, social = [], quickLinks = [], map = [] }: Omit<Shell, 'global' | 'year'>) {
  const { t, count } = useTranslator()
  const { name, email, telephone, address } = useGlobal()
  return (
    <>
      <div className={`container ${styles.columns}`}>
        <div className={styles.brand}>
          <LogoMark className={styles.mark} />
          <p>{joinName(name)}</p>
          <p>{tagline}</p>
        </div>
        <section className={styles.reach}>
          <h2>{t('shell.contact_us')}</h2>
          <address>
            <ul role="list">
              {email && (
                <li>
                  <a href={`mailto:${email}`}>{email}</a>
                </li>
              )}
              {telephone && (
                <li>
                  <a href={buildTelephoneUrl(telephone)}>{telephone}</a>
                </li>
              )}
              <li>{address}</li>
            </ul>
          </address>
        </section>
        {social.length > 0 && (
          <NarrowFold title={t('shell.follow_us')} className="no-print">
            <ul role="list">
              {social.map(({ network, url, followers }) => (
                <li key={network}>
                  <a href={url}>{formatSocialName(network)}</a>{' '}
                  {followers !== undefined && <small>{count('shell.followers', followers)}</small>}
                </li>
              ))}
            </ul>
          </NarrowFold>
        )}
      </div>
      <div className={`container no-print ${styles.groups}`}>
        <nav aria-labelledby="quick-links">
          <h2 id="quick-links">{t('shell.quick_links')}</h2>
          <PageLinks links={quickLinks} />
        </nav>
        <nav className={styles.map} aria-label={t('shell.map')}>
          {map.map(({ title, links }) => (
            <NarrowFold key={title} title={title} className="no-print">
              <PageLinks links={links} />
            </NarrowFold>
          ))}
        </nav>
      </div>
    </>
  )
}

/** The year of the rendering. The browser shows the current year (live-frame.ts). */
function Copyright({ year }: { year: string }) {
  const translator = useTranslator()
  const { name, utcOffset } = useGlobal()
  return (
    <div className={`container ${styles.copyright}`}>
      <p data-year={year} data-utc-offset={utcOffset}>
        {translator.t('shell.copyright', { year: translator.digits(year), name: joinName(name) })}
      </p>
      <p>{translator.t('shell.renderings')}</p>
      <p className={styles.legal}>
        <Link to={href('privacy')}>{translator.t('shell.privacy')}</Link>
        <Link to={href('imprint')}>{translator.t('shell.imprint')}</Link>
      </p>
    </div>
  )
}
