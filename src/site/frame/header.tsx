import { useGlobal } from '#content/global.ts'
import { formatSocialName, buildWhatsAppUrl } from '#content/reach-links.ts'
import { Link, useRoute, useTranslator } from '#platform/pages/page.tsx'
import { StaticPart } from '#platform/pages/static-part.tsx'
import { Icon } from '#ui/icons.tsx'
import { href } from '#routes/public.ts'
import styles from './header.module.css'
import { LanguageLink } from './language-link.tsx'
import { LogoMark } from './logo.tsx'
import { PageLinks } from './page-links.tsx'
import type { Shell } from './shell.ts'
import { WhatsAppLink } from './whatsapp-link.tsx'

export function Header({ shell: { social = [] } }: { shell: Pick<Shell, 'social'> }) {
  const { t } = useTranslator()
  const { path } = useRoute()
  const { name, mainMenu } = useGlobal()
  return (
    <header className="no-print">
      <StaticPart name="top">{import.meta.env.SSR && <TopBar social={social} />}</StaticPart>
      <div className="selvage" />
      <div className={`container ${styles.bar}`}>
        <Link to={href('home')} className={styles.brand}>
          <LogoMark className={styles.mark} />
          <span className={styles.name}>{name}</span>
        </Link>
        <button type="button" className={styles.open} popoverTarget="menu">
          <Icon name="menu" />
          {t('shell.menu')}
        </button>
        <div className={styles.ways}>
          {/* Each page gets a new menu, which is closed. */}
          <nav key={path} id="menu" popover="auto" className={styles.menu} aria-label={t('shell.main_menu')}>
            <button type="button" className={styles.close} popoverTarget="menu" popoverTargetAction="hide">
              {t('shell.close')}
            </button>
            <PageLinks links={mainMenu} className={styles.links} />
            <SessionLinks />
            <WhatsAppLink className={styles.chat} />
          </nav>
          <div className={styles.basket}>
            <Link to={href('enquiry')} data-basket={t('shell.enquiry', { number: '#' })}>
              <Icon name="bag" />
              <span>{t('shell.your_enquiry')}</span>
            </Link>
          </div>
          <LanguageLink className={styles.language} />
        </div>
      </div>
    </header>
  )
}

function TopBar({ social }: Required<Pick<Shell, 'social'>>) {
  const { t } = useTranslator()
  const { email, whatsApp } = useGlobal()
  return (
    <div className={`on-dark ${styles.top}`}>
      <div className={`container ${styles.topRow}`}>
        <ul role="list" className={styles.topList} aria-label={t('shell.contact_details')}>
          {email && (
            <li>
              <a href={`mailto:${email}`}>{email}</a>
            </li>
          )}
          {whatsApp && (
            <li>
              <a href={buildWhatsAppUrl(whatsApp)}>
                {t('shell.whatsapp')} {whatsApp}
              </a>
            </li>
          )}
        </ul>
        {social.length > 0 && (
          <ul role="list" className={styles.topList} aria-label={t('shell.follow_us')}>
            {social.map(({ network, url }) => (
              <li key={network}>
                <a href={url}>{formatSocialName(network)}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

/**
 * The sign-in and account links for every kind of user. Styles show those that match the `data-user` attribute of the
 * document (live-frame.ts). Their space is reserved, so that nothing moves when the browser sets it.
 */
function SessionLinks() {
  const { t } = useTranslator()
  return (
    <div className={styles.session}>
      <Link to={href('login')} className={styles.nobody}>
        {t('shell.sign_in')}
      </Link>
      <Link to={href('dashboard')} className={styles.member}>
        {t('shell.dashboard')}
      </Link>
      <Link to={href('dashboard')} className={styles.guest}>
        {t('shell.your_booking')}
      </Link>
      <button type="button" data-ready="" data-sign-out="" className={styles.member}>
        {t('shell.sign_out')}
      </button>
      <button type="button" data-ready="" data-sign-out="" className={styles.guest}>
        {t('shell.leave')}
      </button>
    </div>
  )
}
