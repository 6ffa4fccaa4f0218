import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { waitForFocus, visit } from '#testing/browser.ts'
import { passwordsByUsername, setUpTestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { selectPairs } from '#testing/pairs.ts'
import { holdToasts } from '#testing/toasts.ts'
import { officeEndpoints, officeHref, officePages } from '#routes/office.ts'
import { recordAudit } from '#platform/audit.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage, rejectedOldToken } from './open-office-page.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  const { t, day, digits } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`the people section of the office, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    const press = (page: Page, word: Parameters<typeof t>[0]) =>
      page.getByRole('button', { name: t(word), exact: true }).click()
    const checkLayout = async (page: Page) => {
      assert.deepEqual(await findAccessibilityViolations(page), [])
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
    }
    const findNameField = (page: Page) => page.getByLabel(t('edit.in_english', { label: t('role.name') }))

    for (const width of [390, 1440])
      test(`invites a colleague, and suspends the account after a new verification, at ${width} px (OFF-9)`, () =>
        visit(
          app,
          async (page) => {
            await holdToasts(page)
            const email = `mina-${width}@selvage.example`
            await openOfficePage(page, app, language, officePages.team)
            await page.getByRole('heading', { level: 1, name: t('team.title') }).waitFor()
            await page.getByLabel(t('team.email')).fill('mina')
            await press(page, 'team.send')
            await page.getByText(t('error.email')).waitFor()
            assert.ok(await waitForFocus(page.getByLabel(t('team.email'))))
            await page.getByLabel(t('team.email')).fill(email)
            await press(page, 'team.send')
            await page.getByText(t('team.sent', { email })).waitFor()
            assert.equal((await readEmailsTo(app, email)).length, 1)
            await page.getByRole('link', { name: email }).click()
            await page.getByRole('button', { name: t('team.suspend'), exact: true }).waitFor()
            await page.getByText(t('team.invited')).waitFor()
            app.clock.advance(11 * 60_000)
            await press(page, 'team.suspend')
            await page.getByRole('dialog', { name: t('sign_in.verify_title') }).waitFor()
            await checkLayout(page)
            await page.getByLabel(t('login.password'), { exact: true }).fill(passwordsByUsername.owner)
            await page.keyboard.press('Enter')
            await page.getByText(t('team.was_suspended', { name: email })).waitFor()
            await page.getByText(t('team.suspended'), { exact: true }).waitFor()
            assert.equal(await page.getByRole('button', { name: t('team.send_reset'), exact: true }).count(), 0)
          },
          {
            width,
            locale,
            expectedErrors: [`422 ${officeEndpoints.inviteColleague[1]}`, `403 ${officeEndpoints.suspendColleague[1]}`],
            possibleErrors: [rejectedOldToken],
          },
        ))

    for (const width of [390, 1440])
      test(`suspends a member with a message, restores the account and ends its sessions, at ${width} px (OFF-11, LET-53)`, () =>
        visit(
          app,
          async (page) => {
            await holdToasts(page)
            const token = await app.signIn('owner')
            const { body } = await app.call('getPeople', { search: 'anna', kind: 'member' }, { token })
            const [{ id, name }] = body.data
            await openOfficePage(page, app, language, officeHref('person', id))
            await page.getByText(t('people.close_member'), { exact: true }).press('Enter')
            const messageField = page.getByLabel(t('request.message', { language: t('office.in_en') }))
            await messageField.fill('Please call us.')
            await press(page, 'team.suspend')
            await page.getByText(t('team.was_suspended', { name })).waitFor()
            await page.getByText(t('team.suspended'), { exact: true }).waitFor()
            assert.equal(await messageField.inputValue(), '', 'the message is not sent a second time')
            await press(page, 'team.restore')
            await page.getByText(t('team.was_restored', { name })).waitFor()
            await page.getByRole('button', { name: t('team.suspend'), exact: true }).waitFor()
            await press(page, 'team.end_sessions')
            await page.getByText(t('team.sessions_ended', { name })).waitFor()
            await page.getByRole('heading', { name: t('people.stays') }).waitFor()
            const emails = (await readEmailsTo(app, 'anna@buyer.example')).slice(-2)
            assert.deepEqual(
              emails.map(({ text }) => text.includes('Please call us.')),
              [true, false],
            )
          },
          { width, locale },
        ))

    test('edits a role by keyboard, warns about unsaved changes, and shows both versions after a conflict (OFF-9)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officeHref('role', 2))
          await findNameField(page).focus()
          await page.keyboard.press('End')
          await page.keyboard.type(' in chief')
          await page
            .getByRole('link', { name: t('team.title') })
            .first()
            .click()
          await page.getByRole('dialog', { name: t('edit.leave_title') }).waitFor()
          await checkLayout(page)
          await press(page, 'edit.stay')
          assert.equal(await findNameField(page).inputValue(), 'Editor in chief')

          const token = await app.signIn('owner')
          const { body: role } = await app.call('getStaffRole', { id: 2 }, { token })
          await app.call('saveStaffRole', { ...role, name_en: 'Author' }, { token })
          await findNameField(page).focus()
          await page.keyboard.press('Enter')
          await page.getByRole('heading', { name: t('edit.stale') }).waitFor()
          for (const version of ['Author', 'Editor in chief']) await page.getByRole('cell', { name: version }).waitFor()
          await press(page, 'edit.keep_mine')
          await page.getByRole('heading', { name: t('edit.stale') }).waitFor({ state: 'detached' })
          const savedRole = (await app.call('getStaffRole', { id: 2 }, { token })).body
          assert.deepEqual([savedRole.name_en, savedRole.version], ['Editor in chief', role.version + 2])

          await findNameField(page).fill('Reporter')
          await page.reload()
          assert.equal(await findNameField(page).inputValue(), 'Reporter', 'the typed text is still there')
          await press(page, 'edit.discard')
          assert.equal(await findNameField(page).inputValue(), 'Editor in chief')
        },
        { locale, expectedErrors: [`409 ${officeEndpoints.saveStaffRole[1]}`] },
      ))

    test('lists who changed what by day, and filters the log (OFF-10, OFF-325, OFF-380, OFF-381)', () =>
      visit(
        app,
        async (page) => {
          await recordAudit(app.db, {
            at: app.clock.now,
            accountId: null,
            action: 'order changed',
            subject: 'order 1',
            changes: { po_number: ['', 'PO 1'], courier: ['', 'DHL'] },
          })
          await openOfficePage(page, app, language, officePages.log)
          await page.getByRole('heading', { level: 1, name: t('log.title') }).focus()
          await page.keyboard.press('?')
          await page.getByRole('dialog', { name: t('keys.title') }).waitFor()
          await checkLayout(page)
          await page.keyboard.press('Escape')
          await page.getByRole('heading', { level: 1, name: t('log.title') }).waitFor()
          await page.getByText('Author').first().waitFor()
          const firstDay = page.getByRole('main').getByRole('heading', { level: 2 }).first()
          assert.equal(await firstDay.textContent(), `${t('desk.today')} · ${day(app.day(0), 'weekday')}`)
          const changes = page.getByRole('main').locator('details').first()
          assert.equal(await changes.getByRole('definition').first().isVisible(), false)
          await changes.locator('summary').click()
          await changes.getByRole('definition').first().waitFor()
          await checkLayout(page)
          await page.getByLabel(t('log.area')).selectOption('money')
          await page.waitForURL(/area=money/)
          await page.getByText('Author').first().waitFor({ state: 'detached' })
          // The second filter changes while the first one is still loading.
          const isAreaRequest = (url: URL) => url.pathname === officeEndpoints.getLog[1] && !url.searchParams.has('who')
          await page.route(isAreaRequest, () => {})
          await page.getByLabel(t('log.area')).selectOption('access')
          await page.getByLabel(t('log.who')).selectOption({ label: 'Nasreen Akter' })
          await page.waitForURL(/area=access&who=\d+/)
          await page.getByText('Author').first().waitFor()
          await page.getByLabel(t('log.until'), { exact: true }).fill(app.day(-1))
          await page.getByLabel(t('log.until'), { exact: true }).press('Enter')
          await page.getByText(t('log.none')).waitFor()
          const until = `${day(app.day(-1), 'short')} ${digits(app.day(-1).slice(0, 4))}`
          await page.getByText(until, { exact: true }).waitFor()
          await checkLayout(page)
        },
        { locale, width: 390 },
      ))
  })
}
