import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSession } from '#people/accounts/portal/use-session.ts'
import { hasPermission } from '#schema/permissions.ts'
import { navigate } from '#platform/pages/navigate.ts'
import { PageContextProvider, type Page, type Route } from '#platform/pages/page.tsx'
import { parseRoute } from '#platform/pages/registry.ts'
import { OfficeProvider, type OfficeContext } from '#ui/office/office-context.ts'
import { formatWhen } from '#ui/office/format-time.ts'
import { SecondFactorGate } from '#people/staff/office/second-factor-gate.tsx'
import { VerificationDialog } from '#people/staff/office/verification-dialog.tsx'
import { ToastProvider } from '#ui/toast.tsx'
import { officePages } from '#routes/office.ts'
import type { Translator } from '#locales/translator.ts'
import type { OfficeApi } from './api.ts'
import { Frame } from './frame.tsx'
import { findFirstItem } from './navigation.ts'
import { findPage } from './pages.ts'
import { signInAgainPath } from './sign-in-again.ts'
import { LoadFailed, Loading, NotStaff, NotPermitted, NotFound, OutdatedNotice } from './states.tsx'
import { KeyboardShortcuts } from './keyboard-shortcuts.tsx'
import { SearchPalette } from './search/palette.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { useOpenedScreen, type OpenedScreen } from './use-opened-screen.ts'
import { findNextWaiting } from './waiting-work.ts'

/** The office for signed-in staff. Other users get a notice. After a lost session, the sign-in page opens. */
export function Office({ api, translator, company }: { api: OfficeApi; translator: Translator; company: string }) {
  const { user, lostUser } = useSession()
  useEffect(() => {
    // A sign-out by the user loads another page anyway.
    if (!user && lostUser) location.replace(signInAgainPath('ended'))
  }, [user, lostUser])
  if (getCurrentLocation().path === officePages.welcome)
    return <InvitationScreen api={api} translator={translator} company={company} />
  if (!user) return null
  if (hasPermission(user, 'enter the office'))
    return <SignedInOffice api={api} translator={translator} company={company} />
  return (
    <PageContextProvider value={createPageContext(api, translator, getCurrentLocation())}>
      <Frame company={company} can={denyAll} waiting={{}}>
        <NotStaff />
      </Frame>
    </PageContextProvider>
  )
}

/** The page on which a new colleague accepts an invitation. Nobody is signed in yet, so the frame shows no user. */
function InvitationScreen({ api, translator, company }: { api: OfficeApi; translator: Translator; company: string }) {
  const [page, setPage] = useState<Page<OfficeApi, unknown> | null>(null)
  const route = getCurrentLocation()
  useEffect(() => {
    void findPage(officePages.welcome)!
      .open()
      .then((loadedPage) => setPage(() => loadedPage))
  }, [])
  useTitle(page ? page.head(undefined, translator, route).title : translator.t('office.title'), company)
  return (
    <PageContextProvider value={createPageContext(api, translator, route)}>
      <Frame company={company} can={denyAll} waiting={noWaiting}>
        {page && <page.View data={undefined} />}
      </Frame>
    </PageContextProvider>
  )
}

function SignedInOffice({ api, translator, company }: { api: OfficeApi; translator: Translator; company: string }) {
  const { openedScreen, isStale, isLoading, pendingTarget, setPendingTarget, refresh, show } = useOpenedScreen(
    api,
    translator,
  )
  const [isSearching, setSearching] = useState(false)
  const openSearch = useCallback(() => setSearching(true), [])
  const isPage = openedScreen?.kind === 'page'
  const { self = null, waiting = noWaiting } = openedScreen ?? {}
  const title = formatPageTitle(openedScreen, translator)
  useTitle(title, company)
  const officeContext: OfficeContext = useMemo(
    () => ({
      refresh,
      show,
      findNextItem: (path) => findNextWaiting(waiting, path),
      can: (permission) => openedScreen?.kind !== 'second-factor' && hasPermission(self, permission),
    }),
    [refresh, show, waiting, self, openedScreen?.kind],
  )
  useEffect(() => redirectFromHome(openedScreen, officeContext, translator), [openedScreen, officeContext, translator])
  return (
    <PageContextProvider value={createPageContext(api, translator, openedScreen?.route ?? getCurrentLocation())}>
      <OfficeProvider value={officeContext}>
        <ToastProvider>
          <Frame
            company={company}
            can={officeContext.can}
            waiting={waiting}
            self={openedScreen?.kind === 'second-factor' ? null : self}
            isLoading={isLoading}
            onSearch={openSearch}
          >
            {isStale && isPage && (
              <OutdatedNotice since={formatWhen(translator, new Date(openedScreen.at).toISOString())} />
            )}
            {(!openedScreen || openedScreen.kind === 'home') && <Loading />}
            {isPage && <PageContent screen={openedScreen} />}
            {openedScreen?.kind === 'second-factor' && self && (
              <SecondFactorGate self={self} onSignedIn={() => void refresh()} />
            )}
            {openedScreen?.kind === 'failed' && <LoadFailed />}
            {openedScreen?.kind === 'not-found' && <NotFound />}
            {openedScreen?.kind === 'not-granted' && <NotPermitted />}
          </Frame>
        </ToastProvider>
        {self && <VerificationDialog factors={self.factors} />}
        {self && openedScreen?.kind !== 'second-factor' && (
          <>
            <KeyboardShortcuts onSearch={openSearch} />
            <SearchPalette open={isSearching} onClose={() => setSearching(false)} />
          </>
        )}
        <LeaveDialog target={pendingTarget} stay={() => setPendingTarget(null)} />
        <div id="announcer" role="status">
          {openedScreen && title}
        </div>
      </OfficeProvider>
    </PageContextProvider>
  )
}

function PageContent({ screen: { page, key, data } }: { screen: OpenedScreen & { kind: 'page' } }) {
  const { View, Layout } = page
  const view = <View key={key} data={data} />
  return Layout ? <Layout data={data}>{view}</Layout> : view
}

function useTitle(title: string, company: string): void {
  useEffect(() => {
    document.title = `${title} · ${company}`
  }, [title, company])
}

const noWaiting = {}
const denyAll = () => false

/** Opens the first page of the navigation that the user may open. */
function redirectFromHome(
  openedScreen: ReturnType<typeof useOpenedScreen>['openedScreen'],
  { can }: OfficeContext,
  { language }: Translator,
): void {
  const firstItem = openedScreen?.kind === 'home' && findFirstItem(can)
  if (firstItem) navigate(officePages[firstItem.page], language, 'replace')
}

const getCurrentLocation = () => parseRoute(new URL(location.href))

const createPageContext = (api: OfficeApi, translator: Translator, route: Route) => ({
  api,
  i18n: translator,
  route,
  trail: [],
  showNotFound: () => {},
  refused: null,
})

function formatPageTitle(
  openedScreen: ReturnType<typeof useOpenedScreen>['openedScreen'],
  translator: Translator,
): string {
  const { t } = translator
  if (!openedScreen || openedScreen.kind === 'home') return t('office.loading')
  if (openedScreen.kind === 'page')
    return openedScreen.page.head(openedScreen.data, translator, openedScreen.route).title
  if (openedScreen.kind === 'second-factor') return t('sign_in.title')
  if (openedScreen.kind === 'failed') return t('office.failed')
  return t(openedScreen.kind === 'not-found' ? 'office.not_found' : 'office.not_granted')
}
