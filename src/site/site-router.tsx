import { readSession, buildSignInPath } from '#people/accounts/portal/session.ts'
import type { RouterProps } from '#platform/pages/router.tsx'
import { inLanguage, searchDayFields, queryString } from '#routes/public.ts'
import { loadMessages } from '#locales/browser.ts'
import type { Api } from './api.ts'
import { Frame } from './frame/frame.tsx'
import { startFrame } from './frame/live-frame.ts'
import { isStaff, reportView } from './frame/report-view.ts'
import { registry } from './pages.tsx'
import type { Shell } from './frame/shell.ts'

/**
 * The router configuration of the site: its pages, its frame, and the redirect of signed-out visitors from member pages
 * to the sign-in.
 */
export const siteRouter: RouterProps<Api, Shell> = {
  registry,
  Frame,
  siteName: (shell) => shell.global.name,
  inBrowsers: ({ global, year }) => ({ global, year }),
  publicUrl: (shell) => shell.global.publicUrl,
  loadMessages,
  onHydrated: startFrame,
  seen({ path, query, language }, previous) {
    const searchedDate = query.get(searchDayFields.checkIn)
    if (path === previous.path && searchedDate === previous.query.get(searchDayFields.checkIn)) return
    if (!isStaff()) reportView(inLanguage(path, language), searchedDate ? 'searched' : 'moved')
  },
  detour(page, { path, query, language }) {
    if (!page.requiresSignIn || readSession().user) return null
    return inLanguage(buildSignInPath(path + queryString(Object.fromEntries(query))), language)
  },
}
