import { useEffect, useState } from 'react'
import { usePlace, useWords, type Place } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import styles from './search-button.module.css'

/** Sends a search. While that is under way it says so, once also to those who listen, and is as wide as before. */
export function SearchButton({
  isUnderWay,
  label,
  look,
  className = '',
}: {
  isUnderWay: boolean
  label: string
  look?: 'secondary'
  className?: string | undefined
}) {
  const { t } = useWords()
  const said = t('search.under_way')
  return (
    <>
      <Button type="submit" look={look} busy={isUnderWay} className={`${styles.button} ${className}`.trimEnd()}>
        <span>{label}</span>
        <span>{said}</span>
      </Button>
      <span className="visually-hidden" role="status">
        {isUnderWay && said}
      </span>
    </>
  )
}

/** Whether the reader has asked for a page, and it does not stand yet; and what says that it was asked for. */
export function useUnderWay(): [boolean, () => void] {
  const place = usePlace()
  const [from, setFrom] = useState<Place | null>(null)
  useEffect(() => {
    const stop = () => setFrom(null)
    // The reader called it off, or has come back to a page that the browser kept as it was left.
    window.navigation?.addEventListener('navigateerror', stop)
    addEventListener('pageshow', stop)
    return () => {
      window.navigation?.removeEventListener('navigateerror', stop)
      removeEventListener('pageshow', stop)
    }
  }, [])
  return [from === place, () => setFrom(place)]
}
