import { useEffect, useState } from 'react'
import { usePlace, useWords, type Place } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import styles from './search-button.module.css'

/** The submit button of a search. During the search it shows and announces the progress, without changing its width. */
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

/** Whether a navigation is under way, and a function that marks its start. */
export function useUnderWay(): [boolean, () => void] {
  const place = usePlace()
  const [from, setFrom] = useState<Place | null>(null)
  useEffect(() => {
    const stop = () => setFrom(null)
    // The visitor cancelled the navigation, or returned to a page from the back/forward cache.
    window.navigation?.addEventListener('navigateerror', stop)
    addEventListener('pageshow', stop)
    return () => {
      window.navigation?.removeEventListener('navigateerror', stop)
      removeEventListener('pageshow', stop)
    }
  }, [])
  return [from === place, () => setFrom(place)]
}
