import { createContext, useContext, type AnchorHTMLAttributes, type ComponentType, type ReactNode } from 'react'
import { inLanguage, type Language } from '#routes/public.ts'
import type { Translator } from '#locales/translator.ts'
import type { ReceivedForm } from '../files/receive.ts'
import type { ShownPicture } from '../pictures.ts'
import type { RejectedForm } from './rejected-form.ts'

/** The location of the visitor: the English path with its parameters, and the query from the URL. */
export interface Route {
  path: string
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  language: Language
}

/** A page: how it loads its data, its head, and its view. */
export interface Page<Api, Data> {
  load?: (args: LoadArgs<Api>) => Promise<Data>
  head: (data: Data, translator: Translator, route: Route) => Head
  View: ComponentType<{ data: Data }>
  /** Surrounds the view. It stays mounted while the user moves between office pages that share it. */
  Layout?: ComponentType<{ data: Data; children: ReactNode }>
  /** The query parameters that change the page. Without any of them, the server may cache the page. */
  queryNames?: readonly string[]
  /** Whether the office loads the page again when work arrives or changes. */
  isLive?: true
  /** Whether the page is rendered for each visitor and never cached, because something on it can be used only once. */
  isUncached?: true
  /**
   * Handles a form posted to the page's own path. Returns the next path, or an allowed external URL. An error is shown
   * on the page.
   */
  submit?: (api: Api, form: URLSearchParams, receivedForm?: ReceivedForm) => Promise<string>
  /** The endpoint to which `submit` passes the files of its form. Without it, the page accepts no files. */
  filesFor?: keyof Api & string
  /** Whether the page requires a token. The browser sends visitors to sign in first. */
  requiresSignIn?: true
}

export interface LoadArgs<Api> {
  api: Api
  route: Route
  i18n: Translator
  /** Wraps optional data, so that the page is shown without it if loading fails. */
  optional: Optional
}

/**
 * Returns the loaded data, or the fallback if loading fails. Then the error is logged, and the page is shown but not
 * cached.
 */
export type Optional = <Loaded, Fallback>(
  pending: Promise<Loaded>,
  fallback: Fallback,
  errorMessage?: string,
) => Promise<Loaded | Fallback>

/** Thrown by `load` to redirect to an English path if there is nothing to show. */
export class Redirect extends Error {
  readonly to: string
  readonly isPermanent: boolean
  constructor(to: string, isPermanent = false) {
    super(to)
    this.to = to
    this.isPermanent = isPermanent
  }
}

export interface Head {
  title: string
  description?: string
  /**
   * Whether search engines must not list the page: it is personal, or one of unlimited variants. It hydrates at once,
   * because visitors usually open it to do something.
   */
  hidden?: true
  /** The first visible picture, which is preloaded. */
  preload?: { srcSet: string; sizes: string; type: string }
  /** The preview picture for sharing. */
  picture?: ShownPicture | null
  /** The publication times of dated content, with their offset. */
  article?: { published: string; modified: string }
  /** The breadcrumbs below the home page. The last one is this page, with its canonical path. */
  trail?: readonly Crumb[]
}

export interface Crumb {
  name: string
  path: string
}

/** Returns the breadcrumbs including the home page, or none if the page has none. */
export const listBreadcrumbsFromHome = ({ trail }: Head, { t }: Translator): readonly Crumb[] =>
  trail ? [{ name: t('shell.home'), path: '/' }, ...trail] : []

/** Returns the canonical path of a page that has several: the end of its breadcrumbs. */
export const getCanonicalPath = ({ trail }: Head, { path }: Route): string => trail?.at(-1)?.path ?? path

export interface PageContext<Api> {
  api: Api
  i18n: Translator
  route: Route
  trail: readonly Crumb[]
  showNotFound: () => void
  refused: RejectedForm | null
  /** On the server, the parts of a reading page that React hydrates alone. */
  islands?: Islands | undefined
}
/** Separates the element IDs of a part from those of the page. */
export const ISLAND_PREFIX = 'part'

interface Islands {
  /** Renders a part, so that it can be hydrated alone. */
  render: (part: ReactNode) => string
  /** The data of the browser: the frame data and the messages of all parts, as JSON. */
  data: string
}
const ReactPageContext = createContext<PageContext<unknown> | null>(null)
export const PageContextProvider = ReactPageContext.Provider

function usePageContext<Api>(): PageContext<Api> {
  const context = useContext(ReactPageContext)
  if (!context) throw new Error('outside a page')
  return context as PageContext<Api>
}

export const useTranslator = (): Translator => usePageContext().i18n

export const useRoute = (): Route => usePageContext().route

/** Returns the breadcrumbs from the home page to this page. */
export const useBreadcrumbs = (): readonly Crumb[] => usePageContext().trail

/**
 * Returns a function that shows the not-found page. For pages that detect only in the browser that their content is
 * missing.
 */
export const useShowNotFound = (): (() => void) => usePageContext().showNotFound

/** Returns the rejected form if the page is shown because of one. */
export const useRejectedForm = (): RejectedForm | null => usePageContext().refused

/** Renders a part of a reading page with this page's context. Returns its HTML and the data to hydrate it. */
export function useIsland(part: ReactNode): { html: string; data: string } {
  const context = usePageContext()
  const { render, data } = context.islands!
  return { html: render(<PageContextProvider value={context}>{part}</PageContextProvider>), data }
}

/** Returns the API client, typed for the slice that uses it. */
export const useApi = <Api,>(): Api => usePageContext<Api>().api

/** A link to an English path of the site, in the visitor's language. */
export function Link({ to, ...rest }: { to: string } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>) {
  const { language, path } = useRoute()
  const ariaCurrent = rest['aria-current'] ?? (to === path ? 'page' : undefined)
  return <a {...rest} href={to[0] === '/' ? inLanguage(to, language) : to} aria-current={ariaCurrent} />
}

/**
 * Returns the query of the URL. While the next page loads, it is newer than the query of `useRoute()`, so a second
 * change of a filter keeps the first.
 */
export const readLatestQuery = (): URLSearchParams => new URLSearchParams(location.search)
