import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { expireSession, readToken } from '#people/accounts/portal/session.ts'
import { fetchClient } from '#platform/http/client.ts'
import type { RejectedForm } from '#platform/pages/rejected-form.ts'
import { createMatcher, loadMatch, parseRoute } from '#platform/pages/registry.ts'
import { App, withHead } from '#platform/pages/router.tsx'
import { retryStylesheet } from '#platform/pages/retry-stylesheet.ts'
import { waitUntilParsed } from '#platform/pages/when-parsed.ts'
import { endpoints } from '#routes/public.ts'
import { initTranslator } from '#locales/browser.ts'
import type { Api } from './api.ts'
import { siteRouter } from './site-router.tsx'
import type { Shell } from './frame/shell.ts'

interface Island {
  shell: Shell
  data: unknown
  status: number
  refused?: RejectedForm
  words: Record<string, string>
  own?: Record<string, string>
}

/**
 * Hydrates the document that the server sent, as soon as it is parsed. A reading page has no data; it loads this file
 * only for React.
 */
async function hydrate(): Promise<void> {
  await waitUntilParsed()
  const { textContent } = document.getElementById('island')!
  if (!textContent) return
  const url = new URL(location.href)
  const { language } = parseRoute(url)
  const island = JSON.parse(textContent) as Island
  const { shell, data, status, refused } = island
  const translator = initTranslator(language, island.words, island.own)
  const hasFailed = status === 500 && !refused
  const { page, route } = hasFailed ? createFailureAt(url) : await loadMatch(createMatcher(siteRouter.registry)(url)!)
  const redirectPath = siteRouter.detour?.(page, route)
  if (redirectPath) return location.replace(redirectPath)
  const api = fetchClient<Api>({ endpoints, language, token: readToken, onUnauthenticated: expireSession })
  const initialScreen = withHead({ page, route, data, refused }, translator)
  startTransition(() => {
    hydrateRoot(
      document,
      <App site={siteRouter} api={api} translator={translator} shell={shell} initial={initialScreen} />,
    )
  })
}

const createFailureAt = (url: URL) => ({ page: siteRouter.registry.failure, route: parseRoute(url) })

addEventListener('error', retryStylesheet, { capture: true })
void hydrate()
