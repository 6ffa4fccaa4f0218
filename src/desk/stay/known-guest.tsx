import { useId, useState } from 'react'
import type { BookingFile, BookingLine, BookingsOfficeApi } from '../../bookings/office/contract.ts'
import { useApi, useWords } from '../../platform/pages/page.tsx'
import { Button } from '../../ui/button.tsx'
import type { Language } from '../../urls.ts'
import { dates } from '../../words/dates.ts'
import styles from './new-booking.module.css'

/** Somebody who has stayed here, by one of their stays. */
export interface Guest {
  code: string
  name: string
  phone: string
  email: string
  language: Language
}

export const guestIn = ({ code, name, phone, email, language }: BookingFile): Guest => ({
  code,
  name,
  phone,
  email,
  language,
})

/** Finds who was here before. Taking somebody over and writing somebody new are two things, so that nobody is renamed. */
export function KnownGuest({ guest, onChoose }: { guest: Guest | null; onChoose: (guest: Guest | null) => void }) {
  const words = useWords()
  const { t } = words
  const api = useApi<BookingsOfficeApi>()
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<readonly BookingLine[] | null>(null)
  const id = useId()
  if (guest)
    return (
      <p className={styles.known}>
        <strong>{t('desk.book_is_known')}</strong> {guest.name}
        <Button look="quiet" onClick={() => onChoose(null)}>
          {t('desk.book_is_new')}
        </Button>
      </p>
    )
  async function look() {
    const asked = search.trim()
    if (asked === '') return setFound(null)
    setFound(
      await api.getBookings({ search: asked }).then(
        ({ data }) => data.slice(0, FEW),
        () => [],
      ),
    )
  }
  async function choose(code: string) {
    const file = await api.getBookingFile({ code }).catch(() => null)
    if (!file) return
    onChoose(guestIn(file))
  }
  return (
    <div className={styles.find}>
      <label htmlFor={id}>{t('desk.book_known')}</label>
      <input
        id={id}
        type="search"
        value={search}
        placeholder={t('desk.book_known_hint')}
        maxLength={100}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        onBlur={() => void look()}
        onKeyDown={(event) => {
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
                <button type="button" onClick={() => void choose(stay.code)}>
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

const FEW = 8
