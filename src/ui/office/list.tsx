import { useState, type ReactNode } from 'react'
import { Link, useWords } from '#platform/pages/page.tsx'
import { Button } from '../button.tsx'
import styles from './list.module.css'

/** What a list is of, how much of it there is, and what can be done with all of it. */
export const ListHead = ({ title, said, children }: { title: string; said?: ReactNode; children?: ReactNode }) => (
  <header className={styles.head}>
    <h1>{title}</h1>
    {said && <p>{said}</p>}
    {children && <div className={styles.tools}>{children}</div>}
  </header>
)

/** One of a list: all of it is the link. */
export interface Row {
  path: string
  /** Where several lead to one page, what tells them apart. */
  key?: string
  title: string
  about: ReactNode
  /** As much of it as two lines take. */
  text?: string
  small?: ReactNode
  end?: ReactNode
  chip?: ReactNode
}

export const Rows = ({ rows }: { rows: readonly Row[] }) => (
  <ul role="list" className={styles.rows}>
    {rows.map(({ path, key = path, title, about, text, small, end, chip }) => (
      <li key={key} className="leads">
        <div>
          <h2>
            <Link to={path}>{title}</Link>
          </h2>
          <p>{about}</p>
          {text && <p className={styles.text}>{text}</p>}
          {small && <p className={styles.small}>{small}</p>}
        </div>
        {(end || chip) && (
          <div className={styles.end}>
            {end && <strong>{end}</strong>}
            {chip}
          </div>
        )}
      </li>
    ))}
  </ul>
)

/** What is true where nothing is, and what to do about it. */
export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={styles.empty}>
    <p>
      <strong>{title}</strong>
    </p>
    {children}
  </div>
)

export interface PageOf<Each> {
  data: Each[]
  /** What the next page is asked for with. */
  more: string | null
}

/** Page by page. What has been asked for anew begins again with its first. */
export function usePaged<Each>(first: PageOf<Each>, ask: (after: string) => Promise<PageOf<Each>>) {
  const [later, setLater] = useState<(PageOf<Each> & { of: PageOf<Each> }) | null>(null)
  const [isLoading, setLoading] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const known = later?.of === first ? later : null
  const more = known ? known.more : first.more

  async function loadMore() {
    if (!more) return
    setLoading(true)
    setFailed(false)
    try {
      const next = await ask(more)
      setLater({ of: first, data: [...(known?.data ?? []), ...next.data], more: next.more })
    } catch {
      setFailed(true)
    }
    setLoading(false)
  }
  return { rows: [...first.data, ...(known?.data ?? [])], paging: { more, isLoading, hasFailed, loadMore } }
}

export function More({ more, isLoading, hasFailed, loadMore }: ReturnType<typeof usePaged>['paging']) {
  const { t } = useWords()
  if (!more) return null
  return (
    <div className={styles.more}>
      <Button look="secondary" busy={isLoading} onClick={() => void loadMore()}>
        {t('office.more')}
      </Button>
      {hasFailed && <p role="alert">{t('office.more_failed')}</p>}
    </div>
  )
}
