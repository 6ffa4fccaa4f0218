import { retryStylesheet } from '#platform/pages/retry-stylesheet.ts'
import { waitUntilParsed } from '#platform/pages/when-parsed.ts'
import { readLastSearch } from '#stays/bookings/search/last-search.ts'
import { showWhenNear } from '#ui/pictures/when-near.ts'
import { readLanguage } from '#routes/public.ts'
import { startFrame } from './frame/live-frame.ts'

/** The script of a reading page: the frame, late pictures, and React for the search once it is used. */
async function start(): Promise<void> {
  await waitUntilParsed()
  startFrame(readLanguage(location.pathname).language)
  for (const placeholder of document.querySelectorAll('img[data-lazy]')) showWhenNear(placeholder)
  const search = document.getElementById('search')
  if (search) hydrateWhenUsed(search)
}

/**
 * Hydrates the search when the visitor points at it or focuses it, or presses a button before this script runs. A
 * visitor who has searched before sees that search, so it is hydrated immediately.
 */
function hydrateWhenUsed(search: HTMLElement): void {
  let isLoading = false
  const hydrate = () => {
    if (isLoading) return
    isLoading = true
    import('./reading/search/hydrate-search.tsx').then(
      ({ hydrateSearch }) => hydrateSearch(search),
      () => {
        isLoading = false
        dispatchEvent(new Event('hydrated'))
      },
    )
  }
  for (const eventName of hydrationEvents) search.addEventListener(eventName, hydrate, { passive: true })
  if (search.matches(':hover, :focus-within, :has([aria-busy])')) hydrate()
  const { checkIn, adult, child } = readLastSearch('')
  if (checkIn || adult !== 1 || child !== 0) hydrate()
}

const hydrationEvents = ['pointerover', 'focusin', 'touchstart', 'waiting'] as const

addEventListener('error', retryStylesheet, { capture: true })
void start()
