import { useId, useRef, useState } from 'react'
import { getStatusKey } from '#stays/bookings/summary.ts'
import { ApiError } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import type { BookingStatus } from '#schema/bookings.ts'
import { formatStay } from '#locales/dates.ts'
import type { FoundStay, StayApi } from './contract.ts'
import styles from './guest-search.module.css'

/** The search result, or why the search failed. */
type SearchOutcome = Awaited<ReturnType<StayApi['findStays']>> | { failed: string }

/** Finds a stay by its guest, including former guests. */
export function GuestSearch({
  label,
  hint,
  isBar = false,
  onChoose,
}: {
  label: string
  hint: string
  /** Whether the search is part of a toolbar. Then the label is visible to screen readers only. */
  isBar?: boolean
  onChoose: (stay: FoundStay) => void
}) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<StayApi>()
  const [search, setSearch] = useState('')
  const [outcome, setOutcome] = useState<SearchOutcome | null>(null)
  /** Identifies the latest search; responses to earlier ones are ignored. */
  const latestSearch = useRef(0)
  const id = useId()
  async function runSearch() {
    const query = search.trim()
    if (query === '') return setOutcome(null)
    const searchNumber = ++latestSearch.current
    const result = await api.findStays({ search: query }).catch((error: unknown) => ({
      failed: (error instanceof ApiError && error.message) || t('desk.find_failed'),
    }))
    if (searchNumber === latestSearch.current) setOutcome(result)
  }
  return (
    <div className={styles.find} data-bar={isBar}>
      <label htmlFor={id} className={isBar ? 'visually-hidden' : 'bold'}>
        {label}
      </label>
      <input
        id={id}
        type="search"
        value={search}
        placeholder={hint}
        maxLength={100}
        onChange={({ currentTarget }) => {
          setSearch(currentTarget.value)
          setOutcome(null)
          latestSearch.current++
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setOutcome(null)
          if (event.key !== 'Enter') return
          event.preventDefault()
          void runSearch()
        }}
      />
      <div role="status">
        {outcome && 'failed' in outcome && <p className={`quiet ${styles.failed}`}>{outcome.failed}</p>}
        {outcome && 'data' in outcome && outcome.data.length === 0 && (
          <p className="quiet">{t('desk.book_found_none')}</p>
        )}
        {outcome && 'data' in outcome && outcome.data.length > 0 && (
          <>
            <ul className="panel divided" role="list">
              {outcome.data.map((stay) => (
                <li key={stay.code}>
                  <button
                    type="button"
                    onClick={() => {
                      setOutcome(null)
                      onChoose(stay)
                    }}
                  >
                    <strong>{stay.name || stay.code}</strong> {stay.room_name},{' '}
                    {formatStay(translator, stay.checkin, stay.checkout)}
                    {!stay.is_on_chart && <span>{t(getStatusKey(stay.status as BookingStatus))}</span>}
                  </button>
                </li>
              ))}
            </ul>
            {outcome.more && <p className="quiet">{t('desk.find_more')}</p>}
          </>
        )}
      </div>
    </div>
  )
}
