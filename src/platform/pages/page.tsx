import { createContext, useContext, type AnchorHTMLAttributes, type ComponentType } from 'react'
import { inLanguage, type Language } from '#routes/public.ts'
import type { Translator } from '#locales/translator.ts'
import type { PictureData } from '../pictures.ts'
import type { RefusedForm } from './refused.ts'

/** Where the reader is: the English path with its parameters, and the query as it stands in the address. */
export interface Place {
  path: string
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  language: Language
}

/** A screen: what it needs, what its head says, what is seen. It fetches the same way on the server and in the browser. */
export interface Page<Api, Data> {
  load?: (asked: LoadArgs<Api>) => Promise<Data>
  head: (data: Data, translator: Translator, place: Place) => Head
  View: ComponentType<{ data: Data }>
  /** The query names that change what the page shows. With none of them in the address the page is the same for all. */
  reads?: readonly string[]
  /** Made for each reader and kept by nobody: something on it counts once. */
  fresh?: true
  /** What a form does that is posted to the page's own address, and where it goes on: a path, or an address of those that forms may lead to. A refusal is said on the page again. */
  act?: (api: Api, form: URLSearchParams) => Promise<string>
  /** Needs a token; the browser sends a visitor to sign in first. */
  signedIn?: true
}

/** What a page has at hand while it looks for its data. */
export interface LoadArgs<Api> {
  api: Api
  place: Place
  words: Translator
  /** For what the page can do without. */
  optional: Optional
}

/**
 * What was asked for, or what is shown instead where it could not be had: then the console says so, and the page stands,
 * but is not kept for the next reader.
 */
export type Optional = <Had, Instead>(
  asked: Promise<Had>,
  instead: Instead,
  complaint?: string,
) => Promise<Had | Instead>

/** Thrown by `load` where there is nothing to see: the reader is sent on, to an English path. */
export class Redirect extends Error {
  readonly to: string
  readonly forGood: boolean
  constructor(to: string, forGood = false) {
    super(to)
    this.to = to
    this.forGood = forGood
  }
}

export interface Head {
  title: string
  description?: string
  /** Kept out of search engines: what is personal, or one of endlessly many. One comes there to do something: it wakes at once. */
  hidden?: true
  /** The picture that is seen first: fetched before anything asks for it. */
  preload?: { srcSet: string; sizes: string; type: string }
  /** What stands for the page where somebody shares it. */
  picture?: PictureData | null
  /** Something to be read that has a date: moments with their offset. */
  article?: { published: string; modified: string }
  /** The way to the page from the home page, which is left out, down to the page itself at the address it is known by. */
  trail?: readonly Crumb[]
}

export interface Crumb {
  name: string
  path: string
}

/** The trail with the home page before it; nothing where the page has none. */
export const trailFromHome = ({ trail }: Head, { t }: Translator): readonly Crumb[] =>
  trail ? [{ name: t('shell.home'), path: '/' }, ...trail] : []

/** A page that can be reached at several addresses is known by one: where its trail ends. */
export const canonicalPath = ({ trail }: Head, { path }: Place): string => trail?.at(-1)?.path ?? path

interface Surroundings<Api> {
  api: Api
  words: Translator
  place: Place
  trail: readonly Crumb[]
  showNotFound: () => void
  refused: RefusedForm | null
}
const SurroundingsContext = createContext<Surroundings<unknown> | null>(null)
export const SurroundingsProvider = SurroundingsContext.Provider

function useSurroundings<Api>(): Surroundings<Api> {
  const found = useContext(SurroundingsContext)
  if (!found) throw new Error('outside a page')
  return found as Surroundings<Api>
}

export const useWords = (): Translator => useSurroundings().words

export const usePlace = (): Place => useSurroundings().place

/** Step by step from the home page to this one. */
export const useTrail = (): readonly Crumb[] => useSurroundings().trail

/** Shows the page of what is not there: for a page that learns only in the browser that there is nothing to see. */
export const useShowNotFound = (): (() => void) => useSurroundings().showNotFound

/** What became of the form that was posted here, if the page is shown because of it. */
export const useRefused = (): RefusedForm | null => useSurroundings().refused

/** The API as the slice at hand knows it. */
export const useApi = <Api,>(): Api => useSurroundings<Api>().api

/** A link within the site, to an English path, in the reader's language. */
export function Link({ to, ...rest }: { to: string } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>) {
  const { language, path } = usePlace()
  const current = rest['aria-current'] ?? (to === path ? 'page' : undefined)
  return <a {...rest} href={to[0] === '/' ? inLanguage(to, language) : to} aria-current={current} />
}

/** Goes somewhere by code: after a form has done its work. */
export function navigate(path: string, language: Language, how: 'push' | 'replace' = 'push'): void {
  const url = inLanguage(path, language)
  if (window.navigation) window.navigation.navigate(url, { history: how })
  else if (how === 'replace') location.replace(url)
  else location.assign(url)
}
