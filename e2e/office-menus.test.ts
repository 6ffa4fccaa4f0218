import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { waitForFocus, openPage, visit } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { inLanguage } from '#routes/public.ts'
import { officeEndpoints, officeHref } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage, drag, waitUntilSaved } from './open-office-page.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const { t } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'
  const menusPath = officeHref('settingsSection', 'menus')

  describe(`the menu editor, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    const mainMenuParams = { label: t('settings.main_menu') }
    const findRows = (page: Page) => page.getByRole('list', { name: mainMenuParams.label }).getByRole('group')
    const findNameField = (page: Page, index: number) =>
      findRows(page)
        .nth(index)
        .getByLabel(t(language === 'bn' ? 'edit.in_bangla' : 'edit.in_english', { label: t('settings.menu_name') }))
    const findEnglishNameField = (page: Page, index: number) =>
      findRows(page)
        .nth(index)
        .getByLabel(t('edit.in_english', { label: t('settings.menu_name') }))
    const findSaveButton = (page: Page) => page.getByRole('button', { name: t('edit.save'), exact: true })
    const findMainMenu = (page: Page) => page.getByRole('navigation', { name: t('shell.main_menu') }).getByRole('list')
    const resetMenus = async () => {
      const token = await app.signIn('owner')
      const { version } = (await app.call('getSettings', {}, { token })).body.menus
      const { product: productMenus } = (await app.call('getMenuChoices', {}, { token })).body
      await app.call('saveMenusSettings', { version, ...productMenus }, { token })
    }

    test(`renames, moves and adds links by keyboard and shows them on the site, at ${width} px (OFF-106, OFF-98)`, () =>
      visit(
        app,
        async (page) => {
          await resetMenus()
          await openOfficePage(page, app, language, menusPath)
          assert.equal(await findRows(page).count(), 6)
          const newLabel = language === 'bn' ? 'কারিগর' : 'Who we are'
          await findNameField(page, 1).fill(newLabel)

          // Moves the products above the renamed link. The button keeps the focus.
          const upButton = page.getByRole('button', { name: t('order.up', { name: t('shell.products') }) })
          await upButton.focus()
          for (const expectedPosition of [3, 2]) {
            await page.keyboard.press('Enter')
            await page
              .getByText(t('order.moved', { name: t('shell.products'), place: expectedPosition, all: 6 }))
              .waitFor({ state: 'attached' })
            assert.ok(await waitForFocus(upButton))
          }

          const addButton = page.getByRole('button', { name: t('edit.add_to', mainMenuParams) })
          await addButton.focus()
          await page.keyboard.press('Enter')
          const targetField = findRows(page).nth(6).getByLabel(t('settings.menu_to'))
          assert.ok(await waitForFocus(targetField))
          await findSaveButton(page).press('Enter')
          await page.getByText(t('edit.refused')).waitFor()
          assert.equal(await findRows(page).nth(6).getByText(t('error.required')).count(), 2)
          assert.ok(await waitForFocus(targetField))
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await targetField.selectOption('/blog')
          const title = await findEnglishNameField(page, 6).inputValue()
          assert.equal(title, 'Blog')
          const blogTitle = await findNameField(page, 6).inputValue()
          await findNameField(page, 6).press('Enter')
          await waitUntilSaved(page, language)

          await openPage(page, inLanguage('/contact', language))
          if (width < 1024) await page.getByRole('button', { name: t('shell.menu') }).click()
          await findMainMenu(page).getByRole('link', { name: newLabel, exact: true }).waitFor()
          assert.deepEqual(await findMainMenu(page).getByRole('link').allInnerTexts(), [
            t('shell.home'),
            t('shell.products'),
            newLabel,
            t('shell.services'),
            t('shell.rooms'),
            t('shell.contact'),
            blogTitle,
          ])
          const currentLink = findMainMenu(page).getByRole('link', { name: t('shell.contact'), exact: true })
          assert.equal(await currentLink.getAttribute('aria-current'), 'page')
          await findMainMenu(page).getByRole('link', { name: blogTitle, exact: true }).click()
          await page.waitForURL(app.url + inLanguage('/blog', language))
          await page.getByRole('heading', { level: 1, name: blogTitle }).waitFor()
        },
        { locale, width, expectedErrors: [`422 ${officeEndpoints.saveMenusSettings[1]}`] },
      ))

    test('accepts a typed address, shows errors under it, and restores the default menu with one press (OFF-106)', () =>
      visit(
        app,
        async (page) => {
          await resetMenus()
          await openOfficePage(page, app, language, menusPath)
          const resetButton = page.getByRole('button', { name: t('settings.menu_reset_of', mainMenuParams) })
          assert.ok(await resetButton.isDisabled())
          await findRows(page).nth(0).getByLabel(t('settings.menu_to')).selectOption('other')
          const address = findRows(page).nth(0).getByLabel(t('settings.menu_address'), { exact: true })
          await address.fill('')
          assert.ok(await address.isVisible())
          await address.fill('//evil.example')
          await findSaveButton(page).click()
          await findRows(page).nth(0).getByText(t('error.link_path')).waitFor()
          assert.ok(await waitForFocus(address))
          await address.fill('https://fair.example/hall-4')
          await drag(page, page.getByRole('list', { name: mainMenuParams.label }), 0, 2)
          await page
            .getByText(t('order.moved', { name: t('shell.home'), place: 3, all: 6 }))
            .waitFor({ state: 'attached' })
          await findSaveButton(page).click()
          await waitUntilSaved(page, language)
          await resetButton.click()
          await page.getByText(t('settings.menu_is_standard')).first().waitFor()
          await findSaveButton(page).click()
          await waitUntilSaved(page, language)
          const { changes } = (
            await app.call('getLog', { subject: 'settings menus' }, { token: await app.signIn('owner') })
          ).body.data[0]
          assert.equal(changes[0].before[2].to, 'https://fair.example/hall-4')
          await page.getByText(t('changed.main_menu'), { exact: true }).first().waitFor()
          await page
            .getByRole('button', { name: t('edit.remove_named', { name: t('shell.rooms') }) })
            .first()
            .press('Enter')
          assert.equal(await findRows(page).count(), 5)
          assert.ok(await waitForFocus(page.getByRole('button', { name: t('edit.add_to', mainMenuParams) })))
          await page.getByRole('button', { name: t('edit.discard') }).click()
        },
        { locale, width: 1440, expectedErrors: [`422 ${officeEndpoints.saveMenusSettings[1]}`] },
      ))

    test('shows eight links with the longest names in full at every width (OFF-106, APP-7)', () =>
      visit(
        app,
        async (page) => {
          const token = await app.signIn('owner')
          const { body } = await app.call('getSettings', {}, { token })
          const { pages } = (await app.call('getMenuChoices', {}, { token })).body
          const menuEntries = pages.slice(0, 8).map(({ to }: { to: string }, index: number) => ({
            to,
            title_en: `${index}`.padEnd(24, 'W'),
            title_bn: `${index}`.padEnd(24, 'ক্ষম '.repeat(5)).trim().padEnd(24, 'ম'),
          }))
          const form = { version: body.menus.version, main_menu: menuEntries, quick_links: menuEntries }
          assert.equal((await app.call('saveMenusSettings', form, { token })).status, 200)
          for (const screenWidth of [320, 390, 1024, 1280, 1440]) {
            await page.setViewportSize({ width: screenWidth, height: 900 })
            await openPage(page, inLanguage('/contact', language))
            if (screenWidth < 1024) await page.getByRole('button', { name: t('shell.menu') }).click()
            await findMainMenu(page).getByRole('link').nth(7).waitFor()
            const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth)
            assert.equal(pageWidth, screenWidth)
            const linkBoxes = await findMainMenu(page)
              .getByRole('link')
              .evaluateAll((all) =>
                all.map((link) => [link.scrollWidth - link.clientWidth, link.getBoundingClientRect()] as const),
              )
            for (const [index, [hiddenPx, box]] of linkBoxes.entries()) {
              assert.ok(hiddenPx <= 0 && box.left >= 0 && box.right <= screenWidth, `${index} at ${screenWidth}`)
              for (const [, otherBox] of linkBoxes.slice(0, index))
                assert.ok(
                  otherBox.bottom <= box.top + 1 || otherBox.right <= box.left + 1,
                  `${index} overlaps another link at ${screenWidth}`,
                )
            }
          }
          await resetMenus()
        },
        { locale },
      ))
  })
}
