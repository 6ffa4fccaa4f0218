import { createRoot } from 'react-dom/client'
import { readToken } from '#people/accounts/portal/session.ts'
import { fetchClient } from '#platform/http/client.ts'
import { parseRoute } from '#platform/pages/registry.ts'
import { getStorage } from '#platform/storage.ts'
import { inLanguage, type Language } from '#routes/public.ts'
import { acceptRenewedToken, withRenewedToken } from '#people/staff/office/renewed-token.ts'
import { withVerification } from '#people/staff/office/verification-api.ts'
import { everyEndpoint, officePages } from '#routes/office.ts'
import { initTranslator, loadMessages } from '#locales/browser.ts'
import type { OfficeApi } from './api.ts'
import { applyDensity, readDensity } from './density.ts'
import { offerSessionToNewTabs, receiveSession } from './hand-over-session.ts'
import { Office } from './office.tsx'
import { isSignedIn, signInAgainPath } from './sign-in-again.ts'

/**
 * Renders the office into the shell that the server sent. The server does not know the user, so the shell is empty.
 */
async function startOffice(): Promise<void> {
  await receiveSession()
  const { language, path } = parseRoute(new URL(location.href))
  if (getPreferredLanguage(language) !== language)
    return location.replace(inLanguage(path + location.search, getPreferredLanguage(language)))
  if (!isSignedIn() && path !== officePages.welcome) return location.replace(signInAgainPath())
  const translator = initTranslator(
    language,
    {},
    {},
    {
      en: () => import('#locales/en-office.ts'),
      bn: () => import('#locales/bn-office.ts'),
    },
  )
  await loadMessages(language)
  offerSessionToNewTabs()
  acceptRenewedToken()
  applyDensity(readDensity())
  const container = document.getElementById('office')!
  // The office also calls public endpoints, because some pages show public components.
  const client = fetchClient<OfficeApi>({ endpoints: everyEndpoint, language, token: readToken })
  const api = withVerification(withRenewedToken(client))
  createRoot(container).render(<Office api={api} translator={translator} company={container.dataset['company']!} />)
}

/**
 * Chooses the language. Many links in emails to staff lead to English pages. A user who has chosen Bangla, or whose
 * browser is set to Bangla, is redirected. A Bangla address always means Bangla.
 */
function getPreferredLanguage(language: Language): Language {
  const preference = getStorage('localStorage')?.getItem('language') ?? navigator.language.slice(0, 2)
  return language === 'bn' || preference === 'bn' ? 'bn' : 'en'
}

void startOffice()
