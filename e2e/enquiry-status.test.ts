import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, visit, waitForFocus, type VisitOptions } from '#testing/browser.ts'
import { sendLinkedEnquiry } from '#testing/enquiry-link.ts'
import { openInbox } from '#testing/inbox.ts'
import { selectPairs } from '#testing/pairs.ts'
import { createQuotationCalls } from '#testing/quotations.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { createPngOfSize, pdf } from '#testing/upload-files.ts'
import { endpoints, href, inLanguage } from '#routes/public.ts'
import { officeHref } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage } from './open-office-page.ts'

const swatch = { name: 'swatch.png', mimeType: 'image/png', buffer: createPngOfSize() }

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const { t, day, count } = translatorFor(language)

  describe(`the page of an enquiry, on ${engine.name}, in ${language}, at ${width} px`, () => {
    const app = setUpTestApp(engine)
    let quotations: ReturnType<typeof createQuotationCalls>
    let inbox: ReturnType<typeof openInbox>
    before(async () => {
      quotations = createQuotationCalls(app, await app.signIn('staff'))
      inbox = openInbox(app)
    })

    const getPath = (token: string) => inLanguage(href('enquiryStatus', null, { enquiry: token }), language)
    const sendEnquiry = () =>
      sendLinkedEnquiry(app, {
        language,
        lines: [{ product: 'zipper', amount: 5_000, unit: 'metre', notes: 'antique brass' }, { product: 'button' }],
        files: [{ name: 'tech pack.pdf', bytes: pdf }],
      })
    const findMain = (page: Page) => page.getByRole('main')
    const findTextField = (page: Page) => page.getByRole('textbox', { name: t('enquiry.message') })
    const findSendButton = (page: Page) => page.getByRole('button', { name: t('contact.send') })

    for (const hasScripts of [true, false]) {
      const suffix = hasScripts ? '' : ', without scripts'
      const open = (page: Page, path: string) => (hasScripts ? openPage(page, path) : page.goto(path))
      const options: VisitOptions = { width, javaScriptEnabled: hasScripts }
      const checkPage = async (page: Page) => {
        if (hasScripts) assert.deepEqual(await findAccessibilityViolations(page), [])
      }
      const findFileInput = (page: Page) =>
        hasScripts ? page.locator('input[type=file]:not([name])') : page.locator('input[type=file][name=files]')

      test(`shows the request and adds a message with a file${suffix} (CONT-12)`, () =>
        visit(
          app,
          async (page) => {
            const { code, token } = await sendEnquiry()
            await open(page, getPath(token))
            const article = findMain(page).getByRole('article')
            for (const expectedText of [
              count('unit.metre', 5_000),
              'antique brass',
              code,
              'As last winter.',
              'tech pack.pdf',
            ])
              await article.getByText(expectedText).first().waitFor()
            await article.getByText(t('enquiry.state_received'), { exact: true }).waitFor()
            await checkPage(page)

            await findSendButton(page).click()
            await page.getByText(t('error.required'), { exact: true }).waitFor()
            assert.ok(await waitForFocus(findTextField(page)))
            await checkPage(page)
            // The message is sent while the check of the file still loads.
            const sentSignal = Promise.withResolvers<void>()
            await page.route('**/assets/check-file*.js', async (route) => {
              await sentSignal.promise
              await route.continue()
            })
            await findTextField(page).fill('How soon?\nWe are in a hurry.')
            await findFileInput(page).setInputFiles(swatch)
            await findSendButton(page).click()
            await page
              .getByRole('status')
              .filter({ hasText: t('contact.thanks_text') })
              .waitFor()
            sentSignal.resolve()
            const [message, ...others] = await findMain(page)
              .getByRole('region', { name: t('enquiry.messages') })
              .getByRole('listitem')
              .all()
            assert.deepEqual(others, [])
            assert.match(await message!.innerText(), /How soon\?\nWe are in a hurry\.[^]*swatch\.png/)
            assert.equal(await findTextField(page).inputValue(), '')
            await checkPage(page)
            await page.reload()
            await message!.waitFor()
            const { entries } = await inbox.conversation(code)
            assert.deepEqual(
              entries.map(({ kind, text, files }: { kind: string; text: string; files: { name: string }[] }) => [
                kind,
                text,
                files.map(({ name }) => name),
              ]),
              [['message', 'How soon?\nWe are in a hurry.', ['swatch.png']]],
            )
          },
          // The script checks for an empty form and sends no request.
          { ...options, expectedErrors: hasScripts ? [] : ['422 '] },
        ))

      test(`shows the answer and the quotation, and links to the quotation${suffix} (CONT-12, OFF-213)`, () =>
        visit(
          app,
          async (page) => {
            const { code, token } = await sendEnquiry()
            const { id } = await inbox.conversation(code)
            await quotations.callOk('answerConversation', { id, text: 'Which shade do you need?' })
            await open(page, getPath(token))
            await findMain(page).getByText('Which shade do you need?').waitFor()
            await findMain(page)
              .getByText(t('enquiry.state_answered', { day: app.day(0) }), { exact: true })
              .waitFor()

            const { revisions } = await quotations.callOk('startQuotation', { enquiry: code })
            const [{ id: revision, version }] = revisions
            const savedQuotation = await quotations.callOk('saveQuotation', {
              id: revision,
              version,
              ...quotations.form(language),
            })
            const sentQuotation = await quotations.callOk('sendQuotation', {
              id: revision,
              version: savedQuotation.revisions[0].version,
            })
            const { number } = sentQuotation.revisions[0]
            await open(page, getPath(token))
            await findMain(page)
              .getByText(t('enquiry.state_quoted', { day: app.day(0) }), { exact: true })
              .waitFor()
            const quotation = findMain(page)
              .getByRole('region', { name: t('enquiry.quotations') })
              .getByRole('listitem')
            for (const text of [number, day(app.day(20)), t('quotation.state_sent')])
              await quotation.getByText(text).first().waitFor()
            await checkPage(page)
            await quotation.getByRole('link', { name: t('enquiry.view_quotation') }).click()
            await page.getByRole('heading', { level: 1, name: number }).waitFor()
            await findMain(page)
              .getByRole('link', { name: t('quotation.answer_accept') })
              .click()
            await page.getByLabel(t('quotation.accept_name')).fill('Lena Vogel')
            await page.getByRole('button', { name: t('quotation.confirm_accept') }).click()
            await page.getByText(t('quotation.answer_recorded')).waitFor()
            await open(page, getPath(token))
            await findMain(page).getByRole('article').getByText(t('enquiry.state_accepted'), { exact: true }).waitFor()
          },
          options,
        ))

      test(`explains that a link is invalid, and links to the contact page${suffix} (CONT-12)`, () =>
        visit(
          app,
          async (page) => {
            await open(page, getPath('x'.repeat(43)))
            await page.getByText(t('enquiry.link_invalid'), { exact: true }).waitFor()
            await checkPage(page)
            await findMain(page)
              .getByRole('link', { name: t('home.talk_action') })
              .click()
            await page.waitForURL(`**${inLanguage('/contact', language)}`)
          },
          options,
        ))
    }

    test('rejects a file of another type before sending it (CONT-12)', () =>
      visit(
        app,
        async (page) => {
          const { code, token } = await sendEnquiry()
          await openPage(page, getPath(token))
          const invalidFile = { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>') }
          await page.locator('input[type=file]:not([name])').setInputFiles(invalidFile)
          // A file that is sent during its check reaches the server, which rejects it too.
          await page.getByText(t('error.file_kind'), { exact: true }).waitFor()
          await findSendButton(page).click()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.getByRole('button', { name: t('files.remove') }).click()
          await findTextField(page).fill('Without the file')
          await findSendButton(page).click()
          await page
            .getByRole('status')
            .filter({ hasText: t('contact.thanks_text') })
            .waitFor()
          assert.equal((await inbox.conversation(code)).entries.length, 1)
        },
        { width },
      ))

    test('keeps the text and the file that are entered while a message is sent (CONT-12)', () =>
      visit(
        app,
        async (page) => {
          const { code, token } = await sendEnquiry()
          await openPage(page, getPath(token))
          const form = page.locator('form').filter({ has: findTextField(page) })
          const chooseFile = (name: string) =>
            page.locator('input[type=file]:not([name])').setInputFiles({ ...swatch, name })
          const releaseSignal = Promise.withResolvers<void>()
          const address = `**${endpoints.writeAboutEnquiry[1]}`
          await page.route(address, async (route) => {
            await releaseSignal.promise
            await route.continue()
          })
          await findTextField(page).fill('How soon?')
          await chooseFile('first.png')
          const sentRequest = page.waitForRequest(address)
          await findSendButton(page).click()
          await sentRequest
          await findTextField(page).fill('How soon? And for less?')
          await chooseFile('second.png')
          await form.getByText('second.png', { exact: true }).waitFor()
          releaseSignal.resolve()
          await page
            .getByRole('status')
            .filter({ hasText: t('contact.thanks_text') })
            .waitFor()
          assert.equal(await findTextField(page).inputValue(), 'And for less?')
          await form.getByText('second.png', { exact: true }).waitFor()
          assert.equal(await form.getByText('first.png').count(), 0)
          await findSendButton(page).click()
          await findMain(page)
            .getByRole('region', { name: t('enquiry.messages') })
            .getByText('second.png')
            .waitFor()
          const { entries } = await inbox.conversation(code)
          assert.deepEqual(
            entries.map(({ text, files }: { text: string; files: { name: string }[] }) => [text, files[0]?.name]),
            [
              ['How soon?', 'first.png'],
              ['And for less?', 'second.png'],
            ],
          )
        },
        { width },
      ))

    test('shows staff the same status, with the message and its file (CONT-12, OFF-204)', () =>
      visit(app, async (page) => {
        const { code, token } = await sendEnquiry()
        const files = [{ name: 'swatch.png', bytes: createPngOfSize() }]
        assert.equal((await app.call('writeAboutEnquiry', { token, text: 'How soon?' }, { files })).status, 200)
        await openOfficePage(page, app, language, officeHref('enquiry', code), 'owner')
        await page.getByText(t('inbox.buyer_sees', { state: t('enquiry.state_received') }), { exact: true }).waitFor()
        const entry = page.getByRole('listitem').filter({ hasText: t('inbox.entry_message') })
        assert.match(await entry.innerText(), /How soon\?[^]*swatch\.png/)
      }))
  })
}
