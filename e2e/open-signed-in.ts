import type { Page } from 'playwright-core'
import { openPage } from '#testing/browser.ts'
import { passwordsByUsername, type TestApp } from '#testing/test-app.ts'

/** Opens an address as a signed-in user, without the sign-in page. For tests that are not about signing in. */
export async function openSignedIn(
  page: Page,
  app: Pick<TestApp, 'call'>,
  path: string,
  username = 'anna',
  password: string = passwordsByUsername.anna,
): Promise<void> {
  await openWithSession(page, await signInOnce(app, username, password), path)
}

const sessionsByApp = new WeakMap<object, Map<string, Session>>()

/**
 * Returns the session of an account, and signs in only if it has none. An account can have ten sessions: the eleventh
 * sign-in would end one of them, perhaps that of an open page.
 */
export async function signInOnce(app: Pick<TestApp, 'call'>, username: string, password: string): Promise<Session> {
  const sessions = sessionsByApp.get(app) ?? new Map<string, Session>()
  sessionsByApp.set(app, sessions)
  const knownSession = sessions.get(username)
  if (knownSession && (await app.call('getUserRow', {}, { token: knownSession.access_token })).status !== 401)
    return knownSession
  const { status, body } = await app.call('userLogin', { username, password })
  if (status !== 200) throw new Error(`${username} could not sign in: ${JSON.stringify(body)}`)
  sessions.set(username, body)
  return body
}

export interface Session {
  access_token: string
  user: object
}

/** Opens an address with a stored session, and waits until the page is hydrated. */
export const openWithSession = (page: Page, session: Session, path: string): Promise<void> =>
  loadWithStoredSession(page, session, () => openPage(page, path))

/** Stores a session in the tab, as the sign-in page does, before the next document loads. */
export async function loadWithStoredSession(
  page: Page,
  { access_token: token, user }: Session,
  loadPage: () => Promise<unknown>,
): Promise<void> {
  const script = await page.addInitScript(
    (storedSession) => {
      if (window !== top) return
      for (const [name, value] of Object.entries(storedSession)) sessionStorage.setItem(name, value)
    },
    { token, user: JSON.stringify(user) },
  )
  await loadPage()
  await script.dispose()
}
