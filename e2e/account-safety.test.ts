import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { readDescriptions, openPage, waitUntil, visit, waitUntilAbsent } from '#testing/browser.ts'
import { passwordsByUsername, setUpTestApp } from '#testing/test-app.ts'
import { readEmailsTo, extractLink } from '#testing/emails.ts'
import { selectPairs } from '#testing/pairs.ts'
import { endpoints, href, inLanguage, languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { signIn } from './sign-in.ts'
import { openSignedIn } from './open-signed-in.ts'
import { MINUTE_MS } from '#platform/durations.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  describe(`account protection, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine, { RATE_LIMIT: 'on' })

    test('never redirects to another site after the sign-in, for any return path (APP-5)', () =>
      visit(app, async (page) => {
        const externalTargets = [
          '/bn//127.0.0.2:1',
          '//127.0.0.2:1',
          '/bn/\\127.0.0.2:1',
          '/.//127.0.0.2:1',
          '/\t/127.0.0.2:1',
          '/bn/%0A/127.0.0.2:1',
        ]
        for (const [index, target] of externalTargets.entries()) {
          const isByEmail = index % 2 === 1
          const pageLanguage = languages[index % 4 < 2 ? 0 : 1]!
          await openPage(
            page,
            inLanguage(isByEmail ? '/user-login' : '/login', pageLanguage) +
              '?next=' +
              (target.includes('%') ? target : encodeURIComponent(target)),
          )
          if (isByEmail) {
            const { t } = translatorFor(pageLanguage)
            await page.getByLabel(t('lvl_sing_up_email'), { exact: true }).fill('anna@buyer.example')
            await page.getByLabel(t('login.password'), { exact: true }).fill(passwordsByUsername.anna)
            await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
          } else await signIn(page, pageLanguage)
          await page.waitForURL(app.url + inLanguage(isByEmail ? '/premimum-packages' : '/dashboard', pageLanguage))
        }
        await openPage(page, '/login?next=' + encodeURIComponent('/bn/user/profile'))
        await signIn(page, 'en')
        await page.waitForURL(app.url + '/user/profile')
      }))

    test('allows a new sign-in after a sign-out before the next page has loaded (APP-4, ACCT-7)', () =>
      visit(app, async (page) => {
        const { t } = translatorFor('en')
        await openPage(page, '/login')
        const { promise: pageReleasePromise, resolve: releasePage } = Promise.withResolvers<void>()
        await page.route(/dashboard-page/, async (route) => {
          await pageReleasePromise
          await route.continue()
        })
        await signIn(page, 'en')
        await page.waitForURL(app.url + '/dashboard')
        await page
          .getByRole('banner')
          .getByRole('button', { name: t('shell.sign_out') })
          .click()
        await page.waitForURL(app.url + '/login')
        releasePage()
        await signIn(page, 'en')
        await page.getByRole('heading', { level: 1, name: t('dashboard.welcome', { name: 'Anna' }) }).waitFor()
      }))

    const { t, count } = translatorFor(language)
    const localizePath = (page: Parameters<typeof href>[0]) => inLanguage(href(page as 'login'), language)

    test('explains to a user who must wait that a link in an email allows the sign-in at once (ACCT-4, ACCT-7)', () =>
      visit(
        app,
        async (page) => {
          app.clock.advance(120 * MINUTE_MS)
          for (let attempt = 0; attempt < 8; attempt++)
            await app.call('userLogin', { username: 'anna', password: 'wrong password' })
          await openPage(page, localizePath('login'))
          await signIn(page, language)
          await page.getByRole('alert').getByText(count('login.rate_limited', 1)).waitFor()
          await page.getByRole('link', { name: t('login.forgot') }).click()
          await page.getByLabel(t('lvl_sing_up_email'), { exact: true }).fill('anna@buyer.example')
          await page.getByRole('button', { name: t('forgot.submit') }).click()
          await page.getByRole('heading', { name: t('forgot.sent_title') }).waitFor()
          const { token } = extractLink((await readEmailsTo(app, 'anna@buyer.example')).at(-1))
          await openPage(page, localizePath('resetPassword') + '#token=' + token)
          await page.getByLabel(t('password.new'), { exact: true }).fill(passwordsByUsername.anna)
          await page.getByLabel(t('password.again'), { exact: true }).fill(passwordsByUsername.anna)
          await page.getByRole('button', { name: t('reset.submit') }).click()
          await page.getByRole('heading', { level: 1, name: t('login.heading') }).waitFor()
          for (const round of ['after the emailed link', 'from the known device']) {
            for (let attempt = 0; attempt < 8; attempt++)
              await app.call('userLogin', { username: 'anna', password: 'wrong password' })
            await signIn(page, language)
            await page.waitForURL(app.url + localizePath('dashboard'))
            await page
              .getByRole('banner')
              .getByRole('button', { name: t('shell.sign_out') })
              .click()
            await page.waitForURL(app.url + localizePath('login'))
            assert.match((await page.evaluate(() => localStorage.getItem('device')))!, /^[\w-]{43}$/, round)
          }
        },
        { expectedErrors: [`429 ${endpoints.userLogin[1]}`] },
      ))

    test('asks for the password before it changes the email address or username, and lets the old address undo the change (ACCT-11)', () =>
      visit(
        app,
        async (page) => {
          app.clock.advance(120 * MINUTE_MS)
          const username = `lena-${language}`
          const email = `${username}@buyer.example`
          const form = {
            name: 'Lena Vogt',
            email,
            username,
            password: passwordsByUsername.anna,
            password_confirmation: passwordsByUsername.anna,
          }
          assert.equal((await app.call('userRegister', form, { language })).status, 200)
          await app.call('confirmEmail', { token: extractLink((await readEmailsTo(app, email)).at(-1)).token })
          await openSignedIn(page, app, localizePath('profile'), username)
          const findField = (label: Parameters<typeof t>[0]) => page.getByLabel(t(label), { exact: true })
          const sendButton = page.getByRole('button', { name: t('profile.submit'), exact: true })
          await findField('lvl_sing_up_email').waitFor()
          await waitUntilAbsent(findField('profile.password'))
          app.clock.advance(11 * MINUTE_MS)

          for (const [label, ownValue, otherValue] of [
            ['lvl_sing_up_username', username, `vogt-${language}`],
            ['lvl_sing_up_email', email, `vogt-${language}@elbe.example`],
          ] as const) {
            await findField(label).fill(otherValue)
            await findField('profile.password').waitFor()
            await findField(label).fill(ownValue.toUpperCase())
            await waitUntilAbsent(findField('profile.password'))
          }
          await findField('lvl_sing_up_username').fill(username)
          await findField('lvl_sing_up_email').fill(`vogt-${language}@elbe.example`)
          for (const [password, errorKey] of [
            ['', 'error.password_required'],
            ['wrong password', 'error.password_incorrect'],
          ] as const) {
            await findField('profile.password').fill(password)
            await sendButton.click()
            await page.getByRole('dialog').getByText(t(errorKey)).waitFor()
            await page.keyboard.press('Escape')
            await waitUntil(page, () => document.activeElement?.getAttribute('name') === 'old_password')
            assert.deepEqual(await readDescriptions(findField('profile.password')), [
              t('profile.password_hint'),
              t(errorKey),
            ])
          }
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await findField('profile.password').fill(passwordsByUsername.anna)
          await sendButton.click()
          await page.getByText(t('profile.pending', { email: `vogt-${language}@elbe.example` })).waitFor()
          await waitUntilAbsent(findField('profile.password'))

          await app.call('confirmEmail', {
            token: extractLink((await readEmailsTo(app, `vogt-${language}@elbe.example`)).at(-1)).token,
          })
          const { page: path, token } = extractLink((await readEmailsTo(app, email)).at(-1))
          assert.equal(path, localizePath('undoEmail'))
          await openPage(page, `${path}#token=${token}`)
          const undoButton = page.getByRole('button', { name: t('undo.submit'), exact: true })
          await page.getByText(t('undo.consequence')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await undoButton.click()
          await page.getByText(t('account.email_undone', { email })).waitFor()
          assert.ok(
            await page.evaluate(() => document.activeElement!.matches('main :not(input)')),
            'the focus is on the result',
          )
          assert.deepEqual(await findAccessibilityViolations(page), [])
          assert.equal(await page.evaluate(() => sessionStorage.getItem('token')), null)
          await page.goto('about:blank')
          await openPage(page, `${path}#token=${token}`)
          await page.getByText(t('error.link_used')).waitFor()
          await page.getByText(t('undo.write')).waitFor()
          await waitUntilAbsent(undoButton)
          await page
            .getByRole('link', { name: t('home.talk_action') })
            .first()
            .waitFor()
        },
        { expectedErrors: [`422 ${endpoints.updateBookingUser[1]}`] },
      ))
  })
}
