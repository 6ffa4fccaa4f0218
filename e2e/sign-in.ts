import type { Locator, Page } from 'playwright-core'
import { passwordsByUsername } from '#testing/test-app.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

/** Signs in on the sign-in page or in the sign-in dialog. */
export async function signIn(
  scope: Page | Locator,
  language: Language,
  username = 'anna',
  password: string = passwordsByUsername.anna,
): Promise<void> {
  const { t } = translatorFor(language)
  await scope.locator('input[name=username]').fill(username)
  await scope.getByLabel(t('login.password'), { exact: true }).fill(password)
  await scope.getByRole('button', { name: t('login.submit'), exact: true }).click()
}
