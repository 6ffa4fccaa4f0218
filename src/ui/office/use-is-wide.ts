import { useSyncExternalStore } from 'react'

/** Whether there is room for a table: nothing of the office is drawn before its script runs, so it asks the screen. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches)

const wide = matchMedia('(min-width: 72rem)')
function subscribe(onChange: () => void): () => void {
  wide.addEventListener('change', onChange)
  return () => wide.removeEventListener('change', onChange)
}
