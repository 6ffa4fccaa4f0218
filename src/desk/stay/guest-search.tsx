import { useEffect, useId, useRef, useState } from 'react'
import type { BookingLine, BookingsOfficeApi } from '../../bookings/office/contract.ts'
import { useApi, useWords } from '../../platform/pages/page.tsx'
import { dates } from '../../words/dates.ts'
import styles from './guest-search.module.css'

const FEW = 8

/** Finds a stay by whoever has it, or had it. */
export function GuestSearch({
  label,
  hint,
  isBar = false,
  onChoose,
}: {
  label: string
  hint: string
  /** It stands among other tools, its label is heard alone, and `/` leads there. */
  isBar?: boolean
  onChoose: (stay: BookingLine) => void
}) {
  const words = useWords()
  const { t } = words
  const api = useApi<BookingsOfficeApi>()
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<readonly BookingLine[] | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isBar) return
    const onKey = (event: KeyboardEvent) => {
      const isTyping = (event.target as HTMLElement).closest('input, textarea, select, [contenteditable]')
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      field.current!.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isBar])
  async function look() {
    const asked = search.trim()
    if (asked === '') return setFound(null)
    const { data } = await api.getBookings({ search: asked }).catch(() => ({ data: [] }))
    setFound(data.slice(0, FEW))
  }
  return (
    <div className={styles.find} data-bar={isBar}>
      <label htmlFor={id} className={isBar ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <input
        ref={field}
        id={id}
        type="search"
        value={search}
        placeholder={hint}
        maxLength={100}
        onChange={({ currentTarget }) => {
          setSearch(currentTarget.value)
          setFound(null)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setFound(null)
          if (event.key !== 'Enter') return
          event.preventDefault()
          void look()
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
                    onChoose(stay)
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
