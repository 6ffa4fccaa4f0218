import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { readDescriptions, openPage, waitForFocus, waitUntil, visit, waitUntilAbsent } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readEmail } from '#testing/mail.ts'
import { publish } from '#platform/database/publish.ts'
import { selectPairs } from '#testing/pairs.ts'
import { jpeg, pdf, createPngOfSize } from '#testing/upload-files.ts'
import { endpoints, inLanguage } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import {
  matchActionName,
  findOptionCheckbox,
  addProducts,
  findLineField,
  fillContact,
  sendEnquiry,
  formatEnquiryLink,
  findEnquiryLink,
} from './enquiry-form.ts'
import { openSignedIn } from './open-signed-in.ts'

const optionNames = {
  en: { 'product.sizes': '#5', 'product.finishes': 'Antique brass', 'enquiry.shades': 'Tape dyed to shade' },
  bn: { 'product.sizes': '#৫', 'product.finishes': 'অ্যান্টিক ব্রাস', 'enquiry.shades': 'শেড মিলিয়ে রং করা টেপ' },
}
const productNames = { en: { zipper: 'Zipper', lace: 'Lace' }, bn: { zipper: 'জিপার', lace: 'লেইস' } }
const sendPath = endpoints.sendEnquiry[1]

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  describe(`an enquiry, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    const readEnquiries = () => app.db.selectFrom('enquiry').selectAll().orderBy('id').execute()
    const setActive = (slug: string, active: 0 | 1) =>
      publish(app.db, (tx) => tx.updateTable('product').set({ active }).where('slug', '=', slug).execute())

    const { t, number, day, count } = translatorFor(language)
    const { zipper, lace } = productNames[language]
    const localizePath = (page: string) => inLanguage(page, language)

    test('is collected on the product pages, corrected and sent (CONT-11)', () =>
      visit(
        app,
        async (page) => {
          await openPage(page, localizePath('/our-services'))
          await page.getByRole('link', { name: t('products.all') }).click()
          await page.getByRole('heading', { level: 1, name: t('products.title'), exact: true }).waitFor()
          await page.getByRole('main').getByRole('link', { name: zipper, exact: true }).click()
          await page.getByRole('heading', { level: 1, name: zipper }).waitFor()
          await waitUntilAbsent(findEnquiryLink(page, language, 1))
          await page.getByRole('button', { name: t('enquiry.add'), exact: true }).click()
          await page
            .getByRole('status')
            .getByText(t('enquiry.added', { name: zipper }))
            .waitFor()
          assert.ok(await waitForFocus(page.getByRole('main').getByRole('link', { name: t('enquiry.see') })))
          assert.deepEqual(await findAccessibilityViolations(page), [])

          await page.getByRole('link', { name: t('products.all') }).click()
          await page.getByRole('button', { name: matchActionName(t('enquiry.add'), lace) }).click()
          await page.getByRole('link', { name: matchActionName(t('enquiry.in'), lace) }).waitFor()
          await findEnquiryLink(page, language, 2).click()

          await page.getByRole('heading', { level: 1, name: t('enquiry.title') }).waitFor()
          const quantity = findLineField(page, language, 'quantity', zipper)
          await quantity.fill(number(5_000))
          await page.getByLabel(`${t('enquiry.unit')}: ${zipper}`).selectOption('metre')
          for (const purpose of ['enquiry.purpose_sample', 'enquiry.purpose_bulk'] as const)
            await findOptionCheckbox(page, t('enquiry.purpose'), zipper, t(purpose)).check()
          for (const [group, optionName] of Object.entries(optionNames[language]))
            await findOptionCheckbox(page, t(group as 'product.sizes'), zipper, optionName).check()
          const neededByField = page.getByLabel(`${t('enquiry.needed_by')}: ${zipper}`)
          await neededByField.fill('2099-03-05')
          assert.deepEqual(
            await readDescriptions(neededByField),
            [day('2099-03-05')],
            'the date is also shown in words',
          )
          await page.getByLabel(`${t('enquiry.pantone')}: ${zipper}`).fill(language === 'bn' ? '২৮৬ c' : '286c')
          await findLineField(page, language, 'notes', lace).fill('White\nand ecru')
          await page.getByLabel(t('enquiry.company')).fill('Vogt Textil')
          await page.getByLabel(t('enquiry.name')).fill('Lena Vogt')
          const email = page.getByLabel(t('enquiry.email'))
          for (const invalidAddress of ['lena', 'lena@buyer']) {
            await email.fill(invalidAddress)
            await sendEnquiry(page, language)
            await page.locator('[name=email][aria-invalid=true]').waitFor()
            await page.getByText(t('error.email')).waitFor()
            assert.ok(await waitForFocus(email), invalidAddress)
            assert.equal(await email.inputValue(), invalidAddress)
          }
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await email.fill('lena@buyer.example')
          await sendEnquiry(page, language)

          await page.getByRole('heading', { level: 1, name: t('booking.success_title') }).waitFor()
          assert.ok(await waitForFocus(page.getByRole('heading', { level: 1 })), 'the heading is read out at once')
          const { code, ...storedFields } = (await readEnquiries()).at(-1)!
          assert.deepEqual(
            [storedFields.company, storedFields.email, storedFields.language],
            ['Vogt Textil', 'lena@buyer.example', language],
          )
          await page.getByText(code, { exact: true }).waitFor()
          await page.getByText(`${zipper}, ${lace}`).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.reload()
          await page.getByText(code, { exact: true }).waitFor()
          await waitUntilAbsent(page.getByRole('link', { name: formatEnquiryLink(language, 2) }))

          const [buyerEmail, companyEmail] = (await app.deliverEmails()).slice(-2).map(readEmail)
          const expectedLines =
            '1. Zipper: 5,000 metres · Sample and bulk\nSizes: #5\nFinishes: Antique brass\n' +
            'Shades: Tape dyed to shade\nPantone colour: Pantone 286 C\nNeeded by: 5 March 2099\n2. Lace: no quantity given\nWhite\nand ecru'
          assert.ok(companyEmail!.text.includes(expectedLines), companyEmail!.text)
          assert.equal(buyerEmail!.header('to'), 'lena@buyer.example')
          assert.equal(buyerEmail!.header('subject'), t('mail.enquiry_subject', { code }))
          assert.ok(
            buyerEmail!.text.includes(zipper) && !/5,000|৫,০০০|ecru/.test(buyerEmail!.text),
            'the email to the buyer contains none of the typed details',
          )
        },
        { width, expectedErrors: [`422 ${sendPath}`] },
      ))

    test('lists what it asks for and the products with pictures while it is empty, and adds one with its link (DES-86, DES-134)', () =>
      visit(app, async (page) => {
        await openPage(page, inLanguage('/enquiry', language))
        await page.getByRole('heading', { name: t('enquiry.empty_title') }).waitFor()
        for (const key of ['enquiry.asks_lines', 'enquiry.asks_files', 'enquiry.asks_sender'] as const)
          assert.equal(
            await page
              .getByRole('listitem')
              .filter({ hasText: t(key) })
              .count(),
            1,
          )
        const item = page
          .getByRole('listitem')
          .filter({ has: page.getByRole('heading', { name: zipper, exact: true }) })
        assert.equal(await item.getByRole('img').count(), 1)
        await item.getByRole('link', { name: matchActionName(t('enquiry.add'), zipper) }).click()
        await findLineField(page, language, 'quantity', zipper).waitFor()
        assert.equal(new URL(page.url()).search, '')
      }))

    test('works without a mouse (CONT-11)', () =>
      visit(app, async (page) => {
        const { keyboard } = page
        await openPage(page, inLanguage('/products/zipper', language))
        await page.getByRole('button', { name: t('enquiry.add'), exact: true }).focus()
        await keyboard.press('Enter')
        await keyboard.press('Enter') // the link to the enquiry, which has the focus now
        await findLineField(page, language, 'quantity', zipper).focus()
        await keyboard.type('800')
        await keyboard.press('Shift+Tab')
        await keyboard.press('Tab')
        await keyboard.press('Tab') // the unit field
        await keyboard.press('m')
        await findOptionCheckbox(page, t('enquiry.purpose'), zipper, t('enquiry.purpose_bulk')).focus()
        await keyboard.press('Space')
        await findLineField(page, language, 'notes', zipper).focus()
        await keyboard.type('Matt black')
        await page.getByRole('button', { name: matchActionName(t('enquiry.remove'), zipper) }).focus()
        assert.ok(await waitForFocus(page.getByRole('button', { name: matchActionName(t('enquiry.remove'), zipper) })))
        await keyboard.press('Enter')
        await page.getByRole('heading', { name: t('enquiry.empty_title') }).waitFor()
        assert.ok(await waitForFocus(page.getByRole('button', { name: t('enquiry.put_back') })))
        await keyboard.press('Enter')
        await waitUntil(page, () => document.activeElement!.getAttribute('name') === 'lines.0.quantity')
        assert.equal(await findLineField(page, language, 'notes', zipper).inputValue(), 'Matt black')

        await page.getByLabel(t('enquiry.company')).focus()
        await keyboard.press('Enter')
        await page.locator('[name=company][aria-invalid=true]').waitFor()
        assert.ok(await waitForFocus(page.getByLabel(t('enquiry.company'))))
        for (const text of ['Vogt Textil', 'Lena Vogt', 'lena@buyer.example']) {
          await keyboard.type(text)
          await keyboard.press('Tab')
        }
        await keyboard.press('Tab')
        await keyboard.type('In March')
        await keyboard.press('Tab')
        assert.ok(await waitForFocus(page.locator('input[type=file]')))
        await keyboard.press('Tab')
        assert.ok(await waitForFocus(page.getByRole('button', { name: t('enquiry.send') })))
        await keyboard.press('Enter')
        await page.getByRole('heading', { level: 1, name: t('booking.success_title') }).waitFor()
        assert.equal((await readEnquiries()).at(-1)!.notes, 'In March')
      }))

    test('uploads its files, shows the error of an invalid file, and keeps all files after a connection failure (CONT-11)', () =>
      visit(
        app,
        async (page) => {
          const createFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })
          const add = (...files: ReturnType<typeof createFile>[]) => page.setInputFiles('input[type=file]', files)
          const findFileItem = (name: string) => page.getByRole('listitem').filter({ hasText: name })
          await addProducts(page, 'zipper')
          await openPage(page, inLanguage('/enquiry', language))
          await page.getByLabel(t('enquiry.company')).fill('Vogt Textil')
          await page.getByLabel(t('enquiry.name')).fill('Lena Vogt')
          await page.getByLabel(t('enquiry.email')).fill('lena@buyer.example')
          await add(createFile('Tech pack.pdf', pdf), createFile('drawing.svg', Buffer.from('<svg/>')))
          await findFileItem('drawing.svg').getByText(t('error.file_kind')).waitFor()
          await page.getByText(count('files.added', 1)).waitFor({ state: 'attached' })
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await sendEnquiry(page, language)
          const removeButton = page.getByRole('button', { name: matchActionName(t('files.remove'), 'drawing.svg') })
          assert.ok(await waitForFocus(removeButton))
          await page.keyboard.press('Enter')
          await findFileItem('drawing.svg').waitFor({ state: 'detached' })
          assert.ok(await waitForFocus(page.locator('input[type=file]')))

          await add(createFile('cut.pdf', pdf.subarray(0, 60)), createFile('swatch.jpg', jpeg))
          await findFileItem('swatch.jpg').waitFor()
          await sendEnquiry(page, language) // only the server detects a truncated file
          await findFileItem('cut.pdf').getByText(t('error.file_damaged')).waitFor()
          await page.getByRole('button', { name: matchActionName(t('files.remove'), 'cut.pdf') }).click()
          await add(createFile('swatch.png', createPngOfSize(400_000)))
          await findFileItem('swatch.png').waitFor()

          await page.route('**' + sendPath, (route) => route.abort('connectionreset'), { times: 1 })
          await sendEnquiry(page, language)
          await page.getByRole('alert').getByText(t('failure.unsure')).waitFor()
          for (const name of ['Tech pack.pdf', 'swatch.jpg', 'swatch.png'])
            assert.equal(await findFileItem(name).count(), 1)
          await sendEnquiry(page, language)
          await page.getByRole('heading', { level: 1, name: t('booking.success_title') }).waitFor()
          const storedRows = await app.db.selectFrom('attachment').select('name').orderBy('id').execute()
          assert.deepEqual(
            storedRows.map(({ name }) => name),
            ['Tech pack.pdf', 'swatch.jpg', 'swatch.png'],
          )
          await app.db.deleteFrom('attachment').execute()
        },
        {
          width: width === 390 ? 1440 : 390,
          expectedErrors: [`422 ${sendPath}`, `failed ${sendPath}`, 'error: Sending failed'],
        },
      ))

    test("shows product names in the visitor's language, even if the visitor chose them in the other language (CONT-11)", () =>
      visit(app, async (page) => {
        await addProducts(page, 'zipper', 'lace')
        await openPage(page, '/bn/enquiry')
        await page
          .getByRole('button', { name: matchActionName(translatorFor('bn').t('enquiry.remove'), productNames.bn.lace) })
          .click()
        await page.getByText(translatorFor('bn').t('enquiry.removed', { name: productNames.bn.lace })).waitFor()
        await page.getByLabel(translatorFor('bn').t('enquiry.company')).fill('ফগট টেক্সটাইল')
        await page.getByLabel(translatorFor('bn').t('enquiry.name')).fill('লেনা')
        await page.getByLabel(translatorFor('bn').t('enquiry.email')).fill('lena@buyer.example')
        await sendEnquiry(page, 'bn')
        await page.getByRole('definition').getByText(productNames.bn.zipper, { exact: true }).waitFor()
        await openPage(page, '/enquiry')
        await page.getByRole('definition').getByText(productNames.en.zipper, { exact: true }).waitFor()
      }))

    describe('in English', () => {
      test('keeps the typed text after a connection failure, and is stored once (CONT-11)', () =>
        visit(
          app,
          async (page) => {
            const enquiryCountBefore = (await readEnquiries()).length
            await addProducts(page, 'zipper')
            await openPage(page, '/enquiry')
            await fillContact(page)
            let attempt = 0
            await page.route('**' + sendPath, async (route) => {
              attempt += 1
              if (attempt === 2) await route.fetch() // the request arrives, but the response is lost
              return attempt > 2 ? route.continue() : route.abort('connectionreset')
            })
            for (const _ of [1, 2]) {
              await sendEnquiry(page, 'en')
              await page.getByRole('alert').getByText('We could not confirm that this was received.').waitFor()
              assert.equal(await page.getByLabel('Company').inputValue(), 'Vogt Textil')
            }
            await sendEnquiry(page, 'en')
            await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor()
            assert.equal((await readEnquiries()).length, enquiryCountBefore + 1)
            await page.getByText((await readEnquiries()).at(-1)!.code, { exact: true }).waitFor()
          },
          { expectedErrors: [`failed ${sendPath}`, 'error: Sending failed'] },
        ))

      test('marks a product that is no longer offered, and is sent without it (CONT-11)', async () => {
        try {
          await visit(
            app,
            async (page) => {
              await addProducts(page, 'zipper', 'lace', 'label')
              await setActive('lace', 0)
              await openPage(page, '/enquiry')
              await fillContact(page)
              const unavailableLine = page.getByRole('listitem').filter({ hasText: 'We no longer offer this product.' })
              assert.deepEqual(await unavailableLine.getByRole('heading', { level: 3 }).allInnerTexts(), ['Lace'])
              assert.deepEqual(await findAccessibilityViolations(page), [])
              await sendEnquiry(page, 'en')
              assert.ok(await waitForFocus(page.getByRole('button', { name: matchActionName('Remove', 'Lace') })))
              await page.keyboard.press('Enter')
              await unavailableLine.waitFor({ state: 'detached' })

              await findLineField(page, 'en', 'notes', 'Label').fill('Damask')
              await setActive('label', 0) // the product is withdrawn while the page is open
              await sendEnquiry(page, 'en')
              await unavailableLine.waitFor()
              assert.ok(await waitForFocus(page.getByRole('button', { name: matchActionName('Remove', 'Label') })))
              assert.equal(await findLineField(page, 'en', 'notes', 'Label').inputValue(), 'Damask')
              await page.keyboard.press('Enter')
              await sendEnquiry(page, 'en')
              await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor()
            },
            { expectedErrors: [`422 ${sendPath}`] },
          )
        } finally {
          await setActive('lace', 1)
          await setActive('label', 1)
        }
      })

      test('starts with the name of the signed-in member, and is stored for their account (CONT-11)', () =>
        visit(app, async (page) => {
          await openSignedIn(page, app, '/products')
          await page.getByRole('button', { name: matchActionName('Add to enquiry', 'Zipper') }).dblclick()
          await page.getByRole('button', { name: matchActionName('Add to enquiry', 'Lace') }).click()
          assert.equal(new URL(page.url()).pathname, '/products')
          await page.getByRole('link', { name: matchActionName('In your enquiry', 'Lace') }).click()
          assert.equal(await page.getByLabel('Your name').inputValue(), 'Anna Becker')
          await page.getByLabel('Company').fill('Becker & Sohn')
          await page.getByLabel('Email').fill('anna@buyer.example')
          await sendEnquiry(page, 'en')
          await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor()
          const { account_id } = (await readEnquiries()).at(-1)!
          const anna = app.db.selectFrom('account').select('id').where('username', '=', 'anna')
          assert.equal(account_id, (await anna.executeTakeFirstOrThrow()).id)
        }))

      test('without products links to every product (DES-78)', () =>
        visit(app, async (page) => {
          await openPage(page, '/enquiry')
          const { data: products } = await app.callOk('getProducts')
          assert.ok(products.length > 5, `${products.length} products`)
          for (const { slug, name } of products as { slug: string; name: string }[])
            assert.equal(
              await page.getByRole('main').getByRole('link', { name, exact: true }).getAttribute('href'),
              `/products/${slug}`,
            )
        }))

      test('without scripts starts on a product page; an empty enquiry links to the products and the contact page (CONT-11)', () =>
        visit(
          app,
          async (page) => {
            await page.goto('/products/zipper')
            assert.equal(await page.getByRole('button', { name: 'Add to enquiry', exact: true }).count(), 1)
            await page.getByRole('main').getByRole('link', { name: 'Write to us' }).first().click()
            assert.equal(await page.getByLabel('Subject').inputValue(), 'Zipper')
            await page.goto('/products')
            assert.equal(await page.getByRole('button', { name: 'Add to enquiry' }).first().isVisible(), false)
            await page.goto('/enquiry')
            await page.getByRole('heading', { name: /^Open a product to enquire about it/ }).waitFor()
            assert.equal(
              await page.getByRole('main').getByRole('link', { name: 'Choose products' }).getAttribute('href'),
              '/products',
            )
            assert.equal(await page.getByText('Loading…').isVisible(), false)
            await page.getByRole('link', { name: 'Write to us' }).click()
            assert.equal(new URL(page.url()).pathname, '/contact')
          },
          { javaScriptEnabled: false },
        ))
    })
  })
}
