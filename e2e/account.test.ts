import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { readDescriptions, waitForFocus, openPage, visit } from '#testing/browser.ts'
import { passwordsByUsername, setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { endpoints, inLanguage, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { signIn } from './sign-in.ts'
import { openSignedIn } from './open-signed-in.ts'

const SESSION_TTL_MS = 7 * 24 * 3_600_000

for (const { engine, language } of selectPairs(import.meta.url)) {
  describe(`account access, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    const { t } = translatorFor(language)

    test('signs up, in and out (ACCT-1, ACCT-3, ACCT-5, APP-3, APP-4)', () =>
      visit(
        app,
        async (page) => {
          await openPage(page, inLanguage('/signup', language))
          assert.match(await page.title(), new RegExp(`^${t('signup.title')} · `))
          const findField = (label: Parameters<typeof t>[0]) => page.getByLabel(t(label), { exact: true })
          const sendButton = page.getByRole('button', { name: t('level_sign_up') })
          await findField('lvl_sing_up_name').fill('Lena Vogt')
          await findField('lvl_sing_up_email').fill('anna@buyer.example')
          await findField('lvl_sing_up_username').fill(`lena.${language}`)
          await findField('lvl_sing_up_password').fill('spools-and-bobbins')
          await findField('lvl_sing_up_repassword').fill('spools-and-bobbins')
          await findField('lvl_ref_code_op').waitFor()
          await showAndHidePasswords(page, language)
          await sendButton.click()
          await page.getByText(t('error.email_taken')).waitFor()
          assert.ok(await waitForFocus(findField('lvl_sing_up_email')))
          await findField('lvl_sing_up_email').fill(`lena.${language}@buyer.example`)
          await sendButton.click()
          await page.getByText(t('signup.done')).waitFor()
          await page.getByRole('heading', { level: 1, name: t('login.heading') }).waitFor()
          assert.equal(page.url(), app.url + inLanguage('/login', language))

          await page.route('**' + endpoints.userLogin[1], async (route) => {
            const busyButton = page.getByRole('button', { name: t('form.submitting') })
            await busyButton.waitFor()
            assert.ok(await busyButton.isDisabled())
            await route.continue()
          })
          await signIn(page, language, `lena.${language}`, 'spools-and-bobbins')
          await page.waitForURL(app.url + inLanguage('/dashboard', language))
          await page.getByRole('heading', { level: 1, name: t('dashboard.welcome', { name: 'Lena Vogt' }) }).waitFor()
          await page.getByRole('heading', { name: t('dashboard.empty_title') }).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          const token = await page.evaluate(() => sessionStorage.getItem('token'))
          assert.equal((await app.call('activeBookingRooms', {}, { token: token! })).status, 200)

          await page.evaluate(() => sessionStorage.setItem('anything', 'else'))
          const logoutResponse = page.waitForResponse('**' + endpoints.logout[1])
          await page
            .getByRole('banner')
            .getByRole('button', { name: t('shell.sign_out') })
            .click()
          await page.waitForURL(app.url + inLanguage('/login', language))
          await page
            .getByRole('banner')
            .getByRole('link', { name: t('shell.sign_in') })
            .waitFor()
          assert.equal(await page.evaluate(() => sessionStorage.length), 0)
          assert.equal((await logoutResponse).status(), 200)
          assert.equal((await app.call('activeBookingRooms', {}, { token: token! })).status, 401)
        },
        { expectedErrors: [`422 ${endpoints.userRegister[1]}`] },
      ))

    test('shows all errors of a sign-up together, each at its field (ACCT-3)', () =>
      visit(
        app,
        async (page) => {
          await openPage(page, inLanguage('/signup', language))
          const findField = (label: Parameters<typeof t>[0]) => page.getByLabel(t(label), { exact: true })
          const ruleTexts = [t('signup.password_rule', { min: 10 }), t('signup.password_uncommon')]
          const expectRuleStates = async (...states: string[]) => {
            for (const [index, state] of states.entries())
              await page.locator(`[data-state=${state}]`).getByText(ruleTexts[index]!).waitFor()
          }
          await findField('lvl_sing_up_name').fill('Lena Vogt')
          await findField('lvl_sing_up_email').fill('notmail')
          await findField('lvl_sing_up_username').fill('a')
          await expectRuleStates('open', 'open')
          await findField('lvl_sing_up_password').fill('password12345')
          await expectRuleStates('kept', 'broken')
          await findField('lvl_sing_up_password').fill('lena-vogt-95')
          await expectRuleStates('kept', 'broken')
          await findField('lvl_sing_up_password').fill('manchester')
          await expectRuleStates('kept', 'open')
          await findField('lvl_sing_up_repassword').fill('manchestex')
          await findField('lvl_ref_code_op').fill('NOPE')
          await page.getByRole('button', { name: t('level_sign_up') }).click()
          await page.getByText(t('error.referral_code')).waitFor()
          await expectRuleStates('kept', 'broken')
          const expectedErrors = {
            lvl_sing_up_email: t('error.email'),
            lvl_sing_up_username: t('error.username_invalid'),
            lvl_sing_up_password: [
              `${ruleTexts[0]} (${t('signup.rule_met')})${ruleTexts[1]} (${t('signup.rule_broken')})`,
              t('error.password_common'),
            ],
            lvl_sing_up_repassword: [t('signup.password_same'), t('error.password_mismatch')],
            lvl_ref_code_op: t('error.referral_code'),
          }
          for (const [label, messages] of Object.entries(expectedErrors))
            assert.deepEqual(
              await readDescriptions(findField(label as keyof typeof expectedErrors)),
              [messages].flat(),
              label,
            )
          assert.ok(await waitForFocus(findField('lvl_sing_up_email')))
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await findField('lvl_sing_up_password').pressSequentially('!')
          await expectRuleStates('kept', 'open')
        },
        { expectedErrors: [`422 ${endpoints.userRegister[1]}`] },
      ))

    test('asks a visitor to sign in before it shows the dashboard (APP-5)', () =>
      visit(app, async (page) => {
        await page.goto(inLanguage('/dashboard', language))
        await page.waitForURL(`**${inLanguage('/login', language)}?next=%2Fdashboard`)
        await signIn(page, language)
        await page.waitForURL(app.url + inLanguage('/dashboard', language))
        await page.getByRole('heading', { level: 1, name: t('dashboard.welcome', { name: 'Anna Becker' }) }).waitFor()
      }))

    describe('in English', () => {
      test('shows why a registration failed, and keeps the typed text (ACCT-3)', () =>
        visit(
          app,
          async (page) => {
            for (const [path, name, label] of [
              ['/signup', 'userRegister', 'Sign Up'],
              ['/register', 'register', 'Register'],
            ] as const) {
              await openPage(page, path)
              await page.getByLabel('Name', { exact: true }).fill('Lena Vogt')
              await page.getByLabel('Password', { exact: true }).fill('spools-and-bobbins')
              const sendButton = page.getByRole('button', { name: label, exact: true })
              const tooManyResponse = { status: 429, json: { message: 'Too many attempts.' } }
              await page.route('**' + endpoints[name][1], (route) => route.fulfill(tooManyResponse), { times: 1 })
              await sendButton.click()
              await page.getByRole('alert').getByText('Too many attempts.').waitFor()
              assert.ok(await waitForFocus(sendButton), 'the focus returns to the button')
              await page.route('**' + endpoints[name][1], (route) => route.abort(), { times: 1 })
              await sendButton.click()
              await page.getByRole('alert').getByText('We could not confirm that this was received.').waitFor()
              if (path === '/signup') assert.deepEqual(await findAccessibilityViolations(page), [])
              assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Lena Vogt')
              assert.equal(await page.getByLabel('Password', { exact: true }).inputValue(), 'spools-and-bobbins')
            }
          },
          {
            expectedErrors: [
              `429 ${endpoints.userRegister[1]}`,
              `429 ${endpoints.register[1]}`,
              'error: Sending failed',
              'failed /api/auth/',
            ],
          },
        ))

      test('ends the previous session at a new sign-in, even if the sign-in fails (APP-4)', () =>
        visit(
          app,
          async (page) => {
            await openSignedIn(page, app, '/login')
            const tokenBefore = await page.evaluate(() => sessionStorage.getItem('token'))
            await page.getByText('You are signed in as Anna Becker.').waitFor()
            assert.deepEqual(await findAccessibilityViolations(page), [])
            const logoutResponse = page.waitForResponse('**' + endpoints.logout[1])
            await signIn(page, 'en', 'anna', 'not-hers')
            await page.getByRole('alert').getByText('Invalid username or password.').waitFor()
            assert.deepEqual(await page.evaluate(() => ['token', 'user'].map((name) => sessionStorage.getItem(name))), [
              null,
              null,
            ])
            assert.equal((await logoutResponse).status(), 200)
            assert.equal((await app.call('activeBookingRooms', {}, { token: tokenBefore! })).status, 401)
          },
          { expectedErrors: [`422 ${endpoints.userLogin[1]}`] },
        ))

      test('does not reveal which part of a sign-in was wrong (ACCT-7)', () =>
        visit(
          app,
          async (page) => {
            await openPage(page, '/login')
            for (const [username, password] of [
              ['anna', 'not-hers'],
              ['nobody', passwordsByUsername.anna],
            ] as const) {
              await signIn(page, 'en', username, password)
              await page.getByRole('alert').getByText('Invalid username or password.').waitFor()
              assert.equal(await page.getByLabel('Username', { exact: true }).inputValue(), username)
            }
            assert.deepEqual(await findAccessibilityViolations(page), [])
            assert.equal(await page.evaluate(() => sessionStorage.length), 0)
          },
          { expectedErrors: [`422 ${endpoints.userLogin[1]}`] },
        ))

      test('accepts a username or an email address in one field, on both pages, and shows the error under it (ACCT-5, ACCT-6, API-12)', () =>
        visit(
          app,
          async (page) => {
            const waitForLoginRequest = () => page.waitForRequest('**' + endpoints.userLogin[1])
            for (const [path, label, hintTexts, loginName, fieldName] of [
              ['/login', 'Username', ['Your email address works too.'], 'anna@buyer.example', 'email'],
              ['/user-login', 'Email', [], 'anna', 'username'],
            ] as const) {
              await openPage(page, path)
              await page.getByRole('button', { name: 'Sign in', exact: true }).click()
              const field = page.getByLabel(label, { exact: true })
              await page.locator('[name=username][aria-invalid=true]').waitFor()
              assert.deepEqual(await readDescriptions(field), [...hintTexts, 'Please fill this in.'])
              assert.ok(await waitForFocus(field))
              const loginRequest = waitForLoginRequest()
              await signIn(page, 'en', loginName)
              assert.equal((await loginRequest).postDataJSON()[fieldName], loginName)
              await page.waitForURL(path === '/login' ? '**/dashboard' : '**/premimum-packages')
              await page.evaluate(() => sessionStorage.clear())
            }
          },
          { expectedErrors: [`422 ${endpoints.userLogin[1]}`] },
        ))

      test('treats a response without a token as an unexpected error (ACCT-7)', () =>
        visit(app, async (page) => {
          await openPage(page, '/login')
          await page.route('**' + endpoints.userLogin[1], (route) => route.fulfill({ json: {} }))
          await signIn(page, 'en')
          await page.getByRole('alert').getByText('An unexpected error occurred.').waitFor()
          assert.equal(await page.evaluate(() => sessionStorage.getItem('token')), null)
        }))

      test('redirects a user with an expired token to the sign-in page and then back (APP-5)', () =>
        visit(
          app,
          async (page) => {
            await openSignedIn(page, app, '/about')
            app.clock.advance(SESSION_TTL_MS)
            await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
            await page.waitForURL('**/login?next=%2Fdashboard&ended=1')
            await page.getByText('Your session has ended. Please sign in again.').waitFor()
            assert.equal(await page.evaluate(() => sessionStorage.length), 0)
            await signIn(page, 'en')
            await page.waitForURL('**/dashboard')
            await page.getByRole('heading', { level: 1, name: 'Welcome, Anna Becker' }).waitFor()
          },
          { expectedErrors: [`401 ${endpoints.activeBookingRooms[1]}`, `401 ${endpoints.getOwnEnquiries[1]}`] },
        ))

      test('never redirects from the sign-in page to another site, for any return path (APP-5)', () =>
        visit(app, async (page) => {
          for (const target of ['//evil.example', 'https://evil.example/', '/\\evil.example']) {
            await openPage(page, `/login?next=${encodeURIComponent(target)}`)
            await signIn(page, 'en')
            await page.waitForURL(`${app.url}/dashboard`)
            await page.getByRole('heading', { level: 1, name: 'Welcome, Anna Becker' }).waitFor()
          }
        }))

      test('sends a stored token without its quotes and replaces it at the next sign-in (APP-3, APP-4)', () =>
        visit(app, async (page) => {
          await openPage(page, '/login')
          const token = await app.signIn('anna')
          await page.evaluate((storedToken) => {
            sessionStorage.setItem('token', `"${storedToken}"`)
            sessionStorage.setItem('user', JSON.stringify({ id: 3, name: 'Anna Becker', role: 'member' }))
          }, token)
          const dashboardRequest = page.waitForRequest('**' + endpoints.activeBookingRooms[1])
          await openPage(page, '/dashboard')
          assert.equal((await dashboardRequest).headers()['authorization'], `Bearer ${token}`)
          await openPage(page, '/login')
          await signIn(page, 'en', 'staff', passwordsByUsername.staff)
          await page.waitForURL('**/office/today')
          const storedItems = await page.evaluate(() => [
            sessionStorage.getItem('token'),
            sessionStorage.getItem('user'),
          ])
          assert.notEqual(storedItems[0], `"${token}"`)
          assert.equal(JSON.parse(storedItems[1]!).name, 'Tanvir Hasan')
        }))

      test('says that the bookings could not be loaded and loads them again (ACCT-8, APP-12)', () =>
        visit(
          app,
          async (page) => {
            const failure = { status: 500, json: { message: 'no' } }
            await page.route('**' + endpoints.activeBookingRooms[1], (route) => route.fulfill(failure), { times: 1 })
            await openSignedIn(page, app, '/dashboard')
            await page.getByRole('alert').getByText('Your bookings could not be loaded.').waitFor()
            assert.deepEqual(await findAccessibilityViolations(page), [])
            await page.getByRole('button', { name: 'Try again' }).click()
            await page.getByRole('article').first().waitFor()
          },
          { expectedErrors: [`500 ${endpoints.activeBookingRooms[1]}`, 'error: Error fetching data'] },
        ))
    })
  })
}

/** Presses the button of each password field, which shows and hides the password. */
async function showAndHidePasswords(page: Page, language: Language): Promise<void> {
  const { t } = translatorFor(language)
  const passwords = ['password', 'password_confirmation'].map((name) => page.locator(`input[name=${name}]`))
  const readTypes = () => Promise.all(passwords.map((password) => password.getAttribute('type')))
  await page
    .getByRole('button', { name: t('login.show_password') })
    .nth(1)
    .click()
  assert.deepEqual(await readTypes(), ['password', 'text'])
  await page.getByRole('button', { name: t('login.show_password') }).click()
  assert.deepEqual(await readTypes(), ['text', 'text'])
  for (const _ of passwords)
    await page
      .getByRole('button', { name: t('login.hide_password') })
      .first()
      .click()
  assert.deepEqual(await readTypes(), ['password', 'password'])
}
