import '#ui/tokens.css'
import '#ui/fonts/fonts.css'
import '#ui/base.css'
import '#ui/page.css'
import '#ui/layout.css'
import '#ui/office/office.css'
import '#ui/office/density.css'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useSession } from '#people/accounts/portal/use-session.ts'
import { useSignOut } from '#people/accounts/portal/use-sign-out.ts'
import { Link, useRoute, useTranslator, type Route } from '#platform/pages/page.tsx'
import { saveToStorage } from '#platform/storage.ts'
import { Dialog } from '#ui/dialog.tsx'
import type { OfficeUser } from '#people/staff/office/contract.ts'
import type { OfficeContext } from '#ui/office/office-context.ts'
import { Icon } from '#ui/icons.tsx'
import { OfficeIcon } from '#ui/office/icons.tsx'
import { PageHintProvider } from '#ui/office/page-hint.tsx'
import { href, inLanguage } from '#routes/public.ts'
import { officePages, officeRoot } from '#routes/office.ts'
import styles from './frame.module.css'
import { DensitySwitch } from './density-switch.tsx'
import { FirstVisitHint } from './first-visit-hint.tsx'
import {
  findNavigationPage,
  findFirstItem,
  listNavigation,
  type NavigationGroup,
  type NavigationItem,
  type NavigationPage,
} from './navigation.ts'
import { useOpenGroups } from './use-open-groups.ts'
import type { Waiting } from './waiting-work.ts'

interface NavigationProps {
  /** Checks a permission of the user. Links to pages that the user may not open are hidden. */
  can: OfficeContext['can']
  waiting: Waiting
}

/** The number of path segments of a detail page, such as `/office/bookings/ABC123`. It has its own back link. */
const DETAIL_PAGE_DEPTH = 3

/** The frame of every office page: navigation, counts of waiting work, and the signed-in user. */
export function Frame({
  company,
  self = null,
  isLoading = false,
  onSearch,
  children,
  ...navigation
}: NavigationProps & {
  company: string
  /** Null on the sign-in page, and until the user is known. */
  self?: OfficeUser | null
  isLoading?: boolean
  /** Opens the search. Without it, there is no button for the search. */
  onSearch?: () => void
  children: ReactNode
}) {
  const { t } = useTranslator()
  const { path } = useRoute()
  const firstItem = findFirstItem(navigation.can)
  const isDetailPage = path.split('/').length > DETAIL_PAGE_DEPTH
  return (
    <div className={styles.desk} data-deep={isDetailPage ? '' : undefined}>
      <a className={styles.skip} href="#main">
        {t('shell.skip')}
      </a>
      <header className={styles.rail}>
        <Link className={styles.brand} to={firstItem ? officePages[firstItem.page] : officeRoot} aria-current="false">
          {company} <span>{t('office.title')}</span>
        </Link>
        {self && onSearch && (
          <button type="button" className={styles.find} aria-keyshortcuts="/ Control+K" onClick={onSearch}>
            <OfficeIcon name="search" />
            {t('find.label')}
            <kbd>/</kbd>
          </button>
        )}
        <nav className={styles.nav} aria-label={t('office.menu')}>
          <NavigationGroups {...navigation} />
        </nav>
        {self?.is_demo && <p className={styles.demo}>{t('office.demo')}</p>}
        <AccountMenu self={self} />
      </header>
      <main id="main" tabIndex={-1} className={styles.main} aria-busy={isLoading || undefined}>
        <PageHintProvider value={self && <FirstVisitHint />}>{children}</PageHintProvider>
      </main>
      {self && <BottomBar {...navigation} self={self} />}
    </div>
  )
}

/** The navigation groups. The group of the current page stays open; the user opens and closes the others. */
function NavigationGroups({ can, waiting }: NavigationProps) {
  const { path } = useRoute()
  const currentPage = findNavigationPage(path)
  const { isOpen, toggle } = useOpenGroups()
  const containerRef = useRef<HTMLDivElement>(null)
  const groups = listNavigation(can)
  useEffect(() => {
    const currentLink = containerRef.current!.querySelector('[aria-current=page]')
    // The whole group first: a group that is too long must still show the current link.
    for (const element of [currentLink?.closest('ul'), currentLink]) element?.scrollIntoView({ block: 'nearest' })
  }, [currentPage, groups.length])
  return (
    <div ref={containerRef}>
      {groups.map((group) =>
        group.items.length === 1 ? (
          <ul key={group.name} role="list">
            <NavigationLink item={group.items[0]!} currentPage={currentPage} waiting={waiting} />
          </ul>
        ) : (
          <Group
            key={group.name}
            group={group}
            isOpen={isOpen(group.name)}
            onToggle={() => toggle(group.name)}
            currentPage={currentPage}
            waiting={waiting}
          />
        ),
      )}
    </div>
  )
}

interface LinkProps {
  currentPage: NavigationPage | null
  waiting: Waiting
}

