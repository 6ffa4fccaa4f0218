import assert from 'node:assert/strict'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { visit, waitForFocus } from '#testing/browser.ts'
import { passwordsByUsername, startTestApp, type TestApp } from '#testing/test-app.ts'
import { openInbox, fillInbox } from '#testing/inbox.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { createPngOfSize, pdf } from '#testing/upload-files.ts'
import { selectPairs } from '#testing/pairs.ts'
import { inLanguage } from '#routes/public.ts'
import { officeEndpoints, officeHref, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { checkPageState, openLivePage, openOfficePage, waitUntilLive } from './open-office-page.ts'
import { signIn } from './sign-in.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const { t, clock, count } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`the inbox of the office, on ${engine.name}, in ${language}`, () => {
    let app: TestApp
    let folder: string
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'mail-in-'))
      app = await startTestApp(engine, { MAIL_IN: folder, MAIL_REPLY_TO: 'inbox+{token}@selvage.example' })
      await fillInbox(app, language)
    })
    after(async () => {
      await app.close()
      await rm(folder, { recursive: true })
    })

    const getSentText = () => t('inbox.email_sent', { time: clock(app.clock.now)[1] })

    test(`assigns an enquiry to the user, who answers it with a canned answer and closes it, at ${width} px (OFF-5, OFF-200, OFF-204, OFF-207, OFF-209)`, () =>
      visit(
        app,
        async (page) => {
          const company = `Nordwind ${width}`
          const email = `lena-${width}@buyer.example`
          const code = await openInbox(app).sendEnquiry({ language, company, email, name: 'Lena Vogel' })
          const templateName = `${t('canned.one')} ${width}`
          await openOfficePage(page, app, language, officeHref('cannedAnswer', 'new'), 'staff')
          await page.getByLabel(t('edit.in_english', { label: t('canned.name') })).fill(templateName)
          const cannedText = {
            en: 'Dear {name}, prices for {reference} follow.',
            bn: '{name}, {reference} এর দাম পাঠাচ্ছি।',
          }
          await page.getByLabel(t('edit.in_english', { label: t('canned.text') })).fill(cannedText.en)
          await page.getByLabel(t('edit.in_bangla', { label: t('canned.text') })).fill(cannedText.bn)
          await page.getByRole('button', { name: t('edit.save'), exact: true }).click()
          await page.waitForURL(/answers\/\d+$/)
          await page.getByRole('link', { name: t('canned.title') }).click()
          await page.getByRole('main').getByRole('link', { name: templateName }).waitFor()

          await page
            .getByRole('main')
            .getByRole('link', { name: t('inbox.title') })
            .click()
          await page.getByLabel(t('inbox.search')).fill(email)
          await page.keyboard.press('Enter')
          await page.waitForURL(/search=/)
          await page.getByRole('main').getByRole('link', { name: company }).click()
          await page.getByRole('heading', { level: 1, name: company }).waitFor()
          await page.getByText(t('inbox.state_new'), { exact: true }).first().waitFor()

          await page.getByRole('button', { name: t('inbox.assign_to_me') }).click()
          await page.getByRole('article').getByText(t('inbox.state_open'), { exact: true }).first().waitFor()

          await page.getByText(t('inbox.note'), { exact: true }).click()
          await page.getByLabel(t('inbox.note_text'), { exact: true }).fill('They pay late.')
          await page.getByRole('button', { name: t('inbox.add_note') }).click()
          await page.getByText(t('inbox.entry_note')).waitFor()

          const answer = page.getByLabel(t('request.write_text', { language: t(`office.in_${language}`) }))
          await page.getByLabel(t('inbox.canned')).selectOption(templateName)
          const expectedAnswer = cannedText[language].replace('{name}', 'Lena Vogel').replace('{reference}', code)
          assert.equal(await answer.inputValue(), expectedAnswer)
          await page.getByText(t('inbox.draft_saved')).waitFor()
          await waitUntilLive(page, () => page.reload())
          await page.getByRole('heading', { level: 1, name: company }).waitFor()
          assert.equal(await answer.inputValue(), expectedAnswer)
          await page.getByRole('button', { name: t('inbox.send') }).click()
          await page.getByText(getSentText()).first().waitFor()
          assert.equal(await answer.inputValue(), '')
          const [, message] = await readEmailsTo(app, email)
          assert.ok(message!.text.includes(expectedAnswer) && message!.text.includes('> As last winter.'))
          assert.ok(!message!.text.includes('pay late'))
          await page.reload()
          await page.getByText(getSentText(), { exact: true }).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])

          const headers = {
            From: email,
            To: message!.header('reply-to'),
            'Message-ID': `<${code}@buyer.example>`,
            Subject: 'Re',
          }
          const headerLines = Object.entries(headers).map(([key, value]) => `${key}: ${value}\r\n`)
          await writeFile(join(folder, `${code}.eml`), `${headerLines.join('')}\r\nThat suits us.`)
          while (!(await readdir(join(folder, 'done')).catch((): string[] => [])).includes(`${code}.eml`))
            await sleep(200)
          await page.reload()
          await page.getByText('That suits us.').waitFor()
          await page.getByText(t('inbox.entry_mail')).waitFor()
          await page.getByRole('article').getByText(t('inbox.state_open'), { exact: true }).first().waitFor()

          await page.getByLabel(t('inbox.state'), { exact: true }).selectOption('done')
          await page.getByText(t('inbox.marked_done')).waitFor()
          await page
            .getByRole('link', { name: t('inbox.title') })
            .first()
            .click()
          await page.getByRole('link', { name: t('inbox.view_done'), exact: true }).click()
          await page.getByRole('main').getByRole('link', { name: company }).waitFor()
          assert.deepEqual(await openInbox(app).readLog(code), [
            'conversation assigned',
            'conversation note added',
            'conversation answered',
            'enquiry answered',
            'conversation status changed',
          ])
        },
        { locale, width },
      ))

    test(`sends files with an answer, previews them, and starts a quotation for a message, at ${width} px (OFF-336, OFF-337, OFF-338)`, () =>
      visit(
        app,
        async (page) => {
          const email = `files-${width}@buyer.example`
          const earlierReference = await openInbox(app).sendEnquiry({ language, email })
          const code = await openInbox(app).sendEnquiry({ language, email, files: [{ name: 'pack.pdf', bytes: pdf }] })
          await openLivePage(page, app, language, officeHref('enquiry', code), 'staff')
          await page.getByRole('link', { name: earlierReference }).waitFor()
          const answer = page.getByLabel(t('request.write_text', { language: t(`office.in_${language}`) }))
          await answer.fill('Our swatches.')
          const pngBytes = createPngOfSize()
          await page.setInputFiles('input[type=file]', { name: 'swatch.png', mimeType: 'image/png', buffer: pngBytes })
          await page.getByText('swatch.png', { exact: true }).waitFor()
          await page.getByRole('button', { name: t('inbox.send') }).click()
          await page.getByText(getSentText()).first().waitFor()
          const [, message] = await readEmailsTo(app, email).then((emails) => emails.slice(-2))
          assert.deepEqual(
            message!.files.map(({ name }) => name),
            ['swatch.png'],
          )
          for (const name of ['swatch.png', 'pack.pdf']) {
            await page.getByRole('button', { name }).click()
            const dialog = page.getByRole('dialog', { name })
            await dialog.locator(name.endsWith('.png') ? 'img' : 'iframe').waitFor()
            const download = page.waitForEvent('download')
            await dialog.getByRole('button', { name: t('inbox.download_file') }).click()
            assert.equal((await download).suggestedFilename(), name)
            await page.keyboard.press('Escape')
          }
          assert.deepEqual(await findAccessibilityViolations(page), [])

          const id = await openInbox(app).sendMessage(`Sizes ${width}`, language)
          await openOfficePage(page, app, language, officeHref('message', id), 'staff')
          await page.getByRole('button', { name: t('quotation.create') }).click()
          await page.waitForURL(/\/quotations\/\d+$/)
          assert.equal(await page.getByLabel(t('quotation.name'), { exact: true }).inputValue(), 'Mina Rahman')
        },
        { locale, width },
      ))

    test('keeps the text that is typed while an answer is sent, as the next draft (OFF-204)', () =>
      visit(
        app,
        async (page) => {
          const code = await openInbox(app).sendEnquiry({ language, email: 'typed-on@buyer.example' })
          await openLivePage(page, app, language, officeHref('enquiry', code), 'staff')
          const answer = page.getByLabel(t('request.write_text', { language: t(`office.in_${language}`) }))
          await answer.fill('Our prices.')
          const { promise: typed, resolve: endTyping } = Promise.withResolvers<void>()
          const requested = page.waitForRequest('**' + officeEndpoints.answerConversation[1])
          await page.route('**' + officeEndpoints.answerConversation[1], async (route) => {
            await typed
            await route.continue()
          })
          await page.getByRole('button', { name: t('inbox.send') }).click()
          await requested
          const saved = page.waitForResponse('**' + officeEndpoints.saveConversationDraft[1])
          await answer.fill('Our prices.\n\nAnd the swatches.')
          await saved
          endTyping()
          await page.getByText(getSentText()).first().waitFor()
          assert.equal(await answer.inputValue(), 'And the swatches.')
          await page.getByText(t('inbox.draft_saved')).waitFor()
          await page.reload()
          assert.equal(await answer.inputValue(), 'And the swatches.')
        },
        { locale, width },
      ))

    test(`snoozes an enquiry until a day, marks it as due on that day and downloads the list, at ${width} px (OFF-201, OFF-203, OFF-295, DES-74)`, async () => {
      const company = `Fjord ${width}`
      const code = await openInbox(app).sendEnquiry({ language, company, email: `fjord-${width}@buyer.example` })
      const day = app.day(2)
      const findRow = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: company })
      await visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officeHref('enquiry', code), 'staff')
          await page.getByLabel(t('inbox.state'), { exact: true }).selectOption('waiting')
          const reminderField = page.getByLabel(t('inbox.remind_on'), { exact: true })
          await reminderField.fill(app.day(-1))
          await page.getByText(t('error.reminder_day')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await reminderField.fill(day)
          await page.getByText(t('inbox.saved'), { exact: true }).waitFor()
          await page.goto(app.url + inLanguage('/office/inbox?view=waiting', language))
          await findRow(page).getByText(t('inbox.waiting_until', { day })).waitFor()
          await page.getByRole('link', { name: t('inbox.view_to_do'), exact: true }).click()
          await findRow(page).waitFor({ state: 'detached' })
          await page.getByRole('heading', { level: 1, name: t('inbox.title') }).waitFor()
        },
        { locale, width, expectedErrors: [`422 ${officeEndpoints.moveConversation[1]}`] },
      )
      // The reminder day arrives.
      app.clock.advance(2 * 86_400_000)
      await visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, '/office/inbox', 'staff')
          await findRow(page).getByText(t('inbox.due'), { exact: true }).waitFor()
          await page.getByText(count('inbox.waiting_days', 2)).first().waitFor()
          await page.getByLabel(t('inbox.search')).fill(company)
          await page.keyboard.press('Enter')
          await page.waitForURL(/search=/)
          await page.getByRole('main').getByText('Hang tags').waitFor({ state: 'detached' })
          const [file] = await Promise.all([
            page.waitForEvent('download'),
            page.getByRole('button', { name: t('stays.download') }).click(),
          ])
          const [, line, ...otherLines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
          assert.ok(line!.includes(code) && line!.includes(company), line!)
          assert.deepEqual(otherLines, [])
        },
        { locale, width },
      )
    })

    test('shows the messages from the oldest to the newest, and the answer form below them (OFF-337, OFF-372)', () =>
      visit(
        app,
        async (page) => {
          const inbox = openInbox(app)
          const company = 'Gent Confectie'
          const code = await inbox.sendEnquiry({ language, company, email: 'gent@buyer.example' })
          const { id } = await inbox.conversation(code)
          const token = await app.signIn('owner')
          const notes = Array.from({ length: 12 }, (_, index) => `Gent note ${index}.`)
          for (const text of notes)
            assert.equal((await app.call('addConversationNote', { id, text }, { token, key: text })).status, 200)
          await openLivePage(page, app, language, officeHref('enquiry', code), 'staff')
          const answer = page.getByLabel(t('request.write_text', { language: t(`office.in_${language}`) }))
          const parts = [page.getByText('As last winter.'), ...notes.map((text) => page.getByText(text)), answer]
          const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())!.y))
          assert.deepEqual(
            tops,
            tops.toSorted((a, b) => a - b),
          )

          const shortcut = page.getByRole('button', { name: t('inbox.answer'), exact: true })
          await shortcut.focus()
          await page.keyboard.press('Enter')
          assert.ok(await waitForFocus(answer), 'the shortcut leads to the answer')
          await shortcut.waitFor({ state: 'detached' })
          await page.getByText(notes.at(-1)!).waitFor()
          await checkPageState(page, width)
        },
        { locale, width },
      ))

    test('saves the assignee and the status as soon as they are chosen, with the keyboard when the choice is final (OFF-373)', () =>
      visit(
        app,
        async (page) => {
          const inbox = openInbox(app)
          const code = await inbox.sendEnquiry({ language, company: 'Herning Mode', email: 'herning@buyer.example' })
          await openLivePage(page, app, language, officeHref('enquiry', code), 'staff')
          const side = page.getByRole('article')
          const assignee = side.getByLabel(t('inbox.assignee'), { exact: true })
          const state = side.getByLabel(t('inbox.state'), { exact: true })
          const findSaved = () => side.getByText(t('inbox.saved'), { exact: true })
          await assignee.selectOption({ label: 'Nasreen Akter' })
          await findSaved().waitFor()
          assert.equal((await inbox.conversation(code)).assignee.name, 'Nasreen Akter')

          // The keyboard passes "waiting" on its way to "done".
          await state.focus()
          await page.keyboard.press('ArrowDown')
          await page.keyboard.press('ArrowDown')
          assert.equal(await state.inputValue(), 'done')
          assert.equal((await inbox.conversation(code)).state, 'open')
          await page.keyboard.press('Tab')
          await page.getByText(t('inbox.marked_done')).waitFor()
          const actions = await inbox.readLog(code)
          assert.equal(actions.filter((action) => action === 'conversation status changed').length, 1)

          // A colleague takes the conversation meanwhile. The form shows who.
          const { id, assignee: owner, people } = await inbox.conversation(code)
          const other = people.find((person: { id: number }) => person.id !== owner.id)
          await page.route(
            `**${officeEndpoints.assignConversation[1]}`,
            async (route) => {
              const token = await app.signIn('owner')
              await app.call('assignConversation', { id, was: owner.id, to: other.id }, { token })
              await route.continue()
            },
            { times: 1 },
          )
          await assignee.selectOption('')
          await side.getByRole('alert').waitFor()
          while ((await assignee.inputValue()) !== String(other.id)) await sleep(50)
          assert.deepEqual(await findAccessibilityViolations(page), [])
        },
        { locale, width, expectedErrors: [`409 ${officeEndpoints.assignConversation[1]}`] },
      ))

    test('shows the list beside the open conversation on a wide screen, and keeps both live (OFF-362)', () =>
      visit(
        app,
        async (page) => {
          const inbox = openInbox(app)
          const [first, second] = [
            await inbox.sendEnquiry({ language, company: 'Aarhus Trading', email: 'aarhus@buyer.example' }),
            await inbox.sendEnquiry({ language, company: 'Bergen Mode', email: 'bergen@buyer.example' }),
          ]
          await openLivePage(page, app, language, officePages.inbox, 'staff')
          const list = page.getByRole('region', { name: t('inbox.title'), exact: true })
          const pane = page.getByRole('region', { name: t('inbox.conversation'), exact: true })
          const findRow = (name: string) => list.getByRole('link', { name, exact: true })
          await findRow('Aarhus Trading').focus()
          await page.keyboard.press('Enter')
          await page.waitForURL(`**${officeHref('enquiry', first!)}`)
          await page.getByRole('heading', { level: 1, name: 'Aarhus Trading' }).waitFor()
          assert.ok(await waitForFocus(pane), 'the focus moves to the conversation')
          assert.equal(await findRow('Aarhus Trading').getAttribute('aria-current'), 'page')
          const boxes = [(await list.boundingBox())!, (await pane.boundingBox())!]
          assert.ok(boxes[0]!.x + boxes[0]!.width <= boxes[1]!.x, 'both are side by side')
          assert.deepEqual(await findAccessibilityViolations(page), [])

          const answer = page.getByLabel(t('request.write_text', { language: t(`office.in_${language}`) }))
          await answer.fill('Prices follow.')
          await inbox.sendEnquiry({ language, company: 'Cork Apparel', email: 'cork@buyer.example' })
          await findRow('Cork Apparel').waitFor()
          assert.equal(await answer.inputValue(), 'Prices follow.')
          await page.getByText(t('inbox.draft_saved')).waitFor()

          await findRow('Bergen Mode').click()
          await page.waitForURL(`**${officeHref('enquiry', second!)}`)
          await page.getByRole('heading', { level: 1, name: 'Bergen Mode' }).waitFor()
          await page.getByRole('button', { name: t('inbox.assign_to_me') }).click()
          await list.getByRole('listitem').filter({ hasText: 'Bergen Mode' }).getByText('Tanvir Hasan').waitFor()
          await list.getByRole('link', { name: t('inbox.title'), exact: true }).click()
          await page.waitForURL(`**${officePages.inbox}`)
          await page.getByRole('heading', { level: 1, name: t('inbox.title') }).waitFor()
        },
        { locale, width: 1440 },
      ))

    test('shows the first conversation beside the list of a wide screen, without changing data, focus or history (OFF-368)', () =>
      visit(
        app,
        async (page) => {
          const inbox = openInbox(app)
          const codes = [
            await inbox.sendEnquiry({ language, company: 'Esbjerg Uniform', email: 'esbjerg@buyer.example' }),
            await inbox.sendEnquiry({ language, company: 'Esbjerg Linned', email: 'esbjerg@buyer.example' }),
          ]
          await openLivePage(page, app, language, `${officePages.inbox}?search=esbjerg`, 'staff')
          const list = page.getByRole('region', { name: t('inbox.title'), exact: true })
          const pane = page.getByRole('region', { name: t('inbox.conversation'), exact: true })
          const findTitle = (name: string) => pane.getByRole('heading', { level: 2, name })
          const historyLength = await page.evaluate(() => history.length)
          await findTitle('Esbjerg Uniform').waitFor()
          await pane.getByText('As last winter.').waitFor()
          const firstLink = list.getByRole('listitem').first().getByRole('link')
          assert.equal(await firstLink.innerText(), 'Esbjerg Uniform')
          assert.equal(await firstLink.getAttribute('aria-current'), 'true')
          assert.deepEqual(await findAccessibilityViolations(page), [])

          const assigneeFilter = list.getByLabel(t('inbox.assignee'))
          await assigneeFilter.focus()
          await assigneeFilter.selectOption('mine')
          await pane.getByText(t('inbox.none_open')).waitFor()
          await assigneeFilter.selectOption('nobody')
          await findTitle('Esbjerg Uniform').waitFor()
          assert.ok(await waitForFocus(assigneeFilter), 'the focus stays in the list')
          assert.equal(await page.evaluate(() => history.length), historyLength + 2)
          assert.equal((await inbox.conversation(codes[0]!)).state, 'new')
          assert.deepEqual(await inbox.readLog(codes[0]!), [])

          // A colleague finishes the conversation meanwhile. The answer still belongs to the same buyer.
          const answer = page.getByLabel(t('request.write_text', { language: t(`office.in_${language}`) }))
          await answer.fill('Prices follow.')
          const { id } = await inbox.conversation(codes[0]!)
          const token = await app.signIn('owner')
          assert.equal((await app.call('moveConversation', { id, state: 'done' }, { token })).status, 200)
          await list.getByText('Esbjerg Uniform').waitFor({ state: 'detached' })
          await pane.getByText(t('inbox.state_done'), { exact: true }).first().waitFor()
          await findTitle('Esbjerg Uniform').waitFor()
          assert.equal(await answer.inputValue(), 'Prices follow.')

          await page.setViewportSize({ width: 390, height: 844 })
          await pane.waitFor({ state: 'detached' })
          await list.getByText('Esbjerg Linned').waitFor()
        },
        { locale, width: 1440 },
      ))

    test('reports that the first conversation could not be loaded, and loads it on retry (OFF-368)', () =>
      visit(
        app,
        async (page) => {
          await openInbox(app).sendEnquiry({ language, company: 'Falun Konfektion', email: 'falun@buyer.example' })
          const conversationPath = `**${officeEndpoints.getConversation[1]}*`
          await page.route(conversationPath, (route) => route.abort())
          await openOfficePage(page, app, language, `${officePages.inbox}?search=falun`, 'staff')
          const pane = page.getByRole('region', { name: t('inbox.conversation'), exact: true })
          await pane.getByText(t('failure.missing_title')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.unroute(conversationPath)
          await pane.getByRole('button', { name: t('office.retry') }).click()
          await pane.getByRole('heading', { level: 2, name: 'Falun Konfektion' }).waitFor()
          await page.goto(`${page.url().split('?')[0]}?search=nobody`)
          await pane.getByText(t('inbox.none_open')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
        },
        { locale, width: 1440, expectedErrors: [`failed ${officeEndpoints.getConversation[1]}`] },
      ))

    test('keeps the filters of the list while conversations open, and shows either on a phone (OFF-362)', () =>
      visit(
        app,
        async (page) => {
          const company = 'Dresden Textil'
          const code = await openInbox(app).sendEnquiry({ language, company, email: 'dresden@buyer.example' })
          await openOfficePage(page, app, language, `${officePages.inbox}?view=all&search=dresden`, 'staff')
          const findRow = () => page.getByRole('main').getByRole('link', { name: company, exact: true })
          await findRow().click()
          await page.waitForURL(new RegExp(`${code}\\?view=all&search=dresden$`))
          assert.equal(await page.getByLabel(t('inbox.search')).inputValue(), 'dresden')
          await page.setViewportSize({ width: 390, height: 844 })
          await page.getByLabel(t('inbox.search')).waitFor({ state: 'detached' })
          await page.getByRole('heading', { level: 1, name: company }).waitFor()
          await checkPageState(page, 390)
        },
        { locale, width: 1440 },
      ))

    test('lists an email that could not be filed and the reason, with the keyboard alone (OFF-209)', async () => {
      await writeFile(join(folder, 'empty.eml'), '')
      while (!(await readdir(join(folder, 'refused')).catch((): string[] => [])).includes('empty.eml')) await sleep(50)
      await visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.inbox, 'staff')
          await page.getByText(count('inbox.not_filed', 1)).focus()
          await page.keyboard.press('Enter')
          const email = page.getByRole('listitem').filter({ hasText: 'empty.eml' })
          await email.getByText(t('inbox.not_filed_reason_empty')).waitFor()
          await checkPageState(page, width)
        },
        { locale, width },
      )
    })

    test('reports that the requests could not be loaded, loads them on retry, and keeps the old list if a later load fails (OFF-1)', () =>
      visit(
        app,
        async (page) => {
          const requestsPath = `**${officeEndpoints.getWaitingRequests[1]}*`
          await page.route(requestsPath, (route) => route.abort())
          await openOfficePage(page, app, language, officePages.requests, 'staff')
          await page.getByRole('heading', { level: 1, name: t('office.failed') }).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.unroute(requestsPath)
          await page.getByRole('button', { name: t('office.retry') }).click()
          await page.getByRole('heading', { level: 1, name: t('office.requests') }).waitFor()

          await page.route(requestsPath, (route) => route.abort())
          await page.evaluate(() => dispatchEvent(new Event('online')))
          await page.getByRole('button', { name: t('office.retry') }).waitFor()
          await page.getByRole('heading', { level: 1, name: t('office.requests') }).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.unroute(requestsPath)
          await page.evaluate(() => dispatchEvent(new Event('online')))
          await page.getByRole('button', { name: t('office.retry') }).waitFor({ state: 'detached' })
        },
        { locale, expectedErrors: [`failed ${officeEndpoints.getWaitingRequests[1]}`] },
      ))

    test('denies access to a member, and shows staff that a booking does not exist (OFF-6)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officeHref('booking', 'ABCDEFGHJK'), 'anna')
          await page.getByRole('heading', { level: 1, name: t('office.staff_only') }).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.getByRole('button', { name: t('office.other_account') }).click()
          await page.waitForURL(/\/login\?next=/)
          await signIn(page, language, 'owner', passwordsByUsername.owner)
          await page.getByRole('heading', { level: 1, name: t('office.not_found') }).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])

          await page
            .getByRole('main')
            .getByRole('link', { name: t('desk.today') })
            .click()
          await page.getByRole('heading', { level: 1, name: t('desk.today') }).waitFor()
          await page.getByRole('button', { name: t('office.more_pages') }).click()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.getByRole('button', { name: t('shell.sign_out') }).click()
          await page.waitForURL(app.url + inLanguage('/login', language))
          await signIn(page, language, 'owner', passwordsByUsername.owner)
          await page.waitForURL(app.url + inLanguage(officePages.today, language))
          await page.getByRole('heading', { level: 1, name: t('desk.today') }).waitFor()
        },
        {
          locale,
          width: 320,
          expectedErrors: (['getStayHeader', 'getBookingRecord', 'getDeskStay'] as const).map(
            (name) => `404 ${officeEndpoints[name][1]}`,
          ),
        },
      ))
  })
}
