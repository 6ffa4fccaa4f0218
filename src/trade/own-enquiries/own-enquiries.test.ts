import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { pdf } from '#testing/upload-files.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`getOwnEnquiries, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let annaToken: string
    before(async () => {
      annaToken = await app.signIn('anna')
    })

    const sender = { company: 'Becker', name: 'Anna', email: 'anna@buyer.example' }
    const listOwnEnquiries = async (token: string, language: 'en' | 'bn' = 'en') =>
      (await app.call('getOwnEnquiries', {}, { token, language })).body.data

    test('lists the enquiries with their files, newest first, in the language of the reader (CONT-11, ACCT-8)', async () => {
      const zipperLine = { product: 'zipper', amount: 5_000, unit: 'metre', sizes: ['#5'], needed_by: app.day(40) }
      const files = [{ name: 'pack.pdf', bytes: pdf }]
      const firstResponse = await app.call(
        'sendEnquiry',
        { ...sender, lines: [zipperLine] },
        { token: annaToken, files },
      )
      app.clock.advance(60_000)
      const secondResponse = await app.call(
        'sendEnquiry',
        { ...sender, lines: [{ product: 'lace' }] },
        { token: annaToken },
      )
      await app.call('sendEnquiry', { ...sender, lines: [{ product: 'button' }] })

      const [laceEnquiry, englishEnquiry, ...otherEnquiries] = await listOwnEnquiries(annaToken)
      assert.deepEqual(
        [laceEnquiry.code, englishEnquiry.code],
        [secondResponse.body.reference, firstResponse.body.reference],
      )
      assert.deepEqual(otherEnquiries, [], 'an enquiry sent without signing in belongs to no account')
      assert.deepEqual([laceEnquiry.state, laceEnquiry.state_on], ['received', null])
      assert.deepEqual(englishEnquiry.files, [
        { number: 1, name: 'pack.pdf', type: 'application/pdf', bytes: pdf.length },
      ])
      const { product, amount, unit, chosen, needed_by } = englishEnquiry.lines[0]
      assert.deepEqual([product, amount, unit, needed_by], ['Zipper', 5_000, 'metre', app.day(40)])
      assert.deepEqual(chosen, { sizes: ['#5'] })
      const [, banglaEnquiry] = await listOwnEnquiries(annaToken, 'bn')
      assert.deepEqual([banglaEnquiry.lines[0].product, banglaEnquiry.lines[0].chosen], ['জিপার', { sizes: ['#৫'] }])
    })

    test('returns the state of each enquiry, and no enquiries of other accounts (ACCT-8, APP-5)', async () => {
      const [{ code }] = await listOwnEnquiries(annaToken)
      const staffToken = await app.signIn('staff')
      const { body } = await app.call('getConversation', { enquiry: code }, { token: staffToken })
      const doneRequest = { id: body.id, state: 'done' }
      assert.equal((await app.call('moveConversation', doneRequest, { token: staffToken })).status, 200)
      assert.deepEqual(
        (await listOwnEnquiries(annaToken)).map(({ state }: { state: string }) => state),
        ['closed', 'received'],
      )
      assert.deepEqual(await listOwnEnquiries(await app.newGuest()), [])
    })
  })
}
