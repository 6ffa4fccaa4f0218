import '../ui/tokens.css'
import '../ui/fonts/fonts.css'
import '../ui/base.css'
import '../ui/page.css'
import '../ui/office/office.css'
import type { ReactNode } from 'react'
import { useSession } from '../accounts/portal/session.ts'
import { useSignOut } from '../accounts/portal/use-sign-out.ts'
import { Link, usePlace, useWords } from '../platform/pages/page.tsx'
import { keep } from '../platform/storage.ts'
import { href, inLanguage } from '../urls.ts'
import { officePages } from '../urls-office.ts'
import styles from './frame.module.css'
import { kindAt, kinds, type Kind, type Lists } from './lists.ts'

/** What is round every page: what waits, and who is there. */
export function Frame({
  company,
  lists,
  isLoading = false,
  children,
}: {
  company: string
  /** Null where it is not known, or not theirs to know. */
  lists: Lists | null
  isLoading?: boolean
  children: ReactNode
}) {
  const { t } = useWords()
  const { path } = usePlace()
  return (
    <div className={styles.desk} data-file={path === officePages.waiting ? undefined : ''}>
      <a className={styles.skip} href="#main">
        {t('shell.skip')}
      </a>
      <header className={styles.rail}>
        <Link className={styles.brand} to={officePages.waiting} aria-current="false">
          {company} <span>{t('office.title')}</span>
        </Link>
        {lists && <Waiting lists={lists} />}
        <Who />
      </header>
      <main id="main" tabIndex={-1} className={styles.main} aria-busy={isLoading || undefined}>
        {children}
      </main>
    </div>
  )
}

function Waiting({ lists }: { lists: Lists }) {
  const { t } = useWords()
  const current = useKind()
  return (
    <nav className={styles.nav} aria-label={t('office.waiting')}>
      <ul role="list">
        {kinds.map((kind) => (
          <li key={kind}>
            <Link to={listPath(kind)} aria-current={kind === current ? 'page' : 'false'}>
              {t(`office.${kind}`)} <Count kind={kind} count={lists[kind].waiting} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Count({ kind, count }: { kind: Kind; count: number }) {
  const { number } = useWords()
  return (
    <span className={styles.count} data-due={kind === 'requests' && count > 0 ? '' : undefined}>
      {number(count)}
    </span>
  )
}

function Who() {
  const { t } = useWords()
  const { user } = useSession()
  const signOut = useSignOut()
  if (!user) return null
  return (
    <div className={styles.who}>
      <p>
        {user.name}
        {(user.role === 'staff' || user.role === 'owner') && <small>{t(`office.role_${user.role}`)}</small>}
      </p>
      <LanguageLink />
      <Link to={href('home')} className={styles.website}>
        {t('office.website')}
      </Link>
      <button type="button" onClick={signOut}>
        {t('shell.sign_out')}
      </button>
    </div>
  )
}

/** The same page in the other language, which is kept for the next letter's link. */
function LanguageLink() {
  const { t } = useWords()
  const { path, query, language } = usePlace()
  const other = language === 'en' ? 'bn' : 'en'
  return (
    <a
      href={inLanguage(path + (query.size ? `?${query}` : ''), other)}
      hrefLang={other}
      lang={other}
      className={styles.language}
      onClick={() => keep('localStorage', 'language', other)}
    >
      {t('language.other')}
    </a>
  )
}

/** What is looked at: by its name in the address of the list, by the address itself where it is a file. */
export function useKind(): Kind {
  const { path, query } = usePlace()
  const asked = query.get('kind')
  return path === officePages.waiting ? (kinds.find((kind) => kind === asked) ?? 'requests') : kindAt(path)
}

const listPath = (kind: Kind) => officePages.waiting + (kind === 'requests' ? '' : `?kind=${kind}`)
