import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import type { Language } from '#routes/public.ts'
import { GuestSearch } from './guest-search.tsx'
import styles from './new-booking.module.css'

/** A returning guest, taken from one of their stays. */
export interface Guest {
  code: string
  name: string
  phone: string
  email: string
  language: Language
}

export const toGuest = ({ code, name, phone, email, language }: Guest): Guest => ({
  code,
  name,
  phone,
  email,
  language,
})

/** Finds a returning guest. Choosing a guest and entering a new one are separate, so that no guest is renamed. */
export function KnownGuest({ guest, onChoose }: { guest: Guest | null; onChoose: (guest: Guest | null) => void }) {
  const { t } = useTranslator()
  if (guest)
    return (
      <p className={styles.known}>
        <strong>{t('desk.book_is_known')}</strong> {guest.name}
        <Button variant="quiet" onClick={() => onChoose(null)}>
          {t('desk.book_is_new')}
        </Button>
      </p>
    )
  return (
    <GuestSearch
      label={t('desk.book_known')}
      hint={t('desk.book_known_hint')}
      onChoose={(stay) => onChoose(toGuest(stay))}
    />
  )
}
