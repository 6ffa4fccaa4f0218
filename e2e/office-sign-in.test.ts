import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { visit } from '#testing/browser.ts'
import { findFreePort } from '#testing/browsers/child-program.ts'
import { passwordsByUsername, startTestApp, type TestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { selectPairs } from '#testing/pairs.ts'
import { createOwnerLink } from '#people/staff/owner.ts'
import { inLanguage } from '#routes/public.ts'
import { officeEndpoints, officePages, officeRoot } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openAccountMenu, rejectedOldToken } from './open-office-page.ts'
import { signIn } from './sign-in.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  const { t } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`signing in to the office, on ${engine.name}, in ${language}`, () => {
    let app: TestApp
    before(async () => {
      const port = await findFreePort()
      // A passkey belongs to a host name. `localhost` is the name that browsers trust without a certificate.
      const settings = { SEED: 'none', PORT: String(port), PUBLIC_URL: `http://localhost:${port}` }
      app = await startTestApp(engine, settings)
    })
    after(() => app.close())

    const createPasskeySite = () => ({ url: app.publicUrl, clock: app.clock })
    const press = (page: Page, word: Parameters<typeof t>[0]) =>
      page.getByRole('button', { name: t(word), exact: true }).click()
    const waitForOffice = (page: Page) => page.getByRole('heading', { level: 1, name: t('desk.today') }).waitFor()
    const pressSignOut = async (page: Page) => {
      await press(page, 'shell.sign_out')
      await page.waitForURL(`**${inLanguage('/login', language)}`)
    }
    const signOut = async (page: Page) => {
      await openAccountMenu(page)
      await pressSignOut(page)
    }
    const checkLayout = async (page: Page) => {
      assert.deepEqual(await findAccessibilityViolations(page), [])
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
    }

    test('lets the first owner sign in with the link from the command and set up an authenticator app, and asks for its code at the next sign-in (OFF-8)', () =>
      visit(
        createPasskeySite(),
        async (page) => {
          const link = await createOwnerLink(app.db, app.clock.now, app.publicUrl, 'mina@selvage.example')
          await page.goto(link!.url.replace('/office', inLanguage('/office', language)))
          await page.getByRole('heading', { level: 1, name: t('sign_in.invitation_title') }).waitFor()
          await checkLayout(page)
          await page.getByLabel(t('sign_in.name')).fill('Mina Rahman')
          await page.getByLabel(t('sign_in.username')).fill('owner')
          await page.getByLabel(t('password.new'), { exact: true }).fill('a long way to dhaka')
          await page.getByLabel(t('password.again'), { exact: true }).fill('a long way to dhaka')
          await press(page, 'sign_in.invitation_accept')
          await page.getByText(t('error.username_taken')).waitFor()
          await page.getByLabel(t('sign_in.username')).fill('mina')
          await press(page, 'sign_in.invitation_accept')

          await page.getByRole('heading', { level: 1, name: t('sign_in.set_up_title') }).waitFor()
          await checkLayout(page)
          await press(page, 'sign_in.app_set_up')
          await page.getByRole('img', { name: t('sign_in.app_qr_code') }).waitFor()
          await checkLayout(page)
          const secret = Secret.fromBase32((await page.locator('code').first().innerText()).replaceAll(' ', ''))
          const computeCode = () => new TOTP({ secret }).generate({ timestamp: app.clock.now })
          await page.getByLabel(t('sign_in.code'), { exact: true }).fill('000000')
          await press(page, 'sign_in.app_confirm')
          await page.getByText(t('error.code_wrong')).waitFor()
          await page.getByLabel(t('sign_in.code'), { exact: true }).fill(computeCode())
          await press(page, 'sign_in.app_confirm')
          await page.getByRole('heading', { name: t('sign_in.codes_title') }).waitFor()
          await checkLayout(page)
          const recoveryCodes = await page
            .getByRole('region', { name: t('sign_in.codes_title') })
            .locator('code')
            .allInnerTexts()
          await press(page, 'sign_in.open_office')
          await waitForOffice(page)

          await signOut(page)
          app.clock.advance(60_000)
          for (const createCode of [computeCode, () => recoveryCodes[0]!]) {
            await signIn(page, language, 'mina', 'a long way to dhaka')
            await page.getByRole('heading', { level: 1, name: t('sign_in.second_factor_title') }).waitFor()
            if (createCode === computeCode) await checkLayout(page)
            await page.getByLabel(t('sign_in.code'), { exact: true }).fill(createCode())
            await page.keyboard.press('Enter')
            await waitForOffice(page)
            await signOut(page)
          }
          const subjects = (await readEmailsTo(app, 'mina@selvage.example')).map(({ header }) => header('subject'))
          assert.deepEqual(subjects, [t('mail.app_added'), t('mail.recovery_used')])
        },
        {
          locale,
          possibleErrors: [rejectedOldToken],
          expectedErrors: [
            `422 ${officeEndpoints.acceptInvitation[1]}`,
            `422 ${officeEndpoints.confirmAuthenticatorApp[1]}`,
          ],
        },
      ))

    test('adds a passkey, signs in with it, and removes it after a new verification (OFF-8)', () =>
      visit(
        createPasskeySite(),
        async (page) => {
          const devtools = await page.context().newCDPSession(page)
          await devtools.send('WebAuthn.enable')
          await devtools.send('WebAuthn.addVirtualAuthenticator', {
            options: {
              protocol: 'ctap2',
              transport: 'internal',
              hasResidentKey: true,
              hasUserVerification: true,
              isUserVerified: true,
              automaticPresenceSimulation: true,
            },
          })
          await page.goto(inLanguage('/login', language))
          await signIn(page, language, 'staff', passwordsByUsername.staff)
          await waitForOffice(page)
          await page.goto(inLanguage(officePages.security, language))
          await page.getByRole('heading', { level: 1, name: t('sign_in.security') }).waitFor()
          await page.getByLabel(t('sign_in.passkey_name')).fill('Tanvir’s phone')
          await press(page, 'sign_in.passkey_add')
          await page.getByRole('heading', { name: t('sign_in.codes_title') }).waitFor()
          await page.getByText('Tanvir’s phone').waitFor()
          await signOutFromMore(page)

          await signIn(page, language, 'staff', passwordsByUsername.staff)
          await page.getByRole('heading', { level: 1, name: t('sign_in.second_factor_title') }).waitFor()
          await press(page, 'sign_in.use_passkey')
          await waitForOffice(page)

          app.clock.advance(11 * 60_000)
          await page.goto(inLanguage(officePages.security, language))
          const removeButton = page.getByRole('button', {
            name: t('sign_in.passkey_remove_named', { name: 'Tanvir’s phone' }),
          })
          await removeButton.click()
          await page.getByRole('dialog', { name: t('sign_in.verify_title') }).waitFor()
          await checkLayout(page)
          await press(page, 'sign_in.use_passkey')
          await removeButton.waitFor({ state: 'detached' })
          assert.deepEqual(await app.db.selectFrom('passkey').selectAll().execute(), [])
        },
        {
          locale,
          width: 390,
          hasTouch: true,
          expectedErrors: [`403 ${officeEndpoints.removePasskey[1]}`],
          possibleErrors: [rejectedOldToken],
        },
      ))

    test('opens the linked page after sign-in, otherwise Today, or the first page that the role may see (OFF-6)', () =>
      visit(
        app,
        async (page) => {
          const waitForPage = (path: string) => page.waitForURL(app.url + inLanguage(path, language))
          await page.goto(inLanguage(officeRoot, language))
          await page.waitForURL(/\/login\?next=/)
          await signIn(page, language, 'staff', passwordsByUsername.staff)
          await waitForPage(officePages.today)
          await waitForOffice(page)
          await page.goto(inLanguage(officePages.requests, language))
          await page.getByRole('heading', { level: 1, name: t('office.requests') }).waitFor()
          await page.getByRole('banner').getByRole('link').first().click()
          await waitForPage(officePages.today)
          await waitForOffice(page)
          await signOut(page)

          await page.goto(inLanguage(officePages.chart, language))
          await page.waitForURL(/\/login\?next=/)
          await signIn(page, language, 'staff', passwordsByUsername.staff)
          await waitForPage(officePages.chart)
          await page.getByRole('heading', { level: 1, name: t('desk.chart') }).waitFor()

          await app.db.updateTable('staff_role').set({ grants: '["clean rooms"]' }).where('id', '=', 1).execute()
          await page.goto(inLanguage(officeRoot, language))
          await waitForPage(officePages.housekeeping)
          await page.getByRole('heading', { level: 1, name: t('housekeeping.title') }).waitFor()
          await app.db.updateTable('staff_role').set({ grants: '[]' }).where('id', '=', 1).execute()
          await page.goto(inLanguage(officeRoot, language))
          await page.getByRole('heading', { level: 1, name: t('office.not_granted') }).waitFor()
        },
        { locale },
      ))

    async function signOutFromMore(page: Page) {
      await page.getByRole('button', { name: t('office.more_pages') }).click()
      await pressSignOut(page)
    }
  })
}
