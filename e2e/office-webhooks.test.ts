import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitForFocus, visit, waitUntilAbsent } from '#testing/browser.ts'
import { selectPairs } from '#testing/pairs.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { createResponder, accept } from '#testing/webhook-server.ts'
import { startWebhookApp, type WebhookApp } from '#testing/webhook-app.ts'
import { holdToasts } from '#testing/toasts.ts'
import { inLanguage } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage, checkPageState, waitUntilSaved } from './open-office-page.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const translator = translatorFor(language)
  const { t, count, digits } = translator
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`the webhooks page of the office, on ${engine.name}, in ${language}`, () => {
    let webhookApp: WebhookApp
    before(async () => {
      webhookApp = await startWebhookApp(engine)
    })
    after(() => webhookApp.close())

    const findButton = (scope: Pick<Page, 'getByRole'>, name: string) =>
      scope.getByRole('button', { name, exact: true })
    const book = async (from: number) => {
      const dates = { checkin: webhookApp.testApp.day(from), checkout: webhookApp.testApp.day(from + 1) }
      const options = { token: await webhookApp.testApp.newGuest(), key: randomUUID() }
      const { body } = await webhookApp.testApp.call(
        'requestGuestBooking',
        createStayForm(webhookApp.testApp, dates),
        options,
      )
      await webhookApp.sendWebhooks()
      return body.booking_id as string
    }

    test('adds an endpoint by keyboard, shows its secret once, sends a test event, and shows and resends a delivery (HOOK-1, HOOK-2, HOOK-10)', () =>
      visit(
        webhookApp.testApp,
        async (page) => {
          await openOfficePage(page, webhookApp.testApp, language, officePages.webhooks)
          await page.getByText(t('webhooks.none'), { exact: true }).waitFor()
          await page.getByRole('link', { name: t('webhooks.add'), exact: true }).focus()
          await page.keyboard.press('Enter')
          await page.waitForURL(webhookApp.testApp.url + inLanguage(officeHref('webhook', 'new'), language))
          const address = page.getByLabel(t('webhooks.address'), { exact: true })
          await address.fill('http://hooks.example/')
          await page.keyboard.press('Enter')
          await page.getByText(t('error.webhook_https'), { exact: true }).waitFor()
          await page.getByText(t('error.webhook_events'), { exact: true }).waitFor()
          assert.ok(await waitForFocus(address), 'the field with the error has the focus')
          await checkPageState(page, width)
          await address.fill(webhookApp.server.url)
          await page
            .getByLabel(t('webhooks.description'), { exact: true })
            .fill(language === 'bn' ? 'হিসাবের খাতা' : 'The bookkeeping')
          for (const name of ['webhooks.event_stay_requested', 'webhooks.event_payment_received'] as const) {
            const box = page.getByRole('checkbox', { name: new RegExp(`^${t(name)}`) })
            await box.focus()
            await page.keyboard.press('Space')
            assert.ok(await box.isChecked())
          }
          await findButton(page, t('webhooks.add')).focus()
          await page.keyboard.press('Enter')
          const secret = page.getByRole('textbox', { name: t('webhooks.secret'), exact: true })
          await secret.waitFor()
          assert.match(await secret.inputValue(), /^whsec_[A-Za-z0-9+/]{43}=$/)
          await findButton(page, t('webhooks.secret_copy')).click()
          await page.getByText(t('webhooks.secret_copied')).waitFor()
          assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await secret.inputValue())
          await checkPageState(page, width)
          await findButton(page, t('webhooks.secret_done')).click()
          await page.getByText(t('webhooks.deliveries_none'), { exact: true }).waitFor()
          await waitUntilAbsent(page.getByText('whsec_'))

          webhookApp.server.behaviour = createResponder(500, 'Not today.')
          await findButton(page, t('webhooks.try')).click()
          await page.getByText(`Not today.`).waitFor()
          webhookApp.server.behaviour = accept
          await findButton(page, t('webhooks.try')).click()
          await page
            .getByText(new RegExp(t('webhooks.status', { status: digits('200') })))
            .first()
            .waitFor()
          assert.equal(webhookApp.server.receivedRequests.length, 2)

          const code = await book(10)
          await holdToasts(page)
          await page.reload()
          const row = page.getByRole('listitem').filter({ hasText: code })
          await row.getByText(t('webhooks.delivery_delivered'), { exact: true }).waitFor()
          await row.getByRole('link').click()
          await page.getByRole('heading', { level: 1, name: t('webhooks.event_stay_requested') }).waitFor()
          await page.getByText(code).first().waitFor()
          await findButton(page, t('webhooks.resend')).click()
          await page.getByText(t('webhooks.resent')).waitFor()
          await page.getByText(t('webhooks.delivery_waiting'), { exact: true }).waitFor()
          await webhookApp.sendWebhooks()
          assert.equal(webhookApp.server.receivedRequests.length, 4)
          assert.equal(
            webhookApp.server.receivedRequests[3]!.headers['webhook-id'],
            webhookApp.server.receivedRequests[2]!.headers['webhook-id'],
          )
        },
        { locale, permissions: ['clipboard-read', 'clipboard-write'], expectedErrors: ['422 /api/office/addWebhook'] },
      ))

    test('edits, pauses, resumes and removes an endpoint, resends missed or all events, and replaces the secret (HOOK-1, HOOK-2, HOOK-10)', () =>
      visit(
        webhookApp.testApp,
        async (page) => {
          const [{ id, host }] = (await webhookApp.callOk('getWebhooks')).data
          await openOfficePage(page, webhookApp.testApp, language, officeHref('webhook', id))
          const description = page.getByLabel(t('webhooks.description'), { exact: true })
          await description.fill(language === 'bn' ? 'দরজার তালা' : 'The locks')
          await findButton(page, t('edit.save')).click()
          await waitUntilSaved(page, language)
          await page.getByRole('heading', { level: 1, name: await description.inputValue() }).waitFor()

          await findButton(page, t('webhooks.pause')).click()
          const dialog = page.getByRole('dialog')
          await dialog.getByText(t('webhooks.pause_text', { days: 30 }), { exact: true }).waitFor()
          await checkPageState(page, width)
          await findButton(dialog, t('webhooks.pause')).click()
          await page.getByText(t('webhooks.state_paused'), { exact: true }).waitFor()
          webhookApp.testApp.clock.advance(1_000)
          const requestCountBefore = webhookApp.server.receivedRequests.length
          await book(12)
          await book(13)
          assert.equal(webhookApp.server.receivedRequests.length, requestCountBefore)
          await page.reload()
          await page.getByText(count('webhooks.resume_missed', 2), { exact: true }).waitFor()
          await checkPageState(page, width)
          await findButton(page, t('webhooks.resume')).click()
          await page.getByText(t('webhooks.state_on'), { exact: true }).waitFor()
          await webhookApp.sendWebhooks()
          assert.equal(webhookApp.server.receivedRequests.length, requestCountBefore + 2)

          await findButton(page, t('webhooks.secret_replace')).click()
          await findButton(dialog, t('webhooks.secret_replace_submit')).click()
          await page.getByRole('textbox', { name: t('webhooks.secret'), exact: true }).waitFor()
          await findButton(page, t('webhooks.secret_done')).click()

          const sinceField = page.getByLabel(t('webhooks.resend_since_day'), { exact: true })
          await sinceField.fill(webhookApp.testApp.day(1))
          await findButton(page, t('webhooks.resend_since_submit')).click()
          await page.getByText(t('error.webhook_since_future'), { exact: true }).waitFor()
          await sinceField.fill(webhookApp.testApp.day(0))
          await findButton(page, t('webhooks.resend_since_submit')).click()
          await page.getByText(count('webhooks.resend_since_sending', 3)).waitFor()
          await webhookApp.sendWebhooks()
          assert.equal(webhookApp.server.receivedRequests.length, requestCountBefore + 5)

          await page
            .getByRole('navigation', { name: t('webhooks.views') })
            .getByText(t('webhooks.view_failed'))
            .click()
          await page.waitForURL(/state=failed/)
          const rows = page.getByRole('listitem')
          const deliveredRows = rows.filter({ has: page.getByText(t('webhooks.delivery_delivered'), { exact: true }) })
          await deliveredRows.first().waitFor({ state: 'detached' })
          await page.getByRole('heading', { level: 2, name: t('webhooks.event_webhook_test') }).waitFor()

          await findButton(page, t('webhooks.remove')).click()
          await dialog.getByText(t('webhooks.remove_title', { host })).waitFor()
          await findButton(dialog, t('webhooks.remove')).click()
          await page.getByText(t('webhooks.none'), { exact: true }).waitFor()
        },
        { locale, expectedErrors: ['422 /api/office/redeliverWebhooksSince'] },
      ))
  })
}
