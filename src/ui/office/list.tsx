import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '../button.tsx'
import styles from './list.module.css'
import { PageHint } from './page-hint.tsx'

/** The head of a list: its title, its size and its actions. */
export const ListHead = ({
  title,
  to,
  subtitle,
  about,
  children,
}: {
  title: string
  /** The path of the list, if an open record has the heading of the page. */
  to?: string | undefined
  subtitle?: ReactNode
  /** Explains the page. A phone has no space for it. */
  about?: string
  children?: ReactNode
}) => (
  <header className={styles.head}>
    {to ? (
      <p className={styles.title}>
        <Link to={to}>{title}</Link>
      </p>
    ) : (
      <h1>{title}</h1>
    )}
    {subtitle && <p className="quiet">{subtitle}</p>}
    {about && <p className={`quiet ${styles.about}`}>{about}</p>}
    {children && <div className={styles.tools}>{children}</div>}
    <PageHint />
  </header>
)

/** A row of a list. The whole row is the link. */
export interface Row {
  path: string
  /** The React key, if several rows link to the same page. */
  key?: string
  title: string
  about: ReactNode
  /** A text that is cut to two lines. */
  text?: string
  small?: ReactNode
  end?: ReactNode
  /** The name of `end` on narrow screens, which show no names of columns. */
  endName?: string
  chip?: ReactNode
}

/** The headings of the columns of a row, for wide screens. */
export type ColumnNames = Partial<Record<'title' | 'about' | 'small' | 'chip' | 'end', string>>

/** A list of rows. With column names, each row is one line of a table on a wide screen. */
export const Rows = ({ rows, columns }: { rows: readonly Row[]; columns?: ColumnNames }) => (
  <div className={columns && styles.columns}>
    {columns && (
      <p className={styles.names} aria-hidden="true">
        {(['title', 'about', 'small', 'chip', 'end'] as const).map((name) => (
          <span key={name} className={styles[`${name}Column`]}>
            {columns[name]}
          </span>
        ))}
      </p>
    )}
    <ul role="list" className={styles.rows}>
      {rows.map(({ path, key = path, title, about, text, small, end, endName, chip }) => (
        <li key={key} className="leads">
          <div>
            <h2 className={`size-2 ${styles.titleColumn}`}>
              <Link to={path}>{title}</Link>
            </h2>
            <div className={styles.aboutColumn}>
              <p>{about}</p>
              {text && <p className={styles.text}>{text}</p>}
            </div>
            {small && <p className={`small ${styles.smallColumn}`}>{small}</p>}
          </div>
          {(end || chip) && (
            <div className={styles.end}>
              {end && (
                <p className={styles.endColumn}>
                  {endName && <span className={styles.endName}>{endName} </span>}
                  {end}
                </p>
              )}
              {chip && <div className={styles.chipColumn}>{chip}</div>}
            </div>
          )}
        </li>
      ))}
    </ul>
  </div>
)

/** A list without rows: what appears here, and the first action. */
export const EmptyListMessage = ({
  title,
  text,
  action,
  children,
}: {
  title: string
  text?: string
  /** Buttons or links. While the list is empty, they replace the ones in its head. */
  action?: ReactNode
  children?: ReactNode
}) => (
  <div className={styles.empty}>
    <p>
      <strong>{title}</strong>
    </p>
    {text && <p className="quiet">{text}</p>}
    {children}
    {action && <div className={styles.acts}>{action}</div>}
  </div>
)

export interface PageOf<Item> {
  data: Item[]
  /** The cursor of the next page. */
  more: string | null
}

/**
 * Loads a list page by page. If the first page is loaded again, paging starts over. A list that updates itself passes
 * `query`: while the query stays the same, the later pages are loaded again as well.
 */
export function usePaged<Item>(
  first: PageOf<Item>,
  fetchPage: (cursor: string) => Promise<PageOf<Item>>,
  query?: string,
) {
  const [laterPages, setLaterPages] = useState<LaterPages<Item> | null>(null)
  const [isLoading, setLoading] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const isReloading =
    query !== undefined && laterPages !== null && laterPages.query === query && laterPages.firstPage !== first
  const shownLaterPages = laterPages?.firstPage === first || isReloading ? laterPages : null
  const nextCursor = shownLaterPages ? shownLaterPages.more : first.more

  const latestFetch = useRef(fetchPage)
  useEffect(() => {
    latestFetch.current = fetchPage
  })
  useEffect(() => {
    if (!isReloading) return
    let isOutdated = false
    void fetchPages(first, laterPages.count, latestFetch.current).then(
      (pages) => !isOutdated && setLaterPages({ ...pages, firstPage: first, query }),
      () => {},
    )
    return () => {
      isOutdated = true
    }
  }, [isReloading, first, laterPages, query])

  async function loadMore() {
    if (!nextCursor) return
    setLoading(true)
    setFailed(false)
    try {
      const nextPage = await fetchPage(nextCursor)
      const pageCount = (shownLaterPages?.count ?? 0) + 1
      setLaterPages({
        firstPage: first,
        query,
        count: pageCount,
        data: [...(shownLaterPages?.data ?? []), ...nextPage.data],
        more: nextPage.more,
      })
    } catch {
      setFailed(true)
    }
    setLoading(false)
  }
  // The whole list stays as it is until the later pages have been loaded again.
  const firstPage = isReloading ? laterPages.firstPage : first
  return {
    rows: [...firstPage.data, ...(shownLaterPages?.data ?? [])],
    paging: { more: nextCursor, isLoading, hasFailed, loadMore },
  }
}

/** The pages that were loaded after `firstPage`. */
interface LaterPages<Item> extends PageOf<Item> {
  firstPage: PageOf<Item>
  query: string | undefined
  count: number
}

async function fetchPages<Item>(
  firstPage: PageOf<Item>,
  count: number,
  fetchPage: (cursor: string) => Promise<PageOf<Item>>,
): Promise<PageOf<Item> & { count: number }> {
  const pages: PageOf<Item>[] = []
  for (let nextCursor = firstPage.more; nextCursor && pages.length < count; nextCursor = pages.at(-1)!.more)
    pages.push(await fetchPage(nextCursor))
  const lastPage = pages.at(-1) ?? firstPage
  return { data: pages.flatMap(({ data }) => data), more: lastPage.more, count: pages.length }
}

export function MoreButton({ more, isLoading, hasFailed, loadMore }: ReturnType<typeof usePaged>['paging']) {
  const { t } = useTranslator()
  if (!more) return null
  return (
    <div className={styles.more}>
      <Button variant="secondary" isBusy={isLoading} onClick={() => void loadMore()}>
        {t('office.more')}
      </Button>
      {hasFailed && <p role="alert">{t('office.more_failed')}</p>}
    </div>
  )
}
