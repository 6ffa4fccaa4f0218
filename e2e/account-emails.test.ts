import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, waitForFocus, waitUntil, visit, waitUntilAbsent } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { selectPairs } from '#testing/pairs.ts'
import { forgetShiftsOfFonts, watchLayoutShifts } from '#testing/layout-shifts.ts'
import { endpoints, href, inLanguage } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { signIn } from './sign-in.ts'
import { openSignedIn } from './open-signed-in.ts'

const publicUrl = 'https://selvage.example'
const [oldPassword, newPassword] = ['spools-and-bobbins', 'warp-weft-and-selvage']

for (const { engine, language } of selectPairs(import.meta.url)) {
  const { t } = translatorFor(language)
  const localizePath = (page: Parameters<typeof href>[0]) => inLanguage(href(page as 'login'), language)

  describe(`password reset and email change, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    before(async () => {
      const lena = { name: 'Lena Vogt', email: 'lena@buyer.example', username: 'lena', password: oldPassword }
      await app.call('userRegister', { ...lena, password_confirmation: oldPassword }, { language })
    })

    /** Returns the path of the link in the newest account email to an address. */
    async function readLinkTo(email: string): Promise<string> {
      const link = (await readEmailsTo(app, email))
        .map(({ text }) => /https:\S+#token=\S+/.exec(text)?.[0])
        .findLast((found) => found)
      assert.ok(link)
      return link.slice(publicUrl.length)
    }
    const findButton = (page: Page, label: Parameters<typeof t>[0]) =>
      page.getByRole('button', { name: t(label), exact: true })
    const findExpiredLinkHeading = (page: Page) => page.getByRole('heading', { name: t('account.link_title') })
    async function reset(page: Page, password: string, repeatedPassword = password): Promise<void> {
      await page.getByLabel(t('password.new'), { exact: true }).fill(password)
      await page.getByLabel(t('password.again'), { exact: true }).fill(repeatedPassword)
      await findButton(page, 'reset.submit').click()
    }

    test('resets a forgotten password by the emailed link, once (ACCT-4)', () =>
      visit(
        app,
        async (page) => {
          await openPage(page, localizePath('login'))
          await page.getByRole('link', { name: t('login.forgot') }).click()
          await page.getByRole('heading', { level: 1, name: t('forgot.heading') }).waitFor()
          assert.match(await page.title(), new RegExp(`^${t('forgot.title')} · `))
          const email = page.getByLabel(t('lvl_sing_up_email'))
          await email.fill('lena@buyer')
          await findButton(page, 'forgot.submit').click()
          await page.getByText(t('error.email')).waitFor()
          assert.ok(await waitForFocus(email))
          assert.deepEqual(await findAccessibilityViolations(page), [])

          for (const address of ['nobody@buyer.example', 'lena@buyer.example']) {
            await email.fill(address)
            await findButton(page, 'forgot.submit').click()
            await page.getByText(t('account.link_sent', { minutes: 30 })).waitFor()
            if (address.startsWith('lena')) assert.deepEqual(await findAccessibilityViolations(page), [])
            await findButton(page, 'forgot.again').click()
          }
          const link = await readLinkTo('lena@buyer.example')
          assert.ok(link.startsWith(localizePath('resetPassword')))

          await openPage(page, link)
          const firstField = page.getByLabel(t('password.new'), { exact: true })
          await firstField.waitFor() // the form is hidden while the link is checked
          await firstField.pressSequentially('too short')
          await page
            .locator('[data-state=open]')
            .getByText(t('signup.password_rule', { min: 10 }))
            .waitFor()
          await firstField.pressSequentially('!')
          await page
            .locator('[data-state=kept]')
            .getByText(t('signup.password_rule', { min: 10 }))
            .waitFor()
          await reset(page, newPassword, oldPassword)
          await page.getByText(t('error.password_mismatch')).waitFor()
          assert.ok(await waitForFocus(page.getByLabel(t('password.again'), { exact: true })))
          await reset(page, 'password123')
          await page.getByText(t('error.password_common')).waitFor()
          assert.ok(await waitForFocus(firstField))
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await reset(page, newPassword)
          await page.getByText(t('account.password_reset')).waitFor()
          await page.getByRole('heading', { level: 1, name: t('login.heading') }).waitFor()

          await signIn(page, language, 'lena', oldPassword)
          await page.getByRole('alert').getByText(t('login.failed')).waitFor()
          await signIn(page, language, 'lena', newPassword)
          await page.getByRole('heading', { level: 1, name: t('dashboard.welcome', { name: 'Lena Vogt' }) }).waitFor()

          await openPage(page, link)
          await findExpiredLinkHeading(page).waitFor()
          await page.getByText(t('error.link_used')).waitFor()
          await waitUntilAbsent(findButton(page, 'reset.submit'))
          await page.getByRole('link', { name: t('reset.new_link') }).click()
          await page.getByRole('heading', { level: 1, name: t('forgot.heading') }).waitFor()
        },
        {
          expectedErrors: ['forgotPassword', 'resetPassword', 'userLogin'].map(
            (name) => `422 ${endpoints[name as 'resetPassword'][1]}`,
          ),
        },
      ))

    test('explains an expired, misspelled or incomplete link and offers a new one (ACCT-4)', () =>
      visit(app, async (page) => {
        await app.call('forgotPassword', { email: 'lena@buyer.example' }, { language })
        const link = await readLinkTo('lena@buyer.example')
        app.clock.advance(31 * 60_000)
        for (const [address, reason] of [
          [link, 'error.link_expired'],
          [link.slice(0, -5) + 'wrong', 'error.link_invalid'],
        ] as const) {
          await page.goto('about:blank')
          await openPage(page, address)
          await page.getByText(t(reason)).waitFor()
          await waitUntilAbsent(page.getByLabel(t('password.new'), { exact: true }))
          await page.getByRole('link', { name: t('reset.new_link') }).waitFor()
        }
        await page.goto('about:blank')
        await openPage(page, localizePath('resetPassword'))
        await page.getByText(t('account.link_incomplete')).waitFor()
        await page.getByRole('link', { name: t('reset.new_link') }).waitFor()
      }))

    test('checks the link before showing the form, without layout shifts, and shows the form if the check cannot be made (ACCT-4)', () =>
      visit(
        app,
        async (page) => {
          await page.addInitScript(watchLayoutShifts)
          const checkPath = '**' + endpoints.checkLink[1]
          const firstField = page.getByLabel(t('password.new'), { exact: true })
          const invalidLink = localizePath('resetPassword') + '#token=zzz'
          for (const width of [360, 1280]) {
            await page.setViewportSize({ width, height: 800 })
            let continueRequest = () => {}
            const checkStartPromise = new Promise<void>((resolve) => {
              void page.route(
                checkPath,
                async (route) => {
                  resolve()
                  await new Promise<void>((done) => (continueRequest = done))
                  await route.continue()
                },
                { times: 1 },
              )
            })
            await page.goto('about:blank')
            await openPage(page, invalidLink)
            await checkStartPromise
            await forgetShiftsOfFonts(page)
            assert.deepEqual([await firstField.isVisible(), await findExpiredLinkHeading(page).count()], [false, 0])
            continueRequest()
            await findExpiredLinkHeading(page).waitFor()
            assert.equal(await page.evaluate(() => window.shift), 0)
          }
          await page.route(checkPath, (route) => route.fulfill({ status: 503, json: { message: 'no' } }), { times: 1 })
          await page.goto('about:blank')
          await openPage(page, invalidLink)
          await reset(page, newPassword)
          await page.getByText(t('error.link_invalid')).waitFor()

          await page.route(checkPath, () => {}, { times: 1 })
          await page.goto('about:blank')
          await openPage(page, invalidLink)
          await firstField.waitFor()
        },
        { expectedErrors: [`503 ${endpoints.checkLink[1]}`, `422 ${endpoints.resetPassword[1]}`] },
      ))

    test('changes the email address only after the new address is confirmed (ACCT-11)', () =>
      visit(app, async (page) => {
        await openSignedIn(page, app, localizePath('profile'), 'lena', newPassword)
        const email = page.getByLabel(t('lvl_sing_up_email'), { exact: true })
        const pendingText = page.getByText(t('profile.pending', { email: 'vogt@buyer.example' }))
        for (const _ of ['first request', 'second request']) {
          await email.fill('vogt@buyer.example')
          await findButton(page, 'profile.submit').click()
          await waitUntil(page, () => document.activeElement!.matches('main p'))
          assert.ok(await waitForFocus(pendingText))
        }
        assert.equal(page.url(), app.url + localizePath('profile'))
        assert.equal(await email.inputValue(), 'lena@buyer.example')
        assert.deepEqual(await findAccessibilityViolations(page), [])

        const company = page.getByLabel(t('profile.company'), { exact: true })
        await company.fill('Vogt')
        await findButton(page, 'profile.keep_email').click()
        await page.getByText(t('account.email_kept', { email: 'lena@buyer.example' })).waitFor()
        assert.deepEqual([await pendingText.count(), await company.inputValue()], [0, 'Vogt'])
        assert.ok(await waitForFocus(email))
        await openPage(page, await readLinkTo('vogt@buyer.example'))
        await page.getByText(t('error.link_used')).waitFor()
        await waitUntilAbsent(findButton(page, 'confirm.submit'))

        await openPage(page, localizePath('profile'))
        await email.fill('vogt@buyer.example')
        await findButton(page, 'profile.submit').click()
        await pendingText.waitFor()
        await email.fill('lena@buyer.example')
        await findButton(page, 'profile.submit').click()
        await page.waitForURL(app.url + localizePath('dashboard'))
        await openPage(page, await readLinkTo('vogt@buyer.example'))
        await page.getByText(t('error.link_used')).waitFor()

        await openPage(page, localizePath('profile'))
        await email.fill('vogt@buyer.example')
        await findButton(page, 'profile.submit').click()
        await pendingText.waitFor()
        const link = await readLinkTo('vogt@buyer.example')
        assert.ok(link.startsWith(localizePath('confirmEmail')))
        await openPage(page, link)
        assert.deepEqual(await findAccessibilityViolations(page), [])
        await findButton(page, 'confirm.submit').click()
        await page.getByText(t('account.email_confirmed', { email: 'vogt@buyer.example' })).waitFor()
        assert.ok(
          await page.evaluate(() => document.activeElement!.matches('main :not(input)')),
          'the focus is on the result',
        )
        assert.deepEqual(await findAccessibilityViolations(page), [])
        await page.getByRole('link', { name: t('confirm.to_profile') }).click()
        await page.waitForFunction(
          () => document.querySelector<HTMLInputElement>('[name=email]')?.value === 'vogt@buyer.example',
        )
        await waitUntilAbsent(pendingText)

        await openPage(page, link)
        await page.getByText(t('error.link_used')).waitFor()
        await waitUntilAbsent(findButton(page, 'confirm.submit'))
        await page.getByRole('link', { name: t('confirm.to_profile') }).waitFor()
      }))
  })
}
