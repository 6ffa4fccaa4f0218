import {
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  ViewTransition,
  type ComponentType,
  type ReactNode,
} from 'react'
import { inLanguage, type Language } from '#routes/public.ts'
import type { Translator } from '#locales/translator.ts'
import { Document, type Built } from './document.tsx'
import { isNotFound } from '../errors.ts'
import { Redirect, SurroundingsProvider, trailFromHome, type Head, type Page, type Place } from './page.tsx'
import type { RefusedForm } from './refused.ts'
import { makeMatcher, openMatch, placeAt, type Match, type Registry } from './registry.ts'
import { makeOptional } from './optional.ts'

/** A page with its data, ready to be seen. */
export interface Opened<Api> {
  page: Page<Api, unknown>
  place: Place
  data: unknown
  head: Head
  refused?: RefusedForm | undefined
}

/** With its head, which is made once for all who ask for it. */
export const withHead = <Api,>(opened: Omit<Opened<Api>, 'head'>, translator: Translator): Opened<Api> => ({
  ...opened,
  head: opened.page.head(opened.data, translator, opened.place),
})

/** What is round every page: the frame with its own data, and who may go where. */
export interface RouterProps<Api, Shell> {
  registry: Registry<Api>
  Frame: ComponentType<{ shell: Shell; children: ReactNode }>
  siteName: (shell: Shell) => string
  publicUrl: (shell: Shell) => string
  /** What of it is drawn there too. */
  inBrowsers: (shell: Shell) => Shell
  /** The document brings the words of one page; before another is shown, the browser learns them all. */
  learnWords: (language: Language) => Promise<void>
  /** Is told of each page that is shown without a new document, and of the one before it: by the browser alone. */
  seen?: (place: Place, before: Place) => void
  /** Where to go instead, if this page is not for the reader: asked in the browser alone. */
  detour?: (page: Page<Api, unknown>, place: Place) => string | null
}

export function App<Api, Shell>({
  house,
  api,
  words: translator,
  shell,
  initial,
  built,
}: {
  house: RouterProps<Api, Shell>
  api: Api
  words: Translator
  shell: Shell
  initial: Opened<Api>
  built?: Built
}) {
  const { opened, announcement, showNotFound } = useNavigation(house, api, translator, initial)
  const { page, place, data, head, refused = null } = opened
  // Who is signed in is known with the next picture: what was pressed before (fetch-scripts.ts) waits for that as well.
  useEffect(() => void dispatchEvent(new Event('awake')), [])
  return (
    <SurroundingsProvider
      value={{ api, words: translator, place, trail: trailFromHome(head, translator), showNotFound, refused }}
    >
      <Document
        head={head}
        place={place}
        publicUrl={house.publicUrl(shell)}
        siteName={house.siteName(shell)}
        built={built}
      >
        <house.Frame shell={shell}>
          <ViewTransition key={place.path}>
            <page.View data={data} />
          </ViewTransition>
        </house.Frame>
        <div id="announcer" role="status">
          {announcement}
        </div>
      </Document>
    </SurroundingsProvider>
  )
}

/**
 * Follows links without a new document where the Navigation API is there; elsewhere links are links. The browser keeps
 * the history, the scroll position and the focus: it is told when the new page stands.
 */
function useNavigation<Api, Shell>(
  house: RouterProps<Api, Shell>,
  api: Api,
  translator: Translator,
  initial: Opened<Api>,
) {
  const [opened, setOpened] = useState(initial)
  const [announcement, setAnnouncement] = useState('')
  const stands = useRef<(() => void) | null>(null)
  const before = useRef(initial.place)
  useLayoutEffect(() => {
    if (!stands.current) return
    stands.current()
    stands.current = null
    setAnnouncement(document.title)
    if (!Object.values(house.registry).includes(opened.page)) house.seen?.(opened.place, before.current)
    before.current = opened.place
  }, [house, opened])

  useEffect(() => {
    const navigation = window.navigation
    if (!navigation) return
    const match = makeMatcher(house.registry)
    const ahead = new Map<string, { opening: Promise<Opened<Api>>; at: number }>()

    async function open(found: Match<Api>): Promise<Opened<Api>> {
      const [{ page, place }] = await Promise.all([openMatch(found), house.learnWords(translator.language)])
      return withHead(
        { page, place, data: await page.load?.({ api, place, words: translator, optional: makeOptional() }) },
        translator,
      )
    }
    function openAhead(url: URL, found: Match<Api>): Promise<Opened<Api>> {
      const known = ahead.get(url.href)
      if (known && performance.now() - known.at < AHEAD_LASTS_MS) return known.opening
      const opening = open(found)
      opening.catch(() => ahead.delete(url.href))
      ahead.set(url.href, { opening, at: performance.now() })
      return opening
    }
    const ours = (url: URL) => {
      const found = url.origin === location.origin ? match(url) : null
      return found?.place.language === translator.language && !found.entry.asDocument ? found : null
    }

    function onNavigate(event: NavigateEvent) {
      const url = new URL(event.destination.url)
      if (!event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData) return
      const found = ours(url)
      if (event.navigationType === 'reload' || !found) return
      event.intercept({
        focusReset: 'after-transition',
        scroll: 'after-transition',
        async handler() {
          const next = await openAhead(url, found).catch((error: unknown) => failed(error, url))
          ahead.delete(url.href)
          if (event.signal.aborted) return
          if (next instanceof Redirect) return goOn(inLanguage(next.to, translator.language))
          const detour = house.detour?.(next.page, next.place)
          if (detour) return goOn(detour)
          await new Promise<void>((done) => {
            stands.current = done
            // Only what comes as a transition is animated.
            if (matchMedia('(prefers-reduced-motion: reduce)').matches) setOpened(next)
            else startTransition(() => setOpened(next))
          })
        },
      })
    }
    const goOn = (to: string) => void navigation.navigate(to, { history: 'replace' })
    function failed(error: unknown, url: URL): Opened<Api> | Redirect {
      if (error instanceof Redirect) return error
      const place = placeAt(url)
      if (isNotFound(error)) return withHead({ page: house.registry.notFound, place, data: {} }, translator)
      return withHead({ page: house.registry.failure, place, data: { requestId: null } }, translator)
    }
    function onIntent(event: Event) {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || link.target || link.hasAttribute('download') || link.href.split('#')[0] === location.href) return
      const url = new URL(link.href)
      const found = ours(url)
      if (found && !found.place.query.size) void openAhead(url, found).catch(() => {})
    }

    navigation.addEventListener('navigate', onNavigate)
    for (const intent of intents) document.addEventListener(intent, onIntent, { passive: true })
    return () => {
      navigation.removeEventListener('navigate', onNavigate)
      for (const intent of intents) document.removeEventListener(intent, onIntent)
    }
  }, [house, api, translator])

  function showNotFound(): void {
    stands.current ??= () => {}
    setOpened(withHead({ page: house.registry.notFound, place: opened.place, data: {} }, translator))
  }
  return { opened, announcement, showNotFound }
}

const AHEAD_LASTS_MS = 10_000
const intents = ['pointerover', 'focusin', 'touchstart'] as const
