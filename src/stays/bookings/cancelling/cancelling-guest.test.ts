import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { startCancellationTests } from '#testing/cancelling.ts'
import { enginesFor } from '#testing/engines.ts'
import type { TestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { moveFeeTimes } from '#testing/policies.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { href, inLanguage, languages, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`cancelStay, as a guest, on ${engine.name}`, () => {
    let app: TestApp
    const {
      session: anna,
      book,
      cancel,
      readRow,
    } = startCancellationTests(engine, (startedApp) => {
      app = startedApp
    })

    async function requestAsGuest(language: Language = 'en') {
      const guestToken = await app.newGuest()
      const dates = { checkin: app.day(anna.from), checkout: app.day(anna.from + 3) }
      const { body } = await app.call('requestGuestBooking', createStayForm(app, dates), {
        token: guestToken,
        language,
      })
      return {
        guest: guestToken,
        id: body.booking_id as string,
        token: findToken(await readEmailAbout(body.booking_id)),
      }
    }
    const readEmailAbout = async (id: string, to = 'rafiq@guest.example') =>
      (await readEmailsTo(app, to)).findLast(({ header }) => header('subject').includes(id))!
    const findToken = ({ text }: { text: string }) => /stay=([\w-]+)/.exec(text)![1]!
    const readStayAt = async (token: string, language: Language = 'en') =>
      (await app.call('getStay', { token }, { language })).body

    test('accepts the session token or the link in the email (ACCT-13)', async () => {
      const firstRequest = await requestAsGuest()
      assert.equal((await cancel(firstRequest.id, 0, { token: firstRequest.guest })).body.status, 'cancelled')
      const { id, token } = await requestAsGuest()
      assert.equal((await app.call('cancelStay', { token, fee: 0 })).body.status, 'cancelled')
      assert.equal((await readRow(id)).status, 'cancelled')
      await assertBooksConsistent(app.db)
    })

    test('shows a guest with a link the fee before the cancellation, and the charged fee afterwards (ACCT-8, ACCT-13)', async () => {
      for (const language of languages) {
        anna.from += 4
        const { id, token } = await requestAsGuest(language)
        const fee = (await moveFeeTimes(app.db, id))[0]! / 100
        const { t, money } = translatorFor(language)
        assert.deepEqual((await readStayAt(token, language)).cancelling, {
          fee,
          terms: `${t('policy.now', { fee: money(fee) })} ${t('policy.no_show_same')}`,
          note: null,
          steps: [{ from: null, when: t('policy.when_now'), fee }],
          no_show: fee,
          deposit: 0,
          refund: 0,
          cost: null,
        })
        const feeTooLowResponse = await app.call('cancelStay', { token, fee: 0 }, { language })
        assert.deepEqual(
          [feeTooLowResponse.status, feeTooLowResponse.body.message],
          [409, t('cancel.fee_changed', { fee })],
        )
        assert.equal((await app.call('cancelStay', { token, fee }, { language })).body.fee, fee)
        const stay = await readStayAt(token, language)
        assert.deepEqual(
          [stay.status, stay.next, stay.cancelling],
          [
            'cancelled',
            t('stay.next_cancelled'),
            {
              fee: null,
              terms: null,
              note: null,
              steps: [],
              no_show: null,
              deposit: null,
              refund: 0,
              cost: fee,
            },
          ],
        )
      }
    })

    test('sends a guest an email with a new secret link to the stay, and a member an email without one (ACCT-13)', async () => {
      const requests = [await requestAsGuest('bn'), await requestAsGuest('bn')] as const
      await app.call('cancelStay', { token: requests[0].token, fee: 0 }, { language: 'bn' })
      await cancel(requests[1].id, 0, { token: requests[1].guest, language: 'bn' })
      for (const { id, token } of requests) {
        const email = await readEmailAbout(id)
        assert.match(email.header('subject'), /বাতিল হয়েছে$/)
        assert.match(email.text, /\/bn\/booking-success\?stay=/)
        assert.notEqual(findToken(email), token)
        assert.equal((await readStayAt(findToken(email))).booking_id, id)
        const storedContents = await app.db
          .selectFrom('mail')
          .select('content')
          .where('subject', 'like', `%${id}%`)
          .where('recipient', '=', 'rafiq@guest.example')
          .execute()
        assert.deepEqual(
          storedContents.map(({ content }) => content),
          ['', ''],
          'emails with a link that can cancel are not stored',
        )
      }
      const id = await book()
      await cancel(id)
      const { text } = await readEmailAbout(id, 'anna@buyer.example')
      assert.deepEqual(text.match(/https?:\S+/g), [`https://selvage.example/booking-history-details/${id}`])
    })

    test('works through the link without scripts, shows the fee, and rejects a missing or invalid fee (ACCT-8, ACCT-13)', async () => {
      for (const language of languages) {
        anna.from += 4
        const { id, token } = await requestAsGuest(language)
        const { t } = translatorFor(language)
        const path = inLanguage(href('bookingSuccess', null, { stay: token }), language)
        const post = (form: Record<string, string>) =>
          app.fetch(path, { method: 'POST', body: new URLSearchParams(form) })
        assert.ok((await (await app.get(path)).text()).includes(t('summary.cancel_free')))
        for (const [fee, status] of [
          ['', 422],
          ['x', 422],
          [undefined, 422],
        ] as const) {
          const response = await post({ token, ...(fee !== undefined && { fee }) })
          assert.equal(response.status, status, String(fee))
        }
        assert.equal((await post({ token: 'nonsense', fee: '0' })).status, 404)
        assert.equal((await readRow(id)).status, 'confirmed')
        const cancelledResponse = await post({ token, fee: '0' })
        assert.deepEqual([cancelledResponse.status, cancelledResponse.headers.get('location')], [303, path])
        const html = await (await app.get(path)).text()
        assert.ok(html.includes(t('stay.next_cancelled')) && html.includes(t('summary.cancelled_free')))
        assert.ok(!html.includes('name="fee"'))
        assert.equal((await readRow(id)).status, 'cancelled')
      }
    })
  })
}
