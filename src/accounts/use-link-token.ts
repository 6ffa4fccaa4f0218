import { useSyncExternalStore } from 'react'

/** The secret of the link that somebody has opened; '' if there is none; null as long as only the server has drawn. */
export const useLinkToken = (): string | null =>
  useSyncExternalStore(
    (tell) => {
      addEventListener('hashchange', tell)
      return () => removeEventListener('hashchange', tell)
    },
    () => new URLSearchParams(location.hash.slice(1)).get('token') ?? '',
    () => null,
  )
