import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { readDescriptions, openPage, waitForFocus, waitUntil, visit, waitUntilAbsent } from '#testing/browser.ts'
import { sqlite } from '#testing/engines.ts'
import { passwordsByUsername, setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { holdToasts } from '#testing/toasts.ts'
import { endpoints, href, inLanguage, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { signIn } from './sign-in.ts'
import { openSignedIn, openWithSession } from './open-signed-in.ts'

const LONGER_THAN_SESSION_MS = 13 * 3_600_000
const newPassword = 'warp-weft-and-selvage'

for (const { engine, language } of selectPairs(import.meta.url)) {
  const { t, count } = translatorFor(language)
  type Key = Parameters<typeof t>[0]

  describe(`the member area, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    const findField = (page: Page, label: Key) => page.getByLabel(t(label), { exact: true })
    const findButton = (page: Page, label: Key) =>
      page.getByRole('main').getByRole('button', { name: t(label), exact: true })
    const findHeading = (page: Page, label: Key) => page.getByRole('heading', { level: 1, name: t(label) })
    const findMenuItem = (page: Page, label: Key) =>
      page.getByRole('navigation', { name: t('member.menu') }).getByText(t(label), { exact: true })

    test('registers with the short form, signs in by email address, edits the profile, changes the password and signs out (ACCT-2, ACCT-6, ACCT-11, ACCT-12)', () =>
      visit(
        app,
        async (page) => {
          await openPage(page, inLanguage('/register', language))
          assert.match(await page.title(), new RegExp(`^${t('register.title')} · `))
          await findButton(page, 'register.submit').click()
          await page.getByText(t('error.required')).first().waitFor()
          assert.ok(await waitForFocus(findField(page, 'lvl_sing_up_name')))
          assert.deepEqual(await readDescriptions(findField(page, 'lvl_sing_up_name')), [t('error.required')])
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await findField(page, 'lvl_sing_up_name').fill('Lena Vogt')
          await findField(page, 'lvl_sing_up_email').fill('lena@buyer.example')
          await findField(page, 'lvl_sing_up_password').fill('spools-and-bobbins')
          await findButton(page, 'register.submit').click()
          await page.getByText(t('signup.done')).waitFor()
          await findHeading(page, 'login.heading').waitFor()

          await page.getByRole('link', { name: t('login.stay_signed_in') }).click()
          await findHeading(page, 'login.user_heading').waitFor()
          await findField(page, 'lvl_sing_up_email').fill('lena@buyer.example')
          await findField(page, 'login.password').fill('wrong')
          await findButton(page, 'login.submit').click()
          await page.getByRole('alert').getByText(t('login.failed')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await findField(page, 'login.password').fill('spools-and-bobbins')
          await findField(page, 'login.remember').check()
          assert.deepEqual(await readDescriptions(findField(page, 'login.remember')), [t('login.remember_hint')])
          await findButton(page, 'login.submit').click()
          await page.waitForURL(app.url + inLanguage('/premimum-packages', language))

          await openPage(page, inLanguage('/dashboard', language))
          await page.goto(inLanguage('/user/profile', language))
          await findButton(page, 'profile.submit').waitFor()
          assert.match(await page.title(), new RegExp(`^${t('profile.title')} · `))
          assert.equal(await findField(page, 'lvl_sing_up_username').inputValue(), 'lena')
          await page.getByText(t('profile.role_member'), { exact: true }).waitFor()
          await findField(page, 'lvl_sing_up_name').fill('Lena Weber')
          await findField(page, 'profile.phone').fill('01711 223344')
          await findField(page, 'profile.company').fill('Weber & Co')
          const updateRequest = page.waitForRequest('**' + endpoints.updateBookingUser[1])
          await findButton(page, 'profile.submit').click()
          assert.deepEqual((await updateRequest).postDataJSON(), {
            name: 'Lena Weber',
            phone: '01711 223344',
            company: 'Weber & Co',
            rule_id: 2,
            status: 1,
          })
          await page.getByText(t('profile.saved')).waitFor()
          await page.waitForURL(app.url + inLanguage('/dashboard', language))
          await page.getByRole('heading', { level: 1, name: t('dashboard.welcome', { name: 'Lena Weber' }) }).waitFor()

          await page.goto(inLanguage('/user/profile', language))
          await findButton(page, 'profile.submit').waitFor()
          assert.equal(await findField(page, 'profile.phone').inputValue(), '+8801711223344')
          await findMenuItem(page, 'member.password').click()
          await findHeading(page, 'password.title').waitFor()
          await findField(page, 'login.password').fill('wrong')
          await findField(page, 'password.new').fill(newPassword)
          await findField(page, 'password.again').fill(newPassword)
          await findButton(page, 'password.submit').click()
          await page.getByText(t('error.password_wrong')).waitFor()
          assert.ok(await waitForFocus(findField(page, 'login.password')))
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await findField(page, 'login.password').fill('spools-and-bobbins')
          await findButton(page, 'password.submit').click()
          await page.getByRole('status').getByText(t('password.done'), { exact: true }).waitFor()
          await page.getByText(t('password.done_text')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])

          await page
            .getByRole('banner')
            .getByRole('button', { name: t('shell.sign_out') })
            .click()
          await findHeading(page, 'login.heading').waitFor()
          assert.deepEqual(await page.evaluate(() => [sessionStorage.length, localStorage.getItem('token')]), [0, null])
          await signIn(page, language, 'lena', newPassword)
          await page.waitForURL(app.url + inLanguage('/dashboard', language))
        },
        {
          expectedErrors: ['register', 'userLogin', 'updatePassword'].map(
            (name) => `422 ${endpoints[name as 'register'][1]}`,
          ),
        },
      ))

    test('shows each error of a profile at its field, and all errors in a dialog (ACCT-11)', () =>
      visit(
        app,
        async (page) => {
          await openProfile(page, app, language)
          await findField(page, 'lvl_sing_up_name').fill('')
          await findField(page, 'profile.phone').fill('12')
          await findButton(page, 'profile.submit').click()
          const dialog = page.getByRole('dialog', { name: t('booking.invalid_title') })
          await dialog.waitFor()
          assert.deepEqual(await dialog.getByRole('listitem').allInnerTexts(), [
            `${t('lvl_sing_up_name')}: ${t('error.required')}`,
            `${t('profile.phone')}: ${t('error.phone')}`,
          ])
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await dialog.getByRole('button', { name: t('booking.correct') }).click()
          await dialog.waitFor({ state: 'hidden' })
          assert.ok(await waitForFocus(findField(page, 'lvl_sing_up_name')))
          assert.deepEqual(await readDescriptions(findField(page, 'lvl_sing_up_name')), [t('error.required')])
          assert.deepEqual(await readDescriptions(findField(page, 'profile.phone')), [
            t('profile.phone_hint'),
            t('error.phone'),
          ])
          assert.deepEqual(await findAccessibilityViolations(page), [])

          await findField(page, 'lvl_sing_up_name').fill('Anna Becker')
          await findField(page, 'profile.phone').fill('')
          await findField(page, 'lvl_sing_up_username').fill('staff')
          await findButton(page, 'profile.submit').click()
          await dialog.getByText(t('error.username_taken')).waitFor()
          await page.keyboard.press('Escape')
          await dialog.waitFor({ state: 'hidden' })
          assert.ok(await waitForFocus(findField(page, 'lvl_sing_up_username')))
        },
        { expectedErrors: [`422 ${endpoints.updateBookingUser[1]}`] },
      ))

    test('merges the changes of two tabs, and keeps the last saved value of a field that both changed (ACCT-11)', () =>
      visit(app, async (page) => {
        await openProfile(page, app, language)
        const [secondPage] = await Promise.all([
          page.context().waitForEvent('page'),
          page.evaluate(() => void window.open(location.pathname)),
        ])
        await findButton(secondPage, 'profile.submit').waitFor()
        await findField(page, 'profile.company').fill('Elbe Trading')
        await findField(page, 'lvl_sing_up_name').fill('Anna Elbe')
        await findButton(page, 'profile.submit').click()
        await page.getByText(t('profile.saved')).waitFor()
        await findField(secondPage, 'profile.phone').fill('01711 223345')
        await findField(secondPage, 'lvl_sing_up_name').fill('Anna Padma')
        await findButton(secondPage, 'profile.submit').click()
        await secondPage.getByText(t('profile.saved')).waitFor()
        const { name, phone, company_name } = await app.db
          .selectFrom('account')
          .selectAll()
          .where('username', '=', 'anna')
          .executeTakeFirstOrThrow()
        assert.deepEqual([name, phone, company_name], ['Anna Padma', '+8801711223345', 'Elbe Trading'])
      }))

    test('copies the referral code and shows how often it was used (ACCT-13)', () =>
      visit(
        app,
        async (page) => {
          await openProfile(page, app, language)
          const code = await page.locator('code').innerText()
          await page.getByText(count('referral.count', 0)).waitFor()
          await app.call('userRegister', {
            name: 'Paul',
            email: `paul.${language}@buyer.example`,
            username: `paul.${language}`,
            inviteCode: code,
            password: newPassword,
            password_confirmation: newPassword,
          })
          await findButton(page, 'referral.copy').click()
          await page.getByText(t('referral.copied')).waitFor()
          assert.equal(await page.evaluate(() => navigator.clipboard.readText()), code)
          await openPage(page, inLanguage('/user/profile', language))
          await page.getByText(count('referral.count', 1)).waitFor()
        },
        { permissions: ['clipboard-read', 'clipboard-write'] },
      ))

    test('shows a new toast for its full time, even if the timer of the previous toast ends', () =>
      visit(
        app,
        async (page) => {
          await app.signIn('anna')
          await page.addInitScript(endFirstToastWithSecond)
          await openSignedIn(page, app, inLanguage('/user/profile', language))
          await findButton(page, 'referral.copy').click()
          await page.getByText(t('referral.copied')).waitFor()
          await findButton(page, 'sessions.end_others').click()
          await waitUntil(page, () => window.isFirstExpired)
          await page.evaluate(() => new Promise(requestAnimationFrame))
          assert.equal(await page.getByText(t('sessions.ended')).count(), 1)
        },
        { permissions: ['clipboard-write'] },
      ))

    test('ends other sessions, one by one and all together (APP-4, ACCT-11)', () =>
      visit(app, async (page) => {
        const tokens = [await app.signIn('anna'), await app.signIn('anna'), await app.signIn('anna')]
        const countActiveSessions = async () => {
          const responses = await Promise.all(tokens.map((token) => app.call('getUserRow', {}, { token })))
          return responses.filter(({ status }) => status === 200).length
        }
        await openProfile(page, app, language)
        const sessions = page.getByRole('list', { name: t('sessions.title') })
        const endButtons = sessions.getByRole('button')
        assert.equal(await sessions.getByText(t('sessions.here')).count(), 1)
        const buttonCountBefore = await endButtons.count()
        assert.ok(buttonCountBefore >= 3)
        await endButtons.first().click()
        await page.getByText(t('sessions.ended')).waitFor()
        assert.equal(await endButtons.count(), buttonCountBefore - 1)
        assert.ok(await waitForFocus(sessions), 'the focus does not get lost with the button')
        await findButton(page, 'sessions.end_others').click()
        await findButton(page, 'sessions.end_others').waitFor({ state: 'detached' })
        assert.deepEqual([await endButtons.count(), await countActiveSessions()], [0, 0])
        await openPage(page, inLanguage('/user/profile', language))
        await findButton(page, 'profile.submit').waitFor()
      }))

    test('exports all stored data as a file (ACCT-11)', () =>
      visit(app, async (page) => {
        await openProfile(page, app, language)
        const downloadPromise = page.waitForEvent('download')
        await findButton(page, 'mydata.export').click()
        const file = await downloadPromise
        assert.equal(file.suggestedFilename(), 'my-data.json')
        const data = JSON.parse(await readFile(await file.path(), 'utf8'))
        assert.equal(data.account.email, 'anna@buyer.example')
        assert.deepEqual(Object.keys(data).sort(), [
          'account',
          'bookings',
          'enquiries',
          'invoices',
          'quotations',
          'sessions',
        ])
      }))

    test('explains what closing the account means, and closes it after the password (ACCT-11)', () =>
      visit(
        app,
        async (page) => {
          const mia = {
            name: 'Mia Roth',
            email: `mia.${language}@buyer.example`,
            username: `mia.${language}`,
            password: newPassword,
          }
          await app.call('userRegister', { ...mia, password_confirmation: newPassword })
          await openProfile(page, app, language, mia.username, newPassword)
          await findButton(page, 'close_account.open').click()
          const dialog = page.getByRole('dialog', { name: t('close_account.question') })
          await dialog.getByText(t('close_account.happens_stays')).waitFor()
          await dialog.getByRole('button', { name: t('close_account.stay') }).click()
          await dialog.waitFor({ state: 'hidden' })
          assert.ok(await waitForFocus(findButton(page, 'close_account.open')))
          await findButton(page, 'close_account.open').click()
          await dialog.getByLabel(t('login.password'), { exact: true }).fill('wrong')
          await dialog.getByRole('button', { name: t('close_account.submit') }).click()
          await dialog.getByText(t('error.password_incorrect')).waitFor()
          assert.ok(await waitForFocus(dialog.getByLabel(t('login.password'), { exact: true })))
          assert.deepEqual(await findAccessibilityViolations(page), [])
          // A selection that begins in the field and ends outside of the dialog does not close it.
          const { x, y, width, height } = (await dialog.getByLabel(t('login.password'), { exact: true }).boundingBox())!
          await page.mouse.move(x + width / 2, y + height / 2)
          await page.mouse.down()
          await page.mouse.move(2, y)
          await page.mouse.up()
          await dialog.getByLabel(t('login.password'), { exact: true }).fill(newPassword)
          await dialog.getByRole('button', { name: t('close_account.submit') }).click()
          await page.getByText(t('account.closed')).waitFor()
          await page.waitForURL(app.url + inLanguage('/', language))
          assert.equal(await page.evaluate(() => sessionStorage.length), 0)
          assert.equal((await app.call('userLogin', mia)).status, 422)
        },
        { expectedErrors: [`422 ${endpoints.closeAccount[1]}`] },
      ))

    test('asks for a sign-in when the session ends while a form is filled in, and keeps the typed text (APP-5)', () =>
      visit(
        app,
        async (page) => {
          await openProfile(page, app, language)
          await findField(page, 'profile.company').fill('Becker & Daughters')
          app.clock.advance(LONGER_THAN_SESSION_MS)
          await findButton(page, 'profile.submit').click()
          const dialog = page.getByRole('dialog', { name: t('booking.please_login') })
          await dialog.getByText(t('login.again')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await signIn(dialog, language)
          await dialog.waitFor({ state: 'hidden' })
          assert.ok(await waitForFocus(findButton(page, 'profile.submit')))
          assert.equal(await findField(page, 'profile.company').inputValue(), 'Becker & Daughters')
          await page.keyboard.press('Enter')
          await page.getByText(t('profile.saved')).waitFor()
          const row = await app.db
            .selectFrom('account')
            .select('company_name')
            .where('username', '=', 'anna')
            .executeTakeFirstOrThrow()
          assert.equal(row.company_name, 'Becker & Daughters')
        },
        { expectedErrors: [`401 ${endpoints.updateBookingUser[1]}`] },
      ))

    test('redirects to the sign-in page if the user closes the sign-in dialog (APP-5)', () =>
      visit(
        app,
        async (page) => {
          await openSignedIn(page, app, inLanguage('/user/change-password', language))
          await findField(page, 'login.password').fill(passwordsByUsername.anna)
          app.clock.advance(LONGER_THAN_SESSION_MS)
          await findButton(page, 'password.submit').click()
          await page.getByRole('dialog', { name: t('booking.please_login') }).waitFor()
          await page.keyboard.press('Escape')
          await page.getByRole('button', { name: t('login.leave') }).click()
          await page.getByText(t('login.ended')).waitFor()
          assert.match(page.url(), /\/login\?next=%2Fuser%2Fchange-password&ended=1$/)
          await signIn(page, language, 'staff', passwordsByUsername.staff)
          await findHeading(page, 'password.title').waitFor()
          await page.getByText('Tanvir Hasan').waitFor()
        },
        { expectedErrors: [`401 ${endpoints.updatePassword[1]}`] },
      ))

    test('loads the profile again after an error, and after a sign-in if the session has ended (APP-5, APP-12)', () =>
      visit(
        app,
        async (page) => {
          const failure = { status: 500, json: { message: 'no' } }
          await page.route('**' + endpoints.getRoles[1], (route) => route.fulfill(failure), { times: 1 })
          await openSignedIn(page, app, inLanguage('/user/profile', language))
          await page.getByRole('alert').getByText(t('profile.failed')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await findButton(page, 'dashboard.retry').click()
          await findButton(page, 'profile.submit').waitFor()
          app.clock.advance(LONGER_THAN_SESSION_MS)
          await page.reload()
          await page.getByText(t('login.ended')).waitFor()
          await signIn(page, language)
          await findButton(page, 'profile.submit').waitFor()
        },
        {
          expectedErrors: [
            `500 ${endpoints.getRoles[1]}`,
            'error: Error fetching data',
            `401 ${endpoints.getUserRow[1]}`,
            `401 ${endpoints.getRoles[1]}`,
            `401 ${endpoints.getSessions[1]}`,
          ],
        },
      ))

    test('explains to a guest that guests have no profile (ACCT-13)', () =>
      visit(app, async (page) => {
        const session = { access_token: await app.newGuest(), user: { id: 9, name: 'Rafiq Islam', role: 'guest' } }
        for (const path of ['/user/profile', '/user/change-password']) {
          await openWithSession(page, session, inLanguage(path, language))
          await page.getByRole('heading', { name: t('member.guest_title') }).waitFor()
          await waitUntilAbsent(page.getByRole('main').locator('form'))
        }
        assert.deepEqual(await findAccessibilityViolations(page), [])
      }))
  })
}

describe('tabs of one browser', () => {
  const app = setUpTestApp(sqlite)

  const findQuestion = (page: Page) => page.getByRole('dialog', { name: 'Please login' })
  const findDashboardLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Dashboard' })

  test('have separate sessions unless the user chose to be remembered (APP-3, ACCT-6)', () =>
    visit(app, async (page) => {
      await openProfile(page, app, 'en')
      const secondPage = await page.context().newPage()
      await openPage(secondPage, '/user/profile')
      await secondPage.waitForURL('**/login?next=%2Fuser%2Fprofile')

      await openPage(page, '/user-login')
      await page.getByLabel('Email').fill('anna@buyer.example')
      await page.getByLabel('Password', { exact: true }).fill(passwordsByUsername.anna)
      await page.getByLabel('Remember me').check()
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL('**/premimum-packages')
      await findDashboardLink(secondPage).waitFor()
      await page.close()
      app.clock.advance(3 * 24 * 3_600_000)
      await openPage(secondPage, '/user/profile')
      await secondPage.getByRole('button', { name: 'Submit' }).waitFor()
    }))

  test('notice a sign-out in another tab and keep the typed text for the next sign-in (APP-4)', () =>
    visit(app, async (page) => {
      await openProfile(page, app, 'en')
      const [secondPage] = await Promise.all([
        page.context().waitForEvent('page'),
        page.evaluate(() => void window.open('/user/profile')),
      ])
      await secondPage.getByLabel('Company').fill('Becker & Sons')
      await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('heading', { level: 1, name: 'Customer Portal' }).waitFor()
      await findQuestion(secondPage).waitFor()
      await secondPage.getByRole('banner').getByText('Sign in', { exact: true }).waitFor({ state: 'attached' })
      const backdropColor = await secondPage.evaluate(
        () => getComputedStyle(document.querySelector('dialog[open]')!, '::backdrop').backgroundColor,
      )
      assert.match(backdropColor, /^rgb\(/, 'the page does not show through the backdrop')
      await secondPage.keyboard.press('Escape')
      const leaveDialog = secondPage.getByRole('dialog', { name: 'Leave this page?' })
      await leaveDialog.getByText('will be lost').waitFor()
      assert.deepEqual(await findAccessibilityViolations(secondPage), [])
      await secondPage.keyboard.press('Escape')
      await signIn(findQuestion(secondPage), 'en')
      await findQuestion(secondPage).waitFor({ state: 'hidden' })
      assert.equal(await secondPage.getByLabel('Company').inputValue(), 'Becker & Sons')
      await findDashboardLink(secondPage).waitFor()
      assert.equal(await page.evaluate(() => sessionStorage.getItem('token')), null)
    }))

  test('redirect to the sign-in page and back after a sign-out in another tab, on pages without a form (APP-4, APP-5)', () =>
    visit(app, async (page) => {
      const { code } = await app.db
        .selectFrom('booking')
        .select('code')
        .where('status', '=', 'confirmed')
        .executeTakeFirstOrThrow()
      for (const path of ['/dashboard', href('booking', { id: code })]) {
        await openProfile(page, app, 'en')
        const [secondPage] = await Promise.all([
          page.context().waitForEvent('page'),
          page.evaluate((target) => void window.open(target), path),
        ])
        await secondPage.getByRole('article').first().waitFor()
        await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
        await secondPage.waitForURL(`**/login?next=${encodeURIComponent(path)}&ended=1`)
        await secondPage.getByText('Your session has ended. Please sign in again.').waitFor()
        await signIn(secondPage, 'en')
        await secondPage.waitForURL(app.url + path)
        await secondPage.getByRole('article').first().waitFor()
        await secondPage.close()
      }
    }))

  test('show the profile of the new user after another user signs in (ACCT-13)', () =>
    visit(
      app,
      async (page) => {
        await openProfile(page, app, 'en')
        await page.getByLabel('Company').fill('Becker & Sons')
        app.clock.advance(LONGER_THAN_SESSION_MS)
        await page.getByRole('button', { name: 'Submit' }).click()
        await signIn(findQuestion(page), 'en', 'staff', passwordsByUsername.staff)
        await page.waitForFunction(
          () => document.querySelector<HTMLInputElement>('[name=name]')?.value === 'Tanvir Hasan',
        )
        assert.notEqual(await page.getByLabel('Company').inputValue(), 'Becker & Sons')
      },
      { expectedErrors: [`401 ${endpoints.updateBookingUser[1]}`] },
    ))
})

async function openProfile(
  page: Page,
  app: TestApp,
  language: Language,
  username = 'anna',
  password: string = passwordsByUsername.anna,
): Promise<void> {
  await holdToasts(page)
  await openSignedIn(page, app, inLanguage(href('profile'), language), username, password)
  await page.getByRole('button', { name: translatorFor(language).t('profile.submit') }).waitFor()
}

declare global {
  interface Window {
    isFirstExpired: boolean
  }
}

/** Runs in the page: ends the first toast at the moment when the second one appears, before other code runs. */
function endFirstToastWithSecond(): void {
  const { setTimeout: startTimer, clearTimeout: clearTimer } = window
  const heldTimers = new Map<number, () => void>()
  window.setTimeout = ((resolve: () => void, ms: number) => {
    if (ms !== 3_000) return startTimer(resolve, ms)
    const timer = startTimer(() => {}, 0)
    heldTimers.set(timer, resolve)
    return timer
  }) as typeof setTimeout
  window.clearTimeout = (timer) => {
    heldTimers.delete(Number(timer))
    clearTimer(timer)
  }
  const toastTexts = new Set<string>()
  new MutationObserver(() => {
    const toastText = document.querySelector('[role=status] > p')?.textContent
    if (!toastText || toastTexts.has(toastText) || toastTexts.add(toastText).size < 2) return
    window.isFirstExpired = true
    heldTimers.values().next().value?.()
  }).observe(document, { childList: true, subtree: true, characterData: true })
}
