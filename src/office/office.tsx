import { useEffect, useMemo, useState } from 'react'
import { useSession } from '#people/accounts/portal/session.ts'
import { may } from '#schema/permissions.ts'
import { SurroundingsProvider, type Page, type Place } from '#platform/pages/page.tsx'
import { placeAt } from '#platform/pages/registry.ts'
import { DeskProvider, type Desk } from '#ui/office/desk.ts'
import { when } from '#ui/office/when.ts'
import { Door } from '#people/staff/office/door.tsx'
import { ProofDialog } from '#people/staff/office/proof-dialog.tsx'
import { ToastProvider } from '#ui/toast.tsx'
import { inLanguage } from '#routes/public.ts'
import { officePages } from '#routes/office.ts'
import type { Translator } from '#locales/translator.ts'
import type { OfficeApi } from './api.ts'
import { Frame } from './frame.tsx'
import { waysFor } from './navigation.ts'
import { pageAt } from './pages.ts'
import { signInAgain } from './sign-in-again.ts'
import { Failed, Loading, NotForYou, NotGranted, NothingHere, Stale } from './states.tsx'
import { Keys } from './keys.tsx'
import { Leaving } from './leaving.tsx'
import { useOpened } from './use-opened.ts'
import { nextIn } from './waiting.ts'

/** The office for signed-in staff. Everybody else is sent to the sign-in page. */
export function Office({ api, words: translator, company }: { api: OfficeApi; words: Translator; company: string }) {
  const { user, lost } = useSession()
  useEffect(() => {
    // Signing out by hand leads to another page anyway.
    if (!user && lost) location.replace(signInAgain('ended'))
  }, [user, lost])
  if (placeHere().path === officePages.welcome) return <Unknown api={api} words={translator} company={company} />
  if (!user) return null
  if (may(user, 'enter the office')) return <Rooms api={api} words={translator} company={company} />
  return (
    <SurroundingsProvider value={surroundings(api, translator, placeHere())}>
      <Frame company={company} may={nothing} waiting={{}}>
        <NotForYou />
      </Frame>
    </SurroundingsProvider>
  )
}

/** The page on which a new colleague accepts an invitation. Nobody is signed in yet, so the frame shows no user. */
function Unknown({ api, words: translator, company }: { api: OfficeApi; words: Translator; company: string }) {
  const [page, setPage] = useState<Page<OfficeApi, unknown> | null>(null)
  const place = placeHere()
  useEffect(() => {
    void pageAt(officePages.welcome)!
      .open()
      .then((found) => setPage(() => found))
  }, [])
  useTitle(page ? page.head(undefined, translator, place).title : translator.t('office.title'), company)
  return (
    <SurroundingsProvider value={surroundings(api, translator, place)}>
      <Frame company={company} may={nothing} waiting={none}>
        {page && <page.View data={undefined} />}
      </Frame>
    </SurroundingsProvider>
  )
}

function Rooms({ api, words: translator, company }: { api: OfficeApi; words: Translator; company: string }) {
  const { opened, isStale, isLoading, leaving, setLeaving, refresh, show } = useOpened(api, translator)
  const isPage = opened?.kind === 'page'
  const { self = null, waiting = none } = opened ?? {}
  const title = titleOf(opened, translator)
  useTitle(title, company)
  const desk: Desk = useMemo(
    () => ({
      refresh,
      show,
      nextAfter: (path) => nextIn(waiting, path),
      may: (what) => opened?.kind !== 'door' && may(self, what),
    }),
    [refresh, show, waiting, self, opened?.kind],
  )
  useEffect(() => leadFromHome(opened, desk, translator), [opened, desk, translator])
  return (
    <SurroundingsProvider value={surroundings(api, translator, opened?.place ?? placeHere())}>
      <DeskProvider value={desk}>
        <ToastProvider>
          <Frame
            company={company}
            may={desk.may}
            waiting={waiting}
            self={opened?.kind === 'door' ? null : self}
            isLoading={isLoading}
          >
            {isStale && isPage && <Stale since={when(translator, new Date(opened.at).toISOString())} />}
            {!opened && <Loading />}
            {isPage && <opened.page.View key={opened.key} data={opened.data} />}
            {opened?.kind === 'door' && self && <Door self={self} onIn={() => void refresh()} />}
            {opened?.kind === 'failed' && <Failed />}
            {opened?.kind === 'not-found' && <NothingHere />}
            {opened?.kind === 'not-granted' && <NotGranted />}
          </Frame>
        </ToastProvider>
        {self && <ProofDialog factors={self.factors} />}
        <Keys />
        <Leaving to={leaving} stay={() => setLeaving(null)} />
        <div id="announcer" role="status">
          {opened && title}
        </div>
      </DeskProvider>
    </SurroundingsProvider>
  )
}

function useTitle(title: string, company: string): void {
  useEffect(() => {
    document.title = `${title} · ${company}`
  }, [title, company])
}

const none = {}
const nothing = () => false

/** Redirects from the first page to the first page that the user may open. Everybody arrives at the first page. */
function leadFromHome(opened: ReturnType<typeof useOpened>['opened'], desk: Desk, { language }: Translator): void {
  if (opened?.kind !== 'not-granted' || opened.place.path !== officePages.requests) return
  const first = waysFor(desk.may)[0]?.[0]
  if (first) location.replace(inLanguage(officePages[first.page], language))
}

const placeHere = () => placeAt(new URL(location.href))

const surroundings = (api: OfficeApi, translator: Translator, place: Place) => ({
  api,
  words: translator,
  place,
  trail: [],
  showNotFound: () => {},
  refused: null,
})

function titleOf(opened: ReturnType<typeof useOpened>['opened'], translator: Translator): string {
  const { t } = translator
  if (!opened) return t('office.loading')
  if (opened.kind === 'page') return opened.page.head(opened.data, translator, opened.place).title
  if (opened.kind === 'door') return t('door.title')
  if (opened.kind === 'failed') return t('office.failed')
  return t(opened.kind === 'not-found' ? 'office.not_found' : 'office.not_granted')
}
