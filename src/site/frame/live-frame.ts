import { expireSession, readSession, readToken, subscribe as onSession } from '#people/accounts/portal/session.ts'
import { signOut } from '#people/accounts/portal/sign-out.ts'
import type { AccountsApi } from '#people/accounts/contract.ts'
import { systemClock } from '#platform/clock.ts'
import { getDayAtOffset, isoDay } from '#platform/day.ts'
import { fetchClient } from '#platform/http/client.ts'
import { getStorage, saveToStorage } from '#platform/storage.ts'
import { readBasket, subscribeToBasket as onBasket } from '#trade/enquiries/basket/basket.ts'
import { endpoints, type Language } from '#routes/public.ts'
import { toDigits } from '#locales/digits.ts'
import { takeBackStaffView } from './report-view.ts'
import { extractYear } from './shell.ts'

/**
 * Adds what depends on the visitor to the frame: the session, the basket, the preferred language and the current year.
 * The server renders the frame for everybody, and React never changes the attributes and texts that are set here. So
 * this code serves pages with and without React. On a page with React, it starts after hydration.
 */
export function startFrame(language: Language): void {
  const showBasket = () => showBasketCount(language)
  const api = fetchClient<Pick<AccountsApi, 'logout'>>({
    endpoints: { logout: endpoints.logout },
    language,
    token: readToken,
    onUnauthenticated: expireSession,
    keepalive: true,
  })
  onSession(showUser)
  onBasket(showBasket)
  addEventListener('pageshow', showUser)
  addEventListener('pagehide', closeMenu)
  addEventListener('click', ({ target }) => {
    const control = target instanceof Element && target.closest<HTMLElement>('[data-sign-out], a[hreflang]')
    if (!control) return
    if (control instanceof HTMLAnchorElement) storeLanguageChoice(control.hreflang)
    else signOut(api, language)
  })
  showUser()
  showBasket()
  takeBackStaffView()
  showPreferredLanguage(language)
  showCurrentYear(language)
}

/** A guest booked without an account, so a guest has a booking and no account. */
function showUser(): void {
  const { user } = readSession()
  const { dataset } = document.documentElement
  if (user) dataset['user'] = user.role === 'guest' ? 'guest' : 'member'
  else delete dataset['user']
}

function showBasketCount(language: Language): void {
  const link = document.querySelector<HTMLElement>('[data-basket]')!
  const label = link.querySelector('span')!
  link.dataset['empty'] ??= label.textContent
  const { length } = readBasket()
  const count = toDigits(String(length), language)
  if (length > 0) link.dataset['chosen'] = count
  else delete link.dataset['chosen']
  label.textContent = length > 0 ? link.dataset['basket']!.replace('#', count) : link.dataset['empty']
}

/** A page restored from the back/forward cache would show its menu open. */
const closeMenu = () => document.getElementById('menu')?.hidePopover?.()

/** Highlights the link to the other language for visitors who usually read the site in that language. */
function showPreferredLanguage(language: Language): void {
  const choice = getStorage('localStorage')?.getItem('language')
  if (!choice) storeLanguageChoice(language)
  const link = document.querySelector<HTMLAnchorElement>('a[hreflang]')!
  link.toggleAttribute('data-remembered', choice === link.hreflang)
}

const storeLanguageChoice = (language: string) => saveToStorage('localStorage', 'language', language)

/** The server may have rendered the page last year. */
function showCurrentYear(language: Language): void {
  const copyright = document.querySelector<HTMLElement>('[data-year]')!
  const { year: renderedYear, utcOffset } = copyright.dataset
  const year = extractYear(isoDay(getDayAtOffset(Number(utcOffset), systemClock())))
  if (year !== renderedYear)
    copyright.textContent = copyright.textContent.replace(toDigits(renderedYear!, language), toDigits(year, language))
}
