import { useState, type ReactNode } from 'react'
import { Link, useApi, useWords, type Page } from '../platform/pages/page.tsx'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/office/file.tsx'
import { timeLeft, when } from '../ui/office/when.ts'
import { guestsSaid } from '../availability/guests-said.ts'
import { dates } from '../words/dates.ts'
import type { Words } from '../words/words.ts'
import type { OfficeApi } from './api.ts'
import { useKind } from './frame.tsx'
import { pathOf, type Kind, type Lists } from './lists.ts'
import styles from './waiting-page.module.css'

/** What waits for an answer, by kind; what is over first stands first. */
export const waitingPage: Page<OfficeApi, Lists> = {
  head: (_, { t }) => ({ title: t('office.waiting'), hidden: true }),
  View: WaitingView,
}

function WaitingView({ data: lists }: { data: Lists }) {
  const kind = useKind()
  const words = useWords()
  const { t, count } = words
  const { waiting } = lists[kind]
  const first = lists.requests.data[0]?.held_until
  return (
    <>
      <header className={styles.head}>
        <h1>{t(`office.${kind}`)}</h1>
        {waiting > 0 && (
          <p>
            {count(kind === 'requests' ? 'office.requests_count' : 'office.enquiries_count', waiting)}
            {kind === 'requests' && first && `, ${t('office.first_by', { when: when(words, first) })}`}
          </p>
        )}
      </header>
      {waiting === 0 ? <Empty kind={kind} /> : <Rows key={kind} kind={kind} lists={lists} />}
    </>
  )
}

const Empty = ({ kind }: { kind: Kind }) => {
  const { t } = useWords()
  return (
    <p className={styles.empty}>
      <strong>{t(`office.no_${kind}`)}</strong> {t(`office.no_${kind}_text`)}
    </p>
  )
}

interface Row {
  path: string
  title: string
  about: ReactNode
  /** As much of it as two lines take. */
  text?: string
  small: ReactNode
  end?: ReactNode
  chip?: ReactNode
}

function Rows({ kind, lists }: { kind: Kind; lists: Lists }) {
  const words = useWords()
  const { t } = words
  const { rows, more, isLoading, hasFailed, loadMore } = useMore(kind, lists)
  return (
    <>
      <ul role="list" className={styles.rows}>
        {rowsOf(kind, rows, words).map(({ path, title, about, text, small, end, chip }) => (
          <li key={path} className="leads">
            <div>
              <h2>
                <Link to={path}>{title}</Link>
              </h2>
              <p>{about}</p>
              {text && <p className={styles.text}>{text}</p>}
              <p className={styles.small}>{small}</p>
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
      {more && (
        <div className={styles.more}>
          <Button look="secondary" busy={isLoading} onClick={loadMore}>
            {t('office.more')}
          </Button>
          {hasFailed && <p role="alert">{t('office.more_failed')}</p>}
        </div>
      )}
    </>
  )
}

type PageOf = Pick<Lists[Kind], 'data' | 'more'>

/** Page by page. What has been asked for anew begins again with its first. */
function useMore(kind: Kind, lists: Lists) {
  const api = useApi<OfficeApi>()
  const [later, setLater] = useState<{ of: Lists; data: PageOf['data']; more: string | null } | null>(null)
  const [isLoading, setLoading] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const first: PageOf = lists[kind]
  const known = later?.of === lists ? later : null
  const more = known ? known.more : first.more
  const rows = [...first.data, ...(known?.data ?? [])] as PageOf['data']

  async function loadMore() {
    if (!more) return
    setLoading(true)
    setFailed(false)
    try {
      const next: PageOf = await nextPage(api, kind, more)
      setLater({ of: lists, data: [...(known?.data ?? []), ...next.data] as PageOf['data'], more: next.more })
    } catch {
      setFailed(true)
    }
    setLoading(false)
  }
  return { rows, more, isLoading, hasFailed, loadMore }
}

function nextPage(api: OfficeApi, kind: Kind, after: string): Promise<PageOf> {
  if (kind === 'requests') return api.getWaitingRequests({ after })
  return kind === 'enquiries' ? api.getWaitingEnquiries({ after }) : api.getWaitingMessages({ after })
}

function rowsOf(kind: Kind, rows: PageOf['data'], words: Words): Row[] {
  if (kind === 'requests') return (rows as Lists['requests']['data']).map((row) => requestRow(row, words))
  if (kind === 'enquiries') return (rows as Lists['enquiries']['data']).map((row) => enquiryRow(row, words))
  return (rows as Lists['messages']['data']).map((row) => messageRow(row, words))
}

function requestRow(row: Lists['requests']['data'][number], words: Words): Row {
  const left = row.held_until && timeLeft(words, row.held_until)
  return {
    path: pathOf.requests(row),
    title: row.name,
    about: `${row.room_name}, ${dates(words, row.checkin, row.checkout)}`,
    small: `${words.count('rooms.nights', row.nights)}, ${guestsSaid(row, words)}, ${words.t('request.asked', { when: when(words, row.asked_at) })}`,
    end: words.money(row.total),
    chip: left && <Chip tone={left.isToday ? 'due' : 'to-come'}>{left.said}</Chip>,
  }
}

const enquiryRow = (row: Lists['enquiries']['data'][number], words: Words): Row => ({
  path: pathOf.enquiries(row),
  title: row.company,
  about: row.products.join(', '),
  small: `${row.name}, ${words.t('inbox.came', { when: when(words, row.asked_at) })}`,
})

const messageRow = (row: Lists['messages']['data'][number], words: Words): Row => ({
  path: pathOf.messages(row),
  title: row.name,
  about: row.subject || words.t('inbox.no_subject'),
  text: row.begins,
  small: words.t('inbox.came', { when: when(words, row.asked_at) }),
})
