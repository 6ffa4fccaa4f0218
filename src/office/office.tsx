import { useEffect, useMemo } from 'react'
import { useSession } from '../accounts/portal/session.ts'
import { may } from '../permissions.ts'
import { SurroundingsProvider, type Place } from '../platform/pages/page.tsx'
import { placeAt } from '../platform/pages/registry.ts'
import { DeskProvider } from '../ui/office/desk.ts'
import { when } from '../ui/office/when.ts'
import type { Words } from '../words/words.ts'
import type { OfficeApi } from './api.ts'
import { Frame } from './frame.tsx'
import { nextIn } from './lists.ts'
import { signInAgain } from './sign-in-again.ts'
import { Failed, Loading, NotForYou, NothingHere, Stale } from './states.tsx'
import { useOpened } from './use-opened.ts'

/** The office for whoever has signed in, and the way to the sign-in for who has not, or no longer. */
export function Office({ api, words, company }: { api: OfficeApi; words: Words; company: string }) {
  const { user, lost } = useSession()
  useEffect(() => {
    // Who signs out by hand is led away by what was pressed.
    if (!user && lost) location.replace(signInAgain('ended'))
  }, [user, lost])
  if (!user) return null
  if (may(user, 'answer requests')) return <Rooms api={api} words={words} company={company} />
  return (
    <SurroundingsProvider value={surroundings(api, words, placeHere())}>
      <Frame company={company} lists={null}>
        <NotForYou />
      </Frame>
    </SurroundingsProvider>
  )
}

function Rooms({ api, words, company }: { api: OfficeApi; words: Words; company: string }) {
  const { opened, isStale, isLoading, refresh, show } = useOpened(api, words)
  const isPage = opened?.kind === 'page'
  const lists = opened?.lists ?? null
  const title = titleOf(opened, words)
  useEffect(() => {
    document.title = `${title} · ${company}`
  }, [title, company])
  const desk = useMemo(
    () => ({ refresh: () => void refresh(), show, nextAfter: (path: string) => lists && nextIn(lists, path) }),
    [refresh, show, lists],
  )
  return (
    <SurroundingsProvider value={surroundings(api, words, opened?.place ?? placeHere())}>
      <DeskProvider value={desk}>
        <Frame company={company} lists={lists} isLoading={isLoading}>
          {isStale && isPage && <Stale since={when(words, new Date(opened.at).toISOString())} />}
          {!opened && <Loading />}
          {isPage && <opened.page.View key={opened.key} data={withLists(opened.data, lists)} />}
          {opened?.kind === 'failed' && <Failed />}
          {opened?.kind === 'not-found' && <NothingHere />}
          {opened?.kind === 'not-for-you' && <NotForYou />}
        </Frame>
        <div id="announcer" role="status">
          {opened && title}
        </div>
      </DeskProvider>
    </SurroundingsProvider>
  )
}

const placeHere = () => placeAt(new URL(location.href))

const surroundings = (api: OfficeApi, words: Words, place: Place) => ({
  api,
  words,
  place,
  trail: [],
  showNotFound: () => {},
  refused: null,
})

/** The page of what waits has no data but what is round every page. */
const withLists = (data: unknown, lists: unknown) => data ?? lists

function titleOf(opened: ReturnType<typeof useOpened>['opened'], words: Words): string {
  const { t } = words
  if (!opened) return t('office.loading')
  if (opened.kind === 'page') return opened.page.head(opened.data ?? opened.lists, words, opened.place).title
  if (opened.kind === 'failed') return t('office.failed')
  return t(opened.kind === 'not-found' ? 'office.not_found' : 'office.not_for_you')
}
