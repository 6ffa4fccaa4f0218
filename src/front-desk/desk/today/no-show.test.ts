import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { openDesk, type BookedStay } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { assertMoneyConsistent } from '#testing/assert-money.ts'
import { payBalance } from '#testing/pay-balance.ts'
import { setDefaultPolicy, createNightRules } from '#testing/policies.ts'
import { languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the no-show email on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    before(async () => {
      desk = await openDesk(app)
      await setDefaultPolicy(app.db, createNightRules(48, 1))
    })

    let guestCount = 0
    const createAddress = () => `absent-${++guestCount}@guest.example`
    const markNoShow = async ({ booking }: BookedStay, overrides: object = {}) => {
      const { version } = await desk.readRow({ booking })
      return (await desk.callOk('markNoShow', { booking, version, fee: 'agreed', notify_guest: true, ...overrides }))
        .operation_id as number
    }
    const readEmails = async (email: string) =>
      (await readEmailsTo(app, email)).map((message) => ({ ...message, subject: message.header('subject') }))

    test("names the room, the agreed fee and the balance in the guest's language, and is followed by a correction after an undo (LET-50)", async () => {
      for (const language of languages) {
        const { t, money } = translatorFor(language)
        const email = createAddress()
        const stay = await desk.book('Mina', 0, 2, { slug: 'twin', email, language })
        const operation_id = await markNoShow(stay)
        const [firstEmail, ...otherEmails] = await readEmails(email)
        assert.equal(otherEmails.length, 0)
        assert.equal(firstEmail!.subject, t('mail.no_show_subject', { code: stay.code }))
        const { room_name_en, room_name_bn } = await desk.readRow(stay)
        const roomName = language === 'bn' ? room_name_bn! : room_name_en
        const feeText = money(desk.kind('twin').price)
        for (const text of [
          t('mail.no_show_text', { room: roomName, from: app.day(0), to: app.day(2) }),
          t('cancel.done_costs', { fee: feeText }),
          t('mail.open_amount', { amount: feeText }),
          t('mail.no_show_mistake'),
        ])
          assert.ok(firstEmail!.text.includes(text), text)
        assert.ok(!firstEmail!.text.includes(t('mail.no_show_others')))
        const token = /stay=([\w-]+)/.exec(firstEmail!.text)![1]!
        assert.equal((await app.call('getStay', { token })).body.status, 'no_show')

        await desk.callOk('undoOperation', { operation_id })
        const [, secondEmail, ...laterEmails] = await readEmails(email)
        assert.deepEqual(
          [secondEmail!.subject, laterEmails.length],
          [t('mail.reinstated_subject', { code: stay.code }), 0],
        )
        assert.ok(secondEmail!.text.includes(t('mail.no_show_reversed_text')))
        await markNoShow(stay)
        assert.equal((await readEmails(email)).length, 3)
      }
      await assertBooksConsistent(app.db)
    })

    test('shows the refund and no balance to a guest who has paid and whose fee is waived (LET-50)', async () => {
      const { t, money } = translatorFor('en')
      const email = createAddress()
      const stay = await desk.book('Lena', 0, 1, { slug: 'twin', email })
      const { total_poisha } = await desk.readRow(stay)
      await payBalance(app.db, stay.code)
      await markNoShow(stay, { fee: 'none' })
      const [firstEmail] = await readEmails(email)
      assert.ok(firstEmail!.text.includes(t('cancel.done_free')))
      assert.ok(firstEmail!.text.includes(t('cancel.refund', { refund: money(total_poisha / 100) })))
      assert.doesNotMatch(firstEmail!.text, /still to be paid/)
      await assertMoneyConsistent(app.db)
    })

    test('says that the other rooms of the stay are still booked, without a total (LET-50)', async () => {
      const { t } = translatorFor('en')
      const email = createAddress()
      const stay = await desk.book('Group', 0, 2, { slug: 'twin', at: [null, null], email })
      await markNoShow(stay)
      const [firstEmail] = await readEmails(email)
      assert.ok(firstEmail!.text.includes(t('mail.no_show_others')))
      assert.doesNotMatch(firstEmail!.text, /still to be paid/)
      assert.ok(firstEmail!.text.includes(stay.code))
      const { rooms } = await desk.callOk('getDeskStay', { code: stay.code })
      const otherRoom = rooms.find(({ booking }: BookedStay) => booking !== stay.booking)
      await markNoShow(otherRoom)
      const [, secondEmail] = await readEmails(email)
      assert.equal(secondEmail!.subject, t('mail.no_show_subject', { code: stay.code }))
      assert.match(secondEmail!.text, /still to be paid/)
    })

    test('is not sent if the desk deselects it or the guest has no address, and neither is the correction (LET-50)', async () => {
      const email = createAddress()
      for (const [bookingOptions, form] of [
        [{ email }, { notify_guest: false }],
        [{}, { notify_guest: true }],
      ] as const) {
        const emailCountBefore = (await app.deliverEmails()).length
        const operation_id = await markNoShow(await desk.book('Rafiq', 0, 1, bookingOptions), form)
        await desk.callOk('undoOperation', { operation_id })
        assert.equal((await app.deliverEmails()).length, emailCountBefore)
      }
      const { arrivals } = await desk.callOk('getToday')
      assert.ok(arrivals.some((row: { email: string }) => row.email === email))
    })
  })
}
