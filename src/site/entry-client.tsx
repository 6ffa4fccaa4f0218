import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { expireSession, readToken } from '#people/accounts/portal/session.ts'
import { fetchClient } from '#platform/http/client.ts'
import type { Page } from '#platform/pages/page.tsx'
import type { RejectedForm } from '#platform/pages/rejected-form.ts'
import { createMatcher, loadMatch, parseRoute } from '#platform/pages/registry.ts'
import { App, withHead } from '#platform/pages/router.tsx'
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

/** Hydrates the document that the server sent, as soon as it is parsed. */
async function hydrate(): Promise<void> {
  if (document.readyState === 'loading') await new Promise((parsed) => addEventListener('DOMContentLoaded', parsed))
  const url = new URL(location.href)
  const { language } = parseRoute(url)
  const island = JSON.parse(document.getElementById('island')!.textContent) as Island
  const { shell, data, status, refused } = island
  const translator = initTranslator(language, island.words, island.own)
  const [page, route] = await pageAt(url, refused ? 200 : status)
  const redirectPath = siteRouter.detour?.(page, route)
  if (redirectPath) return location.replace(redirectPath)
  const api = fetchClient<Api>({ endpoints, language, token: readToken, onUnauthenticated: expireSession })
  const initial = withHead({ page, route, data, refused }, translator)
  startTransition(() => {
    hydrateRoot(document, <App site={siteRouter} api={api} translator={translator} shell={shell} initial={initial} />)
  })
}

async function pageAt(url: URL, status: number): Promise<[Page<Api, unknown>, ReturnType<typeof parseRoute>]> {
  const match = createMatcher(siteRouter.registry)(url)
  if (status === 500) return [siteRouter.registry.failure, parseRoute(url)]
  if (!match) return [siteRouter.registry.notFound, parseRoute(url)]
  const { page, route } = await loadMatch(match)
  return [status === 404 ? siteRouter.registry.notFound : page, route]
}

/** Loads a failed stylesheet again at the visitor's next click. The bundler loads it only once. */
function retryStylesheet({ target: link }: Event): void {
  if (!(link instanceof HTMLLinkElement) || link.rel !== 'stylesheet') return
  addEventListener('click', () => link.replaceWith(link.cloneNode()), { once: true, capture: true })
}

addEventListener('error', retryStylesheet, { capture: true })
void hydrate()
