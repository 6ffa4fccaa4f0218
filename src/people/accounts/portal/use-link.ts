import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import type { AccountsApi, LinkPurpose } from '../contract.ts'

/**
 * Reads the token of an emailed link and checks the link without using it up. If the check fails or takes too long,
 * submitting the form reports the error.
 */
export function useLink(purpose: LinkPurpose): { token: string; rejection: string | null; isReady: boolean } {
  const { t } = useTranslator()
  const api = useApi<AccountsApi>()
  const token = useToken()
  const [checkedLink, setCheckedLink] = useState<{ token: string; rejection: string | null } | null>(null)
  const checkLink = useEffectEvent((secret: string) => api.checkLink({ purpose, token: secret }))
  useEffect(() => {
    if (!token) return
    let isStale = false
    Promise.race([checkLink(token), waitForCheckTimeout()])
      .catch(() => ({ refusal: null }))
      .then(({ refusal: linkError }) => !isStale && setCheckedLink({ token, rejection: linkError }))
    return () => {
      isStale = true
    }
  }, [token])
  if (token === '') return { token, rejection: t('account.link_incomplete'), isReady: true }
  const isReady = checkedLink !== null && checkedLink.token === token
  return { token: token ?? '', rejection: isReady ? checkedLink.rejection : null, isReady }
}

const CHECK_TIMEOUT_MS = 4_000
const waitForCheckTimeout = () =>
  new Promise<{ refusal: null }>((resolve) => setTimeout(resolve, CHECK_TIMEOUT_MS, { refusal: null }))

/** '' if the URL has no token; null during server rendering. */
const useToken = (): string | null =>
  useSyncExternalStore(
    (onChange) => {
      addEventListener('hashchange', onChange)
      return () => removeEventListener('hashchange', onChange)
    },
    () => new URLSearchParams(location.hash.slice(1)).get('token') ?? '',
    () => null,
  )
