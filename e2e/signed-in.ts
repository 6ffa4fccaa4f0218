import type { Page } from 'playwright-core'
import { open } from '#testing/browser.ts'
import { cast, type TestApp } from '#testing/test-app.ts'

/** Signs somebody in and opens an address. For e2e that are not about signing in: the form costs a page of its own. */
export async function openSignedIn(
  page: Page,
  app: Pick<TestApp, 'call'>,
  path: string,
  username = 'anna',
  password: string = cast.anna,
): Promise<void> {
  const { status, body } = await app.call('userLogin', { username, password })
  if (status !== 200) throw new Error(`${username} could not sign in: ${JSON.stringify(body)}`)
  await openWithSession(page, body, path)
}

export interface Session {
  access_token: string
  user: object
}

/** Opens an address with a stored session, and waits until the page is awake. */
export const openWithSession = (page: Page, session: Session, path: string): Promise<void> =>
  withStoredSession(page, session, () => open(page, path))

/** Puts a session into the storage of the tab, where the sign-in page puts it, before the next document loads. */
export async function withStoredSession(
  page: Page,
  { access_token: token, user }: Session,
  load: () => Promise<unknown>,
): Promise<void> {
  const script = await page.addInitScript(
    (stored) => {
      if (window !== top) return
      for (const [name, value] of Object.entries(stored)) sessionStorage.setItem(name, value)
    },
    { token, user: JSON.stringify(user) },
  )
  await load()
  await script.dispose()
}
