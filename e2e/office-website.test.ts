import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, visit, waitUntilAbsent } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { inLanguage } from '#routes/public.ts'
import { officeEndpoints, officeHref, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { checkPageState, choosePicture, openOfficePage, drag, waitUntilSaved } from './open-office-page.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  const { t, count, number } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'
  const languageKey = language === 'bn' ? 'edit.in_bangla' : 'edit.in_english'

  describe(`the website section of the office, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    test('changes a slide and shows it on the home page (OFF-98, OFF-94)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.slides)
          await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
          const title = page.getByLabel(t(languageKey, { label: t('slides.slide_title') }), { exact: true })
          await title.fill(language === 'bn' ? 'নতুন মৌসুম' : 'A new season')
          await page.getByLabel(t('slides.link_path'), { exact: true }).fill('/no-such-page')
          const saveButton = page.getByRole('button', { name: t('edit.save'), exact: true })
          await saveButton.click()
          await page.getByText(t('error.link_path')).waitFor()
          await page.getByLabel(t('slides.link_path'), { exact: true }).fill('/products/zipper')
          await page.getByRole('button', { name: t('slides.change_picture') }).click()
          await choosePicture(page, 'banner-river-dusk')
          await saveButton.click()
          await waitUntilSaved(page, language)
          await openPage(page, inLanguage('/', language))
          await page.getByRole('heading', { level: 2, name: language === 'bn' ? 'নতুন মৌসুম' : 'A new season' }).waitFor()
        },
        { locale, expectedErrors: [`422 ${officeEndpoints.saveSlide[1]}`] },
      ))

    test('adds a slide on a phone, moves it by keyboard and removes it (OFF-94, OFF-99)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officeHref('slide', 'new'))
          for (const [word, text] of [
            ['slides.slide_title', 'Fair in May'],
            ['slides.text', 'Hall 4'],
            ['slides.link_label', 'Come'],
          ] as const)
            await page.getByLabel(t('edit.in_english', { label: t(word) }), { exact: true }).fill(text)
          await page.getByRole('button', { name: t('slides.choose_picture') }).click()
          await choosePicture(page, 'banner-showroom')
          await page.getByRole('button', { name: t('edit.save'), exact: true }).click()
          await page.waitForURL(/\/office\/slides\/\d+$/)
          await page
            .getByRole('main')
            .getByRole('link', { name: t('slides.title') })
            .click()
          const upButton = page.getByRole('button', { name: t('order.up', { name: 'Fair in May' }) })
          await upButton.focus()
          await page.keyboard.press('Enter')
          await page.getByText(t('order.moved', { name: 'Fair in May', place: 4, all: 5 })).waitFor()
          await page.getByText(t('order.saved')).waitFor()
          assert.ok(await upButton.evaluate((button) => button === document.activeElement))
          await page.getByRole('link', { name: 'Fair in May' }).click()
          await page.getByRole('button', { name: t('slides.remove'), exact: true }).click()
          await page
            .getByRole('dialog')
            .getByRole('button', { name: t('slides.remove'), exact: true })
            .click()
          await page.waitForURL(`**${officePages.slides}`)
          await page.getByRole('link', { name: 'Fair in May' }).waitFor({ state: 'detached' })
        },
        { locale, width: 390 },
      ))

    test('reorders slides by drag (OFF-94)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.slides)
          const rows = page.getByRole('main').getByRole('listitem')
          const lastName = (await rows.nth(3).getByRole('link').textContent())!
          await drag(page, page.getByRole('main').getByRole('list'), 3, 0)
          await page.getByText(t('order.moved', { name: lastName, place: 1, all: 4 })).waitFor()
          await page.getByText(t('order.saved')).waitFor()
          const { body } = await app.call('getSliderData', {}, { language })
          assert.equal(body.data[0].title, lastName)
        },
        { locale },
      ))

    test('adds a text on a phone, moves it by keyboard and removes it (OFF-104, OFF-98)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.texts)
          const main = page.getByRole('main')
          await main.getByRole('link', { name: new RegExp(`^${t('texts.add')} ?: ${t('texts.service')}$`) }).click()
          await page.getByRole('heading', { level: 1, name: t('texts.new') }).waitFor()
          const title = page.getByLabel(t('edit.in_english', { label: t('texts.heading') }), { exact: true })
          await title.fill('Laundry')
          const saveButton = page.getByRole('button', { name: t('edit.save'), exact: true })
          await saveButton.click()
          await page.getByText(t('error.required')).waitFor()
          await page
            .getByLabel(t('edit.in_english', { label: t('texts.text') }), { exact: true })
            .fill('Back by evening.')
          await saveButton.click()
          await page.waitForURL(/\/office\/texts\/passages\/service\.laundry$/)
          await page.getByRole('heading', { level: 1, name: 'Laundry' }).waitFor()
          await main.getByRole('link', { name: t('texts.title'), exact: true }).click()
          const upButton = page.getByRole('button', { name: t('order.up', { name: 'Laundry' }) })
          await upButton.focus()
          await page.keyboard.press('Enter')
          await page.getByText(t('order.moved', { name: 'Laundry', place: 6, all: 7 })).waitFor()
          await page.getByText(t('order.saved')).waitFor()
          assert.ok(await upButton.evaluate((button) => button === document.activeElement))
          const { body } = await app.call('getPassages', { page: 'service' })
          assert.equal(body.data.at(-2).key, 'laundry')
          await main.getByRole('link', { name: 'Laundry' }).click()
          await page.getByRole('button', { name: t('texts.remove'), exact: true }).click()
          const dialog = page.getByRole('dialog')
          await dialog.getByText(t('texts.remove_text', { title: 'Laundry' })).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await dialog.getByRole('button', { name: t('texts.remove'), exact: true }).click()
          await page.waitForURL(`**${officePages.texts}`)
          await main.getByRole('link', { name: 'Laundry' }).waitFor({ state: 'detached' })
        },
        { locale, width: 390, expectedErrors: [`422 ${officeEndpoints.addPassage[1]}`] },
      ))

    test('adds a shade to a product and offers it in the enquiry (OFF-95)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.products)
          await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
          const shades = page.getByRole('group', { name: t('enquiry.shades') })
          await shades.getByRole('button', { name: t('edit.add_to', { label: t('enquiry.shades') }) }).click()
          await shades.getByRole('textbox').nth(-2).fill('Sea green')
          await page.getByRole('button', { name: t('edit.save'), exact: true }).click()
          await waitUntilSaved(page, language)
          const { body } = await app.call('getProducts', { choices: 1 })
          assert.ok(body.data[0].choices.shades.some(({ value }: { value: string }) => value === 'Sea green'))
        },
        { locale },
      ))

    test('adds an expired certificate on a phone, and shows the minimum and lead time of a product on the site, but not its expired certificate (OFF-95, CONT-11)', () =>
      visit(
        app,
        async (page) => {
          const saveButton = page.getByRole('button', { name: t('edit.save'), exact: true })
          await openOfficePage(page, app, language, officePages.certificates)
          await page
            .getByRole('main')
            .getByRole('link', { name: t('certificates.add') })
            .click()
          await page.getByRole('heading', { level: 1, name: t('certificates.new') }).waitFor()
          const name = page.getByLabel(t('edit.in_english', { label: t('certificates.name') }), { exact: true })
          await name.fill('REACH')
          await page.getByLabel(t('certificates.number'), { exact: true }).fill('RCH7')
          await page.getByLabel(t('certificates.valid_until'), { exact: true }).fill(app.day(-1))
          await saveButton.click()
          await page.waitForURL(/\/office\/products\/certificates\/\d+$/)
          await page.getByText(t('certificates.expired_text')).waitFor()

          await openOfficePage(page, app, language, officeHref('product', 5))
          const chosenCheckbox = page.getByRole('checkbox', { name: /^REACH/ })
          await chosenCheckbox.check()
          await page.getByText(t('certificates.expired'), { exact: true }).waitFor()
          await page.getByLabel(t('catalogue.minimum_quantity'), { exact: true }).fill(number(1_500))
          await page.getByLabel(t('catalogue.lead_from_days'), { exact: true }).fill(number(20))
          await page.getByLabel(t('catalogue.lead_to_days'), { exact: true }).fill(number(10))
          await saveButton.click()
          const leadTimeField = page.locator('[name=lead_to_days][aria-invalid=true]')
          await leadTimeField.waitFor()
          await leadTimeField.fill(number(30))
          await saveButton.click()
          await waitUntilSaved(page, language)
          await checkPageState(page, 390)

          await openOfficePage(page, app, language, officePages.products)
          await page.getByText(t('catalogue.certificate_expired', { name: 'REACH' })).waitFor()
          await openPage(page, inLanguage('/products/lace', language))
          const main = page.getByRole('main')
          // The facts are above the sheet, and again in the table.
          for (const factText of [count('unit.metre', 1_500), t('product.days_between', { least: 20, most: 30 })])
            await main.getByText(factText, { exact: true }).first().waitFor()
          await waitUntilAbsent(main.getByText('REACH'))
        },
        { locale, width: 390, expectedErrors: [`422 ${officeEndpoints.saveProduct[1]}`] },
      ))
  })
}
