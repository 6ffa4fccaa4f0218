import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { axeFindings } from '#testing/axe.ts'
import { takesFocus, open, visit } from '#testing/browser.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { pairsOf } from '#testing/pairs.ts'
import { inLanguage } from '#routes/public.ts'
import { officeEndpoints, officeHref } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { comeIn, drag, untilSaved } from './come-in.ts'

for (const { engine, language, width } of pairsOf(import.meta.url)) {
  const { t } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'
  const menus = officeHref('settingsSection', 'menus')

  describe(`the menus of the website, on ${engine.name}, in ${language}`, () => {
    let app: TestApp
    before(async () => {
      app = await startTestApp(engine)
    })
    after(() => app.close())

    const main = { label: t('settings.main_menu') }
    const rows = (page: Page) => page.getByRole('list', { name: main.label }).getByRole('group')
    const named = (page: Page, at: number) =>
      rows(page)
        .nth(at)
        .getByLabel(t(language === 'bn' ? 'edit.in_bangla' : 'edit.in_english', { label: t('settings.menu_name') }))
    const inEnglish = (page: Page, at: number) =>
      rows(page)
        .nth(at)
        .getByLabel(t('edit.in_english', { label: t('settings.menu_name') }))
    const save = (page: Page) => page.getByRole('button', { name: t('edit.save'), exact: true })
    const bar = (page: Page) => page.getByRole('navigation', { name: t('shell.main_menu') }).getByRole('list')
    const backToProduct = async () => {
      const token = await app.signIn('owner')
      const { version } = (await app.call('getSettings', {}, { token })).body.menus
      const { product } = (await app.call('getMenuChoices', {}, { token })).body
      await app.call('saveMenusSettings', { version, ...product }, { token })
    }

    test(`renames, moves and adds links by keyboard and shows them on the site, ${width} px (OFF-106, OFF-98)`, () =>
      visit(
        app,
        async (page) => {
          await backToProduct()
          await comeIn(page, app, language, menus)
          assert.equal(await rows(page).count(), 6)
          const said = language === 'bn' ? 'কারিগর' : 'Who we are'
          await named(page, 1).fill(said)

          // The products move above the renamed link. The button keeps the focus.
          const up = page.getByRole('button', { name: t('order.up', { name: t('shell.products') }) })
          await up.focus()
          for (const place of [3, 2]) {
            await page.keyboard.press('Enter')
            await page
              .getByText(t('order.moved', { name: t('shell.products'), place, all: 6 }))
              .waitFor({ state: 'attached' })
            assert.ok(await takesFocus(up))
          }

          const add = page.getByRole('button', { name: t('edit.add_to', main) })
          await add.focus()
          await page.keyboard.press('Enter')
          const where = rows(page).nth(6).getByLabel(t('settings.menu_to'))
          assert.ok(await takesFocus(where))
          await save(page).press('Enter')
          await page.getByText(t('edit.refused')).waitFor()
          assert.equal(await rows(page).nth(6).getByText(t('error.required')).count(), 2)
          assert.ok(await takesFocus(where))
          assert.deepEqual(await axeFindings(page), [])
          await where.selectOption('/blog')
          const title = await inEnglish(page, 6).inputValue()
          assert.equal(title, 'Blog')
          const lent = await named(page, 6).inputValue()
          await named(page, 6).press('Enter')
          await untilSaved(page, language)

          await open(page, inLanguage('/contact', language))
          if (width < 1024) await page.getByRole('button', { name: t('shell.menu') }).click()
          await bar(page).getByRole('link', { name: said, exact: true }).waitFor()
          assert.deepEqual(await bar(page).getByRole('link').allInnerTexts(), [
            t('shell.home'),
            t('shell.products'),
            said,
            t('shell.services'),
            t('shell.rooms'),
            t('shell.contact'),
            lent,
          ])
          const here = bar(page).getByRole('link', { name: t('shell.contact'), exact: true })
          assert.equal(await here.getAttribute('aria-current'), 'page')
          await bar(page).getByRole('link', { name: lent, exact: true }).click()
          await page.waitForURL(app.url + inLanguage('/blog', language))
          await page.getByRole('heading', { level: 1, name: lent }).waitFor()
        },
        { locale, width, troubles: [`422 ${officeEndpoints.saveMenusSettings[1]}`] },
      ))

    test('accepts a typed address, shows errors under it and restores the default menu at one press (OFF-106)', () =>
      visit(
        app,
        async (page) => {
          await backToProduct()
          await comeIn(page, app, language, menus)
          const product = page.getByRole('button', { name: t('settings.menu_product_of', main) })
          assert.ok(await product.isDisabled())
          await rows(page).nth(0).getByLabel(t('settings.menu_to')).selectOption('other')
          const address = rows(page).nth(0).getByLabel(t('settings.menu_address'), { exact: true })
          await address.fill('')
          assert.ok(await address.isVisible())
          await address.fill('//evil.example')
          await save(page).click()
          await rows(page).nth(0).getByText(t('error.link_path')).waitFor()
          assert.ok(await takesFocus(address))
          await address.fill('https://fair.example/hall-4')
          await drag(page, page.getByRole('list', { name: main.label }), 0, 2)
          await page
            .getByText(t('order.moved', { name: t('shell.home'), place: 3, all: 6 }))
            .waitFor({ state: 'attached' })
          await save(page).click()
          await untilSaved(page, language)
          await product.click()
          await page.getByText(t('settings.menu_is_product')).first().waitFor()
          await save(page).click()
          await untilSaved(page, language)
          const { changes } = (
            await app.call('getLog', { subject: 'settings menus' }, { token: await app.signIn('owner') })
          ).body.data[0]
          assert.equal(changes[0].before[2].to, 'https://fair.example/hall-4')
          await page.getByText(t('changed.main_menu'), { exact: true }).first().waitFor()
          await page
            .getByRole('button', { name: t('edit.remove_it', { name: t('shell.rooms') }) })
            .first()
            .press('Enter')
          assert.equal(await rows(page).count(), 5)
          assert.ok(await takesFocus(page.getByRole('button', { name: t('edit.add_to', main) })))
          await page.getByRole('button', { name: t('edit.discard') }).click()
        },
        { locale, width: 1440, troubles: [`422 ${officeEndpoints.saveMenusSettings[1]}`] },
      ))

    test('fits eight links with the longest names at every width, with none cut off (OFF-106, APP-7)', () =>
      visit(
        app,
        async (page) => {
          const token = await app.signIn('owner')
          const { body } = await app.call('getSettings', {}, { token })
          const { pages } = (await app.call('getMenuChoices', {}, { token })).body
          const menu = pages.slice(0, 8).map(({ to }: { to: string }, at: number) => ({
            to,
            title_en: `${at}`.padEnd(24, 'W'),
            title_bn: `${at}`.padEnd(24, 'ক্ষম '.repeat(5)).trim().padEnd(24, 'ম'),
          }))
          const form = { version: body.menus.version, main_menu: menu, quick_links: menu }
          assert.equal((await app.call('saveMenusSettings', form, { token })).status, 200)
          for (const screen of [320, 390, 1024, 1280, 1440]) {
            await page.setViewportSize({ width: screen, height: 900 })
            await open(page, inLanguage('/contact', language))
            if (screen < 1024) await page.getByRole('button', { name: t('shell.menu') }).click()
            await bar(page).getByRole('link').nth(7).waitFor()
            const wide = await page.evaluate(() => document.documentElement.scrollWidth)
            assert.equal(wide, screen)
            const places = await bar(page)
              .getByRole('link')
              .evaluateAll((all) =>
                all.map((each) => [each.scrollWidth - each.clientWidth, each.getBoundingClientRect()] as const),
              )
            for (const [at, [hidden, box]] of places.entries()) {
              assert.ok(hidden <= 0 && box.left >= 0 && box.right <= screen, `${at} at ${screen}`)
              for (const [, other] of places.slice(0, at))
                assert.ok(
                  other.bottom <= box.top + 1 || other.right <= box.left + 1,
                  `${at} overlaps another link at ${screen}`,
                )
            }
          }
          await backToProduct()
        },
        { locale },
      ))
  })
}
