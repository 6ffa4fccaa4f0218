import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, waitForFocus, waitUntil, visit } from '#testing/browser.ts'
import { passwordsByUsername, setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { writeCompany } from '#content/company.ts'
import { translatorFor } from '#locales/both.ts'
import { formatDateList as datesSaid } from '#locales/dates.ts'
import { endpoints, inLanguage } from '#routes/public.ts'
import { rafiq } from './booking-form.ts'
import { chooseDatesByKeys, findCheckInField } from './dates.ts'
import { pressTabUntil } from './tab-to.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  describe(`keyboard navigation, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    before(async () => {
      await writeCompany(app.db, { takesOnlinePayments: true })
    })

    const translator = translatorFor(language)
    const { t } = translator
    const roomName = { en: 'Twin Room', bn: 'টুইন রুম' }[language]

    test('suffices to find and book a room as a guest (SRCH-1, BOOK-4)', () =>
      visit(app, async (page) => {
        const { keyboard } = page
        await openPage(page, inLanguage('/', language))
        await pressTabUntil(page, page.getByRole('link', { name: t('shell.skip') }))
        await keyboard.press('Enter')
        const datesField = findCheckInField(page, translator)
        await chooseDatesByKeys(datesField, translator, app.day(0), [app.day(20), app.day(22)])
        assert.ok(await waitForFocus(datesField), 'the focus returns to the dates')
        await pressTabUntil(page, page.getByRole('button', { name: t('search.submit') }))
        await keyboard.press('Enter')
        const resultsTitle = t('rooms.results_title', { dates: datesSaid(translator, app.day(20), app.day(22)) })
        await page.getByRole('heading', { level: 1, name: resultsTitle }).waitFor()

        await pressTabUntil(
          page,
          page
            .getByRole('article')
            .filter({ hasText: roomName })
            .getByRole('link', { name: t('rooms.book_now') }),
        )
        await keyboard.press('Enter')
        await page.getByRole('heading', { level: 1, name: roomName }).waitFor()
        await pressTabUntil(page, page.getByRole('tab', { name: t('booking.tab_guest') }))
        await keyboard.press('ArrowRight')
        assert.ok(await waitForFocus(page.getByRole('tab', { name: t('booking.tab_account') })))
        assert.deepEqual(await findAccessibilityViolations(page), [])
        await keyboard.press('ArrowLeft')
        assert.ok(await waitForFocus(page.getByRole('tab', { name: t('booking.tab_guest') })))
        for (const name of ['name', 'email', 'phone'] as const) {
          await pressTabUntil(page, page.locator('#booking').getByLabel(t(`booking.${name}`), { exact: true }))
          await keyboard.type(rafiq[name])
        }
        const bookButton = page.getByRole('button', { name: t('booking.submit'), exact: true })
        await pressTabUntil(page, bookButton)
        await keyboard.press('Enter')

        const dialog = page.getByRole('dialog', { name: t('booking.invalid_title') })
        await dialog.getByText(`${t('booking.paymenttype')}: ${t('error.payment_type')}`).waitFor()
        for (let pressCount = 0; pressCount < 6; pressCount += 1) {
          await keyboard.press('Tab')
          assert.ok(
            await page.evaluate(() => document.activeElement!.matches('body, dialog *')),
            'the focus stays inside',
          )
        }
        await keyboard.press('Escape')
        await dialog.waitFor({ state: 'hidden' })
        await waitUntil(page, () => (document.activeElement as HTMLSelectElement).name === 'paymenttype')
        await keyboard.press('ArrowDown')
        await keyboard.press('ArrowDown')
        await pressTabUntil(page, bookButton)
        await keyboard.press('Enter')
        await page.getByRole('heading', { level: 1, name: t('booking.success_title') }).waitFor()
        const bookedRow = await app.db.selectFrom('booking').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
        assert.deepEqual([bookedRow.email, bookedRow.payment_type, bookedRow.language], [rafiq.email, 2, language])
      }))

    describe('in English', () => {
      test('suffices to sign in, edit the profile, change the password and sign out (ACCT-5, ACCT-11, ACCT-12)', () =>
        visit(
          app,
          async (page) => {
            const { keyboard } = page
            const newPassword = 'warp-weft-and-selvage'
            const findField = (label: string) => page.getByLabel(label, { exact: true })
            const fillField = async (label: string, text: string) => {
              await pressTabUntil(page, findField(label))
              await keyboard.press('ControlOrMeta+A')
              await keyboard.type(text)
            }
            const menu = page.getByRole('navigation', { name: 'Your account' })
            await openPage(page, '/login?next=/user/profile')
            await fillField('Username', 'anna')
            await fillField('Password', passwordsByUsername.anna)
            await keyboard.press('Enter')
            await findField('Company').waitFor()
            await fillField('Username', 'staff')
            await fillField('Company', 'Becker & Daughters')
            await keyboard.press('Enter')
            const dialog = page.getByRole('dialog', { name: 'Validation Errors' })
            await dialog.getByText('Username: This username is already in use.').waitFor()
            await keyboard.press('Escape')
            await dialog.waitFor({ state: 'hidden' })
            await waitUntil(page, () => (document.activeElement as HTMLInputElement).name === 'username')
            await fillField('Username', 'anna')
            await pressTabUntil(page, page.getByRole('button', { name: 'Submit' }))
            await keyboard.press('Enter')
            await page.getByRole('heading', { level: 1, name: 'Welcome, Anna Becker' }).waitFor()

            await openPage(page, '/user/profile')
            await pressTabUntil(page, menu.getByRole('link', { name: 'Password' }))
            await keyboard.press('Enter')
            await page.getByRole('heading', { level: 1, name: 'Change Password' }).waitFor()
            await fillField('Password', passwordsByUsername.anna)
            await fillField('New Password', newPassword)
            await fillField('Confirm Password', newPassword)
            await keyboard.press('Enter')
            await page.getByText('From now on, sign in with your new password.').waitFor()
            await page.keyboard.press('Tab')
            assert.ok(
              await waitForFocus(page.getByRole('link', { name: 'Go to dashboard' })),
              'Tab continues at the result',
            )
            await openPage(page, '/user/change-password')
            await pressTabUntil(page, page.getByRole('banner').getByRole('button', { name: 'Sign out' }))
            await keyboard.press('Enter')
            await page.getByRole('heading', { level: 1, name: 'Customer Portal' }).waitFor()
            assert.equal((await app.call('userLogin', { username: 'anna', password: newPassword })).status, 200)
          },
          { expectedErrors: [`422 ${endpoints.updateBookingUser[1]}`] },
        ))

      test('shows the focus on every focusable element', () =>
        visit(app, async (page) => {
          // A small viewport paints faster, and every key press repaints the page.
          await page.setViewportSize({ width: 1280, height: 300 })
          for (const path of ['/', '/booking-details/twin', '/contact', '/signup', '/user-login']) {
            await openPage(page, path)
            await page.evaluate(recordFocus)
            for (let pressCount = 0; !(await page.evaluate(() => window.focusNotes.isRound)); pressCount += 10) {
              assert.ok(pressCount < 500, `Tab reaches the first element of ${path} again`)
              for (let count = 0; count < 10; count += 1) await page.keyboard.press('Tab')
            }
            const { taken: focusCount, hidden: unmarkedElements } = await page.evaluate(() => window.focusNotes)
            assert.ok(focusCount > 10, path)
            assert.deepEqual(unmarkedElements, [], path)
          }
        }))
    })
  })
}

declare global {
  interface Window {
    focusNotes: { taken: number; hidden: string[]; isRound: boolean }
  }
}

/**
 * Runs in the page: counts the elements that take the focus until it returns to the first, and lists those without a
 * visible ring.
 */
function recordFocus(): void {
  const focusCounts = { taken: 0, hidden: [] as string[], isRound: false }
  window.focusNotes = focusCounts
  let firstTarget: EventTarget | null = null
  addEventListener('focusin', ({ target }) => {
    focusCounts.isRound ||= target === firstTarget
    if (focusCounts.isRound) return
    firstTarget ??= target
    focusCounts.taken += 1
    const element = target as HTMLElement
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    const { width, height } = element.getBoundingClientRect()
    const hasRing = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && width > 0 && height > 0
    if (!hasRing)
      focusCounts.hidden.push(`${element.tagName} ${element.getAttribute('name') ?? element.textContent.slice(0, 30)}`)
  })
}
