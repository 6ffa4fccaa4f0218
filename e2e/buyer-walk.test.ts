import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, visit } from '#testing/browser.ts'
import { readEmail } from '#testing/mail.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { inLanguage } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { findLineField, findOptionCheckbox, sendEnquiry } from './enquiry-form.ts'

const names = {
  en: {
    zipper: 'Zipper',
    house: 'SG-52 Peacock',
    shade: 'SG-47 Indigo',
    code: 'SG-47',
    gold: 'Gold',
    nickel: 'Nickel',
    kind: 'Nylon coil',
    size: '#5',
    length: '60 cm',
    slider: 'Auto-lock',
  },
  bn: {
    zipper: 'জিপার',
    house: 'এসজি-৫২ ময়ূর',
    shade: 'এসজি-৪৭ নীল',
    code: 'এসজি-৪৭',
    gold: 'গোল্ড',
    nickel: 'নিকেল',
    kind: 'নাইলন কয়েল',
    size: '#৫',
    length: '৬০ সেমি',
    slider: 'অটো-লক',
  },
}

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  describe(`the path of a buyer from the colour card to an enquiry, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    const { t } = translatorFor(language)
    const translatedNames = names[language]
    const findRadio = (page: Page, label: string) =>
      page.getByRole('main').getByRole('radio', { name: label, exact: true })

    /** Chooses a shade in another light and opens the zipper with it. */
    async function chooseShade(page: Page): Promise<void> {
      const shadeLabels = page.locator('label:has([name=shades])')
      assert.equal(await shadeLabels.count(), 60)
      const readFilter = () => shadeLabels.first().evaluate((chip) => getComputedStyle(chip.parentElement!).filter)
      assert.equal(await readFilter(), 'none')
      const filters = new Set<string>()
      for (const light of ['TL84', 'A']) {
        await page.locator(`[name=light][value=${light}]`).check()
        filters.add(await readFilter())
      }
      assert.equal(filters.size, 2)
      assert.ok(!filters.has('none'))
      await page.getByText(t('colours.on_screen')).waitFor()
      await findRadio(page, translatedNames.shade).check()
      await page
        .getByRole('group', { name: t('colours.view') })
        .getByRole('button', { name: translatedNames.zipper, exact: true })
        .click()
      await page.getByRole('heading', { level: 1, name: translatedNames.zipper }).waitFor()
    }

    /** Chooses a type, a size, a length, a finish, a slider and a quantity. Each choice changes the drawing, also without scripts. */
    async function chooseOptions(page: Page): Promise<void> {
      assert.ok(await findRadio(page, translatedNames.shade).isChecked())
      const drawing = page.locator('label:has([name=sizes][value="#5"]) > svg')
      assert.equal(await drawing.locator('use[href="#stop"]').count(), 1, 'the zippers share their metal parts')
      const readColour = (part: 'shade' | 'finish') =>
        (part === 'shade' ? drawing : page.locator('#stop'))
          .locator(`[fill*="var(--${part})"]`)
          .first()
          .evaluate((shape) => {
            const [, paint] = /#([^"')]+)/.exec(getComputedStyle(shape).fill)!
            return document.querySelector(`#${paint} stop`)!.getAttribute('stop-color')
          })
      assert.equal(await readColour('shade'), '#263f78')
      const openColour = await readColour('finish')
      await findRadio(page, translatedNames.gold).check()
      assert.equal(await readColour('finish'), '#cfa449')
      await page
        .getByRole('group', { name: t('product.finishes'), exact: true })
        .getByRole('radio', { name: t('product.clear') })
        .check()
      assert.equal(await readColour('finish'), openColour)
      await findRadio(page, translatedNames.nickel).check()
      assert.equal(await readColour('finish'), '#b9bab4')
      const readTeeth = (selector: string) =>
        page.locator(selector).evaluate((part) => getComputedStyle(part).getPropertyValue('--teeth'))
      const kindTiles = await page
        .locator('label:has([name=kinds]) > svg')
        .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).getPropertyValue('--teeth')))
      assert.equal(new Set(kindTiles).size, 4, 'each type shows its own teeth')
      await findRadio(page, translatedNames.kind).check()
      assert.match(await readTeeth('label:has([name=sizes][value="#5"]) > svg'), /#coil/)
      await findRadio(page, translatedNames.length).check()
      await page.locator('[name=sizes][value="#5"]').check()
      await page.locator('[name=fittings][value="Auto-lock"]').check()
      await page.locator('#sheet').getByLabel(t('enquiry.quantity')).fill('5,000')
    }

    /** Returns the chosen options in words. They and the button stay in view beside the first size. */
    async function readSummary(page: Page): Promise<string[]> {
      await page.locator('label:has([name=sizes])').first().scrollIntoViewIfNeeded()
      const isWide = width > 991
      const button = page.locator('#sheet').getByRole('button', { name: t('enquiry.add'), exact: true })
      const line = page
        .locator('#sheet p')
        .filter({ hasText: `${translatedNames.zipper} · ${translatedNames.kind} · ${translatedNames.size}` })
      const rows = page.locator('#sheet dd').filter({ hasNotText: t('product.not_chosen') })
      for (const part of [button, isWide ? rows.first() : line]) {
        const { y, height } = (await part.boundingBox())!
        assert.ok(y > 0 && y + height <= 900, `${y}`)
      }
      if (!isWide) return (await line.innerText()).split(' · ').slice(1)
      return rows.allInnerTexts()
    }

    async function fillContact(page: Page): Promise<void> {
      await page.getByLabel(t('enquiry.company')).fill('Vogt Textil')
      await page.getByLabel(t('enquiry.name')).fill('Lena Vogt')
      await page.getByLabel(t('enquiry.email')).fill('lena@buyer.example')
    }

    const chosenOptions = {
      kinds: ['Nylon coil'],
      sizes: ['#5'],
      lengths: ['60 cm'],
      finishes: ['Nickel'],
      fittings: ['Auto-lock'],
      shades: ['SG-47'],
    }
    const readLastLine = async () => {
      const lines = await app.db.selectFrom('enquiry_line').selectAll().orderBy('enquiry_id').execute()
      return lines.at(-1)!
    }

    test('leads from the colour card through the swatches and drawings of a zipper to an enquiry with all choices (DES-10, DES-12, DES-14, DES-67, DES-96, DES-103)', () =>
      visit(
        app,
        async (page) => {
          await openPage(page, inLanguage('/colour-card', language))
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await chooseShade(page)
          await chooseOptions(page)
          const { kind, size, length, nickel, slider, shade } = translatedNames
          assert.deepEqual(await readSummary(page), [kind, size, length, shade, nickel, slider])
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.getByRole('button', { name: t('enquiry.add'), exact: true }).click()
          await page
            .getByRole('main')
            .getByRole('link', { name: t('enquiry.see'), exact: true })
            .click()
          await page.getByRole('heading', { level: 1, name: t('enquiry.title') }).waitFor()
          const expectedOptions = [
            [t('product.kind'), translatedNames.kind],
            [t('product.sizes'), translatedNames.size],
            [t('product.length'), translatedNames.length],
            [t('product.finishes'), translatedNames.nickel],
            [t('enquiry.shades'), translatedNames.code],
          ] as const
          for (const [group, option] of expectedOptions)
            assert.ok(await findOptionCheckbox(page, group, translatedNames.zipper, option).isChecked(), option)
          assert.equal(await findLineField(page, language, 'quantity', translatedNames.zipper).inputValue(), '5,000')
          await fillContact(page)
          await sendEnquiry(page, language)
          await page.getByRole('heading', { level: 1, name: t('booking.success_title') }).waitFor()
          const line = await readLastLine()
          assert.deepEqual([line.amount, JSON.parse(line.choices)], [5_000, chosenOptions])
          const companyEmail = (await app.deliverEmails()).map(readEmail).at(-1)!
          assert.ok(
            companyEmail.text.includes(
              'Type: Nylon coil\nSizes: #5\nLength: 60 cm\nFinishes: Nickel\nFittings: Auto-lock\nShades: SG-47',
            ),
            companyEmail.text,
          )
        },
        { width },
      ))

    test('opens the colour card with the shade of the house or of the address, and orders a lab dip of the chosen one (DES-97)', () =>
      visit(
        app,
        async (page) => {
          const { house, shade, zipper } = translatedNames
          const findOrderButton = (name: string) =>
            page.getByRole('button', { name: t('colours.dip_of', { shade: name }), exact: true })
          const readTrimColour = () => page.locator('#shade stop').getAttribute('stop-color')
          await openPage(page, inLanguage('/colour-card', language))
          assert.ok(await findRadio(page, house).isChecked())
          await findOrderButton(house).waitFor()
          assert.equal(await readTrimColour(), '#1f7a7d')
          await findRadio(page, shade).check()
          await findOrderButton(shade).waitFor()
          assert.equal(await readTrimColour(), '#263f78')
          await openPage(page, inLanguage('/colour-card?shades=SG-47', language))
          assert.ok(await findRadio(page, shade).isChecked())
          await findOrderButton(shade).click()
          const option = findOptionCheckbox(page, t('enquiry.shades'), zipper, translatedNames.code)
          assert.ok(await option.isChecked())
        },
        { width },
      ))

    test('keeps the chosen shade and the button of the colour card in view on a phone, below the focused shade (DES-104)', () =>
      visit(
        app,
        async (page) => {
          const { house, shade } = translatedNames
          const findOrderButton = (name: string) =>
            page.getByRole('button', { name: t('colours.dip_of', { shade: name }), exact: true })
          const readBox = async (part: Locator) => (await part.boundingBox())!
          await page.setViewportSize({ width: 390, height: 844 })
          await openPage(page, inLanguage('/colour-card', language))
          for (const part of [findOrderButton(house), page.locator('form p').filter({ hasText: house })]) {
            const { y, height } = await readBox(part)
            assert.ok(y > 700 && y + height <= 844, `${y}`)
          }
          await page
            .getByRole('navigation', { name: t('colours.families') })
            .getByRole('link')
            .nth(7)
            .click()
          await findRadio(page, shade).focus()
          await page.keyboard.press('Space')
          const [tile, bar] = await Promise.all([
            readBox(page.locator('label:has([name=shades]:checked)')),
            readBox(findOrderButton(shade)),
          ])
          assert.ok(tile.y >= 0 && tile.y + tile.height <= bar.y, `${tile.y} above ${bar.y}`)
          await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
          await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
          assert.ok((await readBox(findOrderButton(shade))).y < 0, 'the bar ends with the form')
          await page.setViewportSize({ width: 1440, height: 900 })
          await page.evaluate(() => scrollTo(0, 0))
          assert.ok((await readBox(findOrderButton(shade))).y > 900, 'a wide screen has no bar')
        },
        { width },
      ))

    test('works without scripts: the server rejects missing contact details and ignores unknown options (DES-12, DES-96)', () =>
      visit(
        app,
        async (page) => {
          await page.goto(inLanguage('/colour-card', language))
          await chooseShade(page)
          await chooseOptions(page)
          await page.getByRole('button', { name: t('enquiry.add'), exact: true }).click()
          const form = page.locator('form[method=post]')
          await form.getByText(`${t('product.finishes')}: ${translatedNames.nickel}`).waitFor()
          assert.equal(await form.getByLabel(t('enquiry.quantity')).inputValue(), '5,000')
          await sendEnquiry(page, language)
          await page.locator('[name=company][aria-invalid=true]').waitFor()
          await form.getByText(`${t('enquiry.shades')}: ${translatedNames.code}`).waitFor()
          assert.equal(await form.getByLabel(t('enquiry.quantity')).inputValue(), '5,000')
          await fillContact(page)
          await sendEnquiry(page, language)
          await page.waitForURL('**/enquiry?sent=*')
          // Chromium loses the setting for scripts after a redirected form, so the page is read without a browser.
          const { pathname, search } = new URL(page.url())
          assert.ok((await (await app.get(pathname + search)).text()).includes(t('enquiry.sent_next')))
          const line = await readLastLine()
          assert.deepEqual([line.amount, JSON.parse(line.choices)], [5_000, chosenOptions])
          await page.goto(inLanguage('/enquiry?product=carton&shades=SG-47&sizes=nonsense', language))
          assert.equal(await form.locator('[name=shades], [name=sizes]').count(), 0)
        },
        { width, javaScriptEnabled: false, expectedErrors: ['422 '] },
      ))
  })
}
