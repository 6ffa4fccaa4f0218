import type { Page } from 'playwright-core'
import { open } from '../testing/browser.ts'
import { cast, type TestHouse } from '../testing/house.ts'

/** Signs somebody in and opens an address. For journeys that are not about signing in: the form costs a page of its own. */
export async function openSignedIn(
  page: Page,
  house: Pick<TestHouse, 'call'>,
  path: string,
  username = 'anna',
  password: string = cast.anna,
): Promise<void> {
  const { status, body } = await house.call('userLogin', { username, password })
  if (status !== 200) throw new Error(`${username} could not sign in: ${JSON.stringify(body)}`)
  await openWithSession(page, body, path)
}

/** Opens an address with a session in the storage of the tab, where the sign-in page puts it. */
export async function openWithSession(
  page: Page,
  { access_token: token, user }: { access_token: string; user: object },
  path: string,
): Promise<void> {
  const script = await page.addInitScript(
    (stored) => {
      if (window !== top) return
      for (const [name, value] of Object.entries(stored)) sessionStorage.setItem(name, value)
    },
    { token, user: JSON.stringify(user) },
  )
  await open(page, path)
  await script.dispose()
}
