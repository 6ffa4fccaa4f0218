import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { hasFocus, visit, waitForFocus, waitUntilAbsent } from '#testing/browser.ts'
import { openInbox } from '#testing/inbox.ts'
import { openMailServer, type MailServer } from '#testing/mail.ts'
import { selectPairs } from '#testing/pairs.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { officeHref } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openLivePage } from './open-office-page.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const { t, clock } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`the delivery of an answer, on ${engine.name}, in ${language}, at ${width} px`, () => {
    let app: TestApp
    let server: MailServer
    /** The mail server accepts emails once this promise resolves. */
    let acceptPromise = Promise.resolve()
    /** The replies of the mail server to rejected addresses. */
    const rejectionReplies = new Map<string, string>()
    before(async () => {
      server = await openMailServer(0, () => acceptPromise, {
        rejectRecipient: (address) => rejectionReplies.get(address),
      })
      app = await startTestApp(engine, { SMTP_URL: server.url })
    })
    after(async () => {
      await app.close()
      await server.close()
    })

    test('is shown while the email is sent, and with the reason and a retry button after a failure (OFF-204, LIVE-1)', () =>
      visit(
        app,
        async (page) => {
          const email = 'lena@buyer.example'
          const code = await openInbox(app).sendEnquiry({ language, email })
          await app.worker.runDue()
          await openLivePage(page, app, language, officeHref('enquiry', code), 'staff')
          const main = page.getByRole('main')
          const answer = main.getByLabel(t('request.write_text', { language: t(`office.in_${language}`) }))
          const findChip = (key: 'inbox.email_waiting' | 'inbox.email_failed') =>
            main.getByRole('listitem').getByText(t(key), { exact: true })
          const result = main.getByRole('status').or(main.getByRole('alert'))
          const sentText = t('inbox.email_sent', { time: clock(app.clock.now)[1] })
          const send = async (text: string) => {
            await answer.fill(text)
            await main.getByRole('button', { name: t('inbox.send') }).click()
          }

          const { promise, resolve: acceptEmail } = Promise.withResolvers<void>()
          acceptPromise = promise
          await send('Our prices follow.')
          await findChip('inbox.email_waiting').waitFor()
          await waitForFocus(result.filter({ hasText: t('inbox.email_waiting') }))
          assert.equal(await main.getByText(sentText).count(), 0)
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await answer.fill('One more thing')
          acceptEmail()
          await main.getByRole('listitem').getByText(sentText, { exact: true }).waitFor()
          await result.filter({ hasText: sentText }).waitFor()
          await waitUntilAbsent(findChip('inbox.email_waiting'))
          assert.ok(await hasFocus(answer), 'the focus stays')
          assert.equal(await answer.inputValue(), 'One more thing')

          rejectionReplies.set(email, '550 5.1.1 no such user here')
          await send('Our new prices.')
          await findChip('inbox.email_failed').waitFor()
          await main.getByText('550 5.1.1 no such user here').waitFor()
          await result.filter({ hasText: t('inbox.email_failed') }).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          rejectionReplies.clear()
          await main.getByRole('button', { name: t('office.retry') }).click()
          await waitUntilAbsent(main.getByText('550 5.1.1 no such user here'))
          await waitForFocus(result.filter({ hasText: sentText }))
          await waitUntilAbsent(findChip('inbox.email_failed'))
          assert.deepEqual(
            server.delivered.filter(({ to }) => to[0] === email).map(({ source }) => /Our new prices/.test(source)),
            [false, false, true],
          )
        },
        { width, locale },
      ))
  })
}
