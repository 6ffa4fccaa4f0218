import { createRoot } from 'react-dom/client'
import { loseSession, readToken } from '#people/accounts/portal/session.ts'
import { fetchClient } from '#platform/http/client.ts'
import { placeAt } from '#platform/pages/registry.ts'
import { storage } from '#platform/storage.ts'
import { inLanguage, type Language } from '#routes/public.ts'
import { provingApi } from '#people/staff/office/proving-api.ts'
import { everyEndpoint, officePages } from '#routes/office.ts'
import { firstWords, learnWords } from '#locales/browser.ts'
import type { OfficeApi } from './api.ts'
import { Office } from './office.tsx'
import { isSignedIn, signInAgain } from './sign-in-again.ts'

/** Fills the shell that the server has sent. Until then nothing is known: neither who comes, nor what they may see. */
async function wake(): Promise<void> {
  const { language, path } = placeAt(new URL(location.href))
  if (wanted(language) !== language) return location.replace(inLanguage(path + location.search, wanted(language)))
  if (!isSignedIn() && path !== officePages.welcome) return location.replace(signInAgain())
  const translator = firstWords(
    language,
    {},
    {},
    {
      en: () => import('#locales/en-office.ts'),
      bn: () => import('#locales/bn-office.ts'),
    },
  )
  await learnWords(language)
  const place = document.getElementById('office')!
  const api = provingApi(
    fetchClient<OfficeApi>({
      // What the screens of the public half ask for as well: some of them stand here too.
      endpoints: everyEndpoint,
      language,
      token: readToken,
      onUnauthenticated: loseSession,
    }),
  )
  createRoot(place).render(<Office api={api} words={translator} company={place.dataset['company']!} />)
}

/**
 * Letters name one address for everybody, which is in English: whoever has chosen Bangla here, or reads everything in it,
 * is led on. An address in Bangla says so itself.
 */
function wanted(language: Language): Language {
  const kept = storage('localStorage')?.getItem('language') ?? navigator.language.slice(0, 2)
  return language === 'bn' || kept === 'bn' ? 'bn' : 'en'
}

void wake()
