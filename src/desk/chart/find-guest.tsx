import { useEffect, useId, useRef, useState } from 'react'
import type { BookingLine, BookingsOfficeApi } from '../../bookings/office/contract.ts'
import { useApi, useWords } from '../../platform/pages/page.tsx'
import { dates } from '../../words/dates.ts'
import styles from './find-guest.module.css'

const FEW = 8

/** Finds a stay by its guest, and leads the chart to it. */
export function FindGuest({ onFound }: { onFound: (checkin: string, code: string) => void }) {
  const words = useWords()
  const { t } = words
  const api = useApi<BookingsOfficeApi>()
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<readonly BookingLine[] | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = (event.target as HTMLElement).closest('input, textarea, select, [contenteditable]')
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      field.current!.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  async function look() {
    const asked = search.trim()
    if (asked === '') return setFound(null)
    const { data } = await api.getBookings({ search: asked }).catch(() => ({ data: [] }))
    setFound(data.slice(0, FEW))
  }
  return (
    <div className={styles.find}>
      <label htmlFor={id} className="visually-hidden">
        {t('desk.find_guest')}
      </label>
      <input
        ref={field}
        id={id}
        type="search"
        value={search}
        placeholder={t('desk.find_guest')}
        maxLength={100}
        onChange={({ currentTarget }) => {
          setSearch(currentTarget.value)
          setFound(null)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void look()
          if (event.key === 'Escape') setFound(null)
        }}
      />
      <div role="status">
        {found?.length === 0 && <p>{t('desk.book_found_none')}</p>}
        {found !== null && found.length > 0 && (
          <ul role="list">
            {found.map((stay) => (
              <li key={stay.code}>
                <button
                  type="button"
                  onClick={() => {
                    setFound(null)
                    onFound(stay.checkin, stay.code)
                  }}
                >
                  <strong>{stay.name || stay.code}</strong> {stay.room_name},{' '}
                  {dates(words, stay.checkin, stay.checkout)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
