import { useSyncExternalStore } from 'react'

const asked = '(max-width: 47.99rem)'

/** Where two languages do not stand side by side. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(asked)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => matchMedia(asked).matches,
  )