function Group({
  group,
  isOpen,
  onToggle,
  ...linkProps
}: LinkProps & { group: NavigationGroup; isOpen: boolean; onToggle: () => void }) {
  const { t } = useTranslator()
  const listId = useId()
  const itemsWithWork = group.items.filter(({ counts }) => counts && (linkProps.waiting[counts]?.count ?? 0) > 0)
  const isCurrent = group.items.some(({ page }) => page === linkProps.currentPage)
  const isShown = isOpen || isCurrent
  return (
    <div>
      <button
        type="button"
        className={styles.group}
        aria-expanded={isShown}
        aria-controls={listId}
        aria-disabled={isCurrent || undefined}
        onClick={isCurrent ? undefined : onToggle}
      >
        {t(`office.group_${group.name}`)}
        {!isShown &&
          itemsWithWork.map(({ counts }) => <Count key={counts} kind={counts!} waiting={linkProps.waiting} />)}
        <Icon name="next" size={16} />
      </button>
      <ul role="list" id={listId} hidden={!isShown}>
        {group.items.map((item) => (
          <NavigationLink key={item.page} item={item} {...linkProps} />
        ))}
      </ul>
    </div>
  )
}

function NavigationLink({
  item: { page, label, icon, counts },
  currentPage,
  waiting,
}: LinkProps & { item: NavigationItem }) {
  const { t } = useTranslator()
  return (
    <li>
      <Link to={officePages[page]} aria-current={page === currentPage ? 'page' : 'false'}>
        <OfficeIcon name={icon} />
        {t(label)}
        {counts && <Count kind={counts} waiting={waiting} />}
      </Link>
    </li>
  )
}

function Count({ kind, waiting }: { kind: keyof Waiting; waiting: Waiting }) {
  const { number } = useTranslator()
  const count = waiting[kind]?.count ?? 0
  return (
    <span
      className={styles.count}
      data-zero={count === 0 || undefined}
      data-due={(kind === 'requests' && count > 0) || undefined}
    >
      {number(count)}
    </span>
  )
}

const MAX_BOTTOM_LINKS = 4

/** The bottom bar on a phone: the first links, and a dialog with all links and the signed-in user. */
function BottomBar({ self, ...navigation }: NavigationProps & { self: OfficeUser }) {
  const { t } = useTranslator()
  const route = useRoute()
  const { path } = route
  const [openedRoute, setOpenAt] = useState<Route | null>(null)
  // Each link closes the menu, also the one to the current page.
  if (openedRoute !== null && openedRoute !== route) setOpenAt(null)
  const currentPage = findNavigationPage(path)
  const bottomLinks = listNavigation(navigation.can)
    .flatMap(({ items }) => items)
    .slice(0, MAX_BOTTOM_LINKS)
  const isInMoreMenu = !bottomLinks.some(({ page }) => page === currentPage)
  return (
    <nav className={styles.thumb} aria-label={t('office.menu')}>
      {bottomLinks.map(({ page, label, icon, counts }) => (
        <Link key={page} to={officePages[page]} aria-current={page === currentPage ? 'page' : 'false'}>
          <span>
            <OfficeIcon name={icon} size={22} />
            {counts && (navigation.waiting[counts]?.count ?? 0) > 0 && (
              <Count kind={counts} waiting={navigation.waiting} />
            )}
          </span>
          {t(label)}
        </Link>
      ))}
      <button type="button" aria-current={isInMoreMenu ? 'page' : 'false'} onClick={() => setOpenAt(route)}>
        <span>
          <OfficeIcon name="dots" size={22} />
        </span>
        {t('office.more_pages')}
      </button>
      <Dialog open={openedRoute === route} title={t('office.menu')} onClose={() => setOpenAt(null)}>
        <div className={styles.all}>
          <NavigationGroups {...navigation} />
          <div className={styles.account}>
            <p>
              <UserName self={self} />
            </p>
            <AccountLinks self={self} />
          </div>
        </div>
      </Dialog>
    </nav>
  )
}

/** The signed-in user at the end of the navigation, with links that open on demand. */
function AccountMenu({ self }: { self: OfficeUser | null }) {
  const { user } = useSession()
  if (!user) return null
  return (
    <details className={styles.account}>
      <summary>
        <OfficeIcon name="people" />
        <UserName self={self} />
        <Icon name="next" size={16} />
      </summary>
      <AccountLinks self={self} />
    </details>
  )
}

function UserName({ self }: { self: OfficeUser | null }) {
  const { t } = useTranslator()
  const { user } = useSession()
  if (!user) return null
  return (
    <span>
      {user.name}
      {(user.role === 'staff' || user.role === 'owner') && (
        <small>{self?.role_name ?? t(`office.role_${user.role}`)}</small>
      )}
    </span>
  )
}

function AccountLinks({ self }: { self: OfficeUser | null }) {
  const { t } = useTranslator()
  const signOut = useSignOut()
  return (
    <div className={styles.links}>
      <DensitySwitch />
      <LanguageLink />
      {self && <Link to={officePages.security}>{t('sign_in.security')}</Link>}
      <Link to={href('home')}>{t('office.website')}</Link>
      <button type="button" onClick={signOut}>
        {t('shell.sign_out')}
      </button>
    </div>
  )
}

/** A link to the same page in the other language. The choice is stored for links in later emails. */
function LanguageLink() {
  const { t } = useTranslator()
  const { path, query, language } = useRoute()
  const otherLanguage = language === 'en' ? 'bn' : 'en'
  return (
    <a
      href={inLanguage(path + (query.size ? `?${query}` : ''), otherLanguage)}
      hrefLang={otherLanguage}
      lang={otherLanguage}
      className={styles.language}
      onClick={() => saveToStorage('localStorage', 'language', otherLanguage)}
    >
      {t('language.other')}
    </a>
  )
}
