import { useEffect, useState } from 'react'
import { useRoute, useTranslator, type Route } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import styles from './search-button.module.css'

/** The submit button of a search. During the search it shows and announces the progress, and keeps its width. */
export function SearchButton({
  isSearching,
  label,
  variant,
  className = '',
}: {
  isSearching: boolean
  label: string
  variant?: 'secondary'
  className?: string | undefined
}) {
  const { t } = useTranslator()
  const progressText = t('search.searching')
  return (
    <>
      <Button
        type="submit"
        variant={variant}
        isBusy={isSearching}
        className={`${styles.button} ${className}`.trimEnd()}
      >
        <span>{label}</span>
        <span>{progressText}</span>
      </Button>
      <span className="visually-hidden" role="status">
        {isSearching && progressText}
      </span>
    </>
  )
}

/** Returns whether a navigation is under way, and a function that marks its start. */
export function useSearching(): [boolean, () => void] {
  const route = useRoute()
  const [routeAtStart, setRouteAtStart] = useState<Route | null>(null)
  useEffect(() => {
    const reset = () => setRouteAtStart(null)
    // The visitor cancelled the navigation, or returned to a page from the back/forward cache.
    window.navigation?.addEventListener('navigateerror', reset)
    addEventListener('pageshow', reset)
    return () => {
      window.navigation?.removeEventListener('navigateerror', reset)
      removeEventListener('pageshow', reset)
    }
  }, [])
  return [routeAtStart === route, () => setRouteAtStart(route)]
}
