import { readSession, readToken, startSession } from '#people/accounts/portal/session.ts'
import type { User } from '#people/accounts/contract.ts'
import { officeRoot } from '#routes/office.ts'
import { readLanguage } from '#routes/public.ts'
import { MINUTE_MS } from '#platform/durations.ts'

/** The time that the user may keep a context menu open before choosing "open in new tab". */
const OFFER_TTL_MS = MINUTE_MS
/** The time that a new tab waits for the tab that opened it. */
const ANSWER_TIMEOUT_MS = 2_000

interface SessionHandover {
  user: User
  token: string
}

/**
 * Signs in the tabs that the user opens from links of the office. A session belongs to its tab, and a new tab starts
 * without one. So the link gets a random key in its fragment while it is opened. The new tab requests the session once,
 * on a channel with this key as its name. Other pages do not know the key, and a tab opened by hand has none.
 */
export function offerSessionToNewTabs(): void {
  let withdrawOffer = () => {}
  function onOpening(event: MouseEvent): void {
    // Some browsers send this event after the context menu has opened.
    if (event.type === 'auxclick' && event.button === 2) return
    withdrawOffer()
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isNewTab =
      event.type === 'contextmenu' || event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey
    if (link && isNewTab && isOfficeLink(link)) withdrawOffer = offerLink(link)
  }
  for (const type of ['click', 'auxclick', 'contextmenu'] as const)
    document.addEventListener(type, onOpening, { capture: true })
}

function isOfficeLink(link: HTMLAnchorElement): boolean {
  const { origin, pathname, hash } = new URL(link.href)
  const { path } = readLanguage(pathname)
  const isOffice = path === officeRoot || path.startsWith(`${officeRoot}/`)
  return origin === location.origin && isOffice && hash === '' && !link.hasAttribute('download')
}

/**
 * Adds the key to the link, and returns a function that removes the key. The session stays on offer until a new tab
 * requests it, for at most `OFFER_TTL_MS`.
 */
function offerLink(link: HTMLAnchorElement): () => void {
  const originalHref = link.getAttribute('href')!
  const key = crypto.getRandomValues(new Uint8Array(16)).join('-')
  const channel = new BroadcastChannel(getChannelName(key))
  const timer = setTimeout(() => channel.close(), OFFER_TTL_MS)
  channel.addEventListener('message', () => {
    clearTimeout(timer)
    const { user } = readSession()
    const token = readToken()
    if (user && token) postToChannel(channel, { user, token })
    channel.close()
  })
  link.setAttribute('href', `${originalHref}#${KEY_PREFIX}${key}`)
  const restoreHref = () => {
    if (link.getAttribute('href')?.endsWith(key)) link.setAttribute('href', originalHref)
  }
  setTimeout(restoreHref, OFFER_TTL_MS)
  return restoreHref
}

/** Removes the key from the address of a new tab, and starts the session of the tab that opened it. */
export async function receiveSession(): Promise<void> {
  const key = location.hash.startsWith(`#${KEY_PREFIX}`) ? location.hash.slice(KEY_PREFIX.length + 1) : null
  if (!key) return
  history.replaceState(history.state, '', location.pathname + location.search)
  if (readToken()) return
  const channel = new BroadcastChannel(getChannelName(key))
  const handover = await new Promise<SessionHandover | null>((resolve) => {
    channel.addEventListener('message', ({ data }: MessageEvent<SessionHandover>) => resolve(data))
    setTimeout(() => resolve(null), ANSWER_TIMEOUT_MS)
    postToChannel(channel, 'session')
  })
  channel.close()
  if (handover) startSession({ user: handover.user, access_token: handover.token })
}

const postToChannel = (channel: BroadcastChannel, message: SessionHandover | 'session') =>
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- only windows have a target origin
  channel.postMessage(message)

const KEY_PREFIX = 'tab='
const getChannelName = (key: string) => `session ${key}`
