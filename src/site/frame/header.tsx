import { useGlobal } from '#content/global.ts'
import { useSession } from '#people/accounts/portal/session.ts'
import { useSignOut } from '#people/accounts/portal/use-sign-out.ts'
import { formatSocialName, buildWhatsAppUrl } from '#content/reach-links.ts'
import { useBasket } from '#trade/enquiries/basket/basket.ts'
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
  const { t, number } = useTranslator()
  const { path } = useRoute()
  const { name, mainMenu } = useGlobal()
  const basketCount = useBasket()?.length
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
            <Link to={href('enquiry')} data-chosen={basketCount ? number(basketCount) : undefined}>
              <Icon name="bag" />
              <span>{basketCount ? t('shell.enquiry', { number: basketCount }) : t('shell.your_enquiry')}</span>
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
 * The sign-in and account links. Their space is reserved, so that nothing moves when the browser finds out whether a
 * user is signed in. A guest booked without an account, so a guest sees a booking and no account.
 */
function SessionLinks() {
  const { t } = useTranslator()
  const { user } = useSession()
  const signOut = useSignOut()
  return (
    <div className={styles.session}>
      {user ? (
        <>
          <Link to={href('dashboard')}>{t(user.role === 'guest' ? 'shell.your_booking' : 'shell.dashboard')}</Link>
          <button type="button" onClick={signOut}>
            {t(user.role === 'guest' ? 'shell.leave' : 'shell.sign_out')}
          </button>
        </>
      ) : (
        <Link to={href('login')}>{t('shell.sign_in')}</Link>
      )}
    </div>
  )
}
