import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { engines } from '../../testing/engines.ts'
import { openHouse, type TestHouse } from '../../testing/house.ts'
import { wordsIn } from '../words/both.ts'

for (const engine of engines) {
  describe(`what buyers wrote, as the company sees it, on ${engine.name}`, () => {
    let house: TestHouse
    let staff: string
    let owner: string
    before(async () => {
      house = await openHouse(engine)
      ;[staff, owner] = [await house.signIn('staff'), await house.signIn('owner')]
    })
    after(() => house.close())

    async function enquire(company = 'Nordwind Fashion'): Promise<string> {
      const form = {
        company,
        name: 'Lena Vogel',
        email: 'lena@buyer.example',
        lines: [{ product: 'zipper', quantity: '24,000', notes: 'antique' }, { product: 'button' }],
        message: 'As last winter.',
      }
      const { status, body } = await house.call('sendEnquiry', form, { language: 'bn' })
      assert.equal(status, 200, JSON.stringify(body))
      return body.reference
    }
    async function write(subject: string): Promise<number> {
      const { body: sum } = await house.call('getCaptcha')
      const captcha = { captcha: sum.first + sum.second, captcha_token: sum.captcha_token }
      const letter = { name: 'Mina Rahman', email: 'mina@buyer.example', subject, message: 'How many?', ...captcha }
      assert.equal((await house.call('sendContact', letter)).status, 200)
      const row = await house.db.selectFrom('contact_message').select('id').orderBy('id', 'desc').executeTakeFirst()
      return row!.id
    }
    const auditOf = async (subject: string) => {
      const rows = await house.db
        .selectFrom('audit')
        .select('action')
        .where('subject', '=', subject)
        .orderBy('id')
        .execute()
      return rows.map(({ action }) => action)
    }

    test('an enquiry is told in full, and how to answer it in its language (OFF-5)', async () => {
      const code = await enquire()
      const { status, body } = await house.call('getEnquiryFile', { code }, { token: staff })
      assert.equal(status, 200)
      assert.deepEqual(
        [body.company, body.name, body.notes, body.language, body.has_account, body.handled],
        ['Nordwind Fashion', 'Lena Vogel', 'As last winter.', 'bn', false, null],
      )
      assert.deepEqual(
        body.lines.map(({ quantity, notes }: { quantity: string; notes: string }) => [quantity, notes]),
        [
          ['24,000', 'antique'],
          ['', ''],
        ],
      )
      assert.equal(body.reply_subject, `Re: ${wordsIn('bn').t('mail.enquiry_subject', { code })}`)
    })

    test('marked twice it is marked once, by the first; opened again it waits again (OFF-5)', async () => {
      const code = await enquire()
      const id = await write('Hang tags')
      for (const [mark, of, subject, kind] of [
        ['markEnquiry', { code }, `enquiry ${code}`, 'enquiry'],
        ['markMessage', { id }, `message ${id}`, 'message'],
      ] as const) {
        const call = (answered: boolean, token: string) => house.call(mark, { ...of, answered }, { token })
        const first = await call(true, staff)
        const at = new Date(house.clock.now).toISOString()
        assert.deepEqual(first.body.handled, { at, who: 'Tanvir Hasan' })
        house.clock.advance(60_000)
        assert.deepEqual((await call(true, owner)).body, first.body)
        assert.equal((await call(false, owner)).body.handled, null)
        assert.equal((await call(false, owner)).body.handled, null)
        assert.deepEqual(await auditOf(subject), [`${kind} answered`, `${kind} reopened`])
        const answers = await Promise.all(Array.from({ length: 10 }, (_, each) => call(true, each % 2 ? staff : owner)))
        assert.deepEqual(
          answers.map((answer) => answer.status),
          Array(10).fill(200),
        )
        assert.equal((await auditOf(subject)).length, 3)
      }
    })

    test('what is open stands in its list, the oldest first, a page at a time (OFF-1)', async () => {
      const token = staff
      const { body: before } = await house.call('getWaitingEnquiries', {}, { token })
      for (const { code } of before.data) await house.call('markEnquiry', { code, answered: true }, { token })
      const codes: string[] = []
      for (let each = 0; each < 52; each++) {
        if (each % 3 === 0) house.clock.advance(1_000)
        codes.push(await enquire(`Company ${each}`))
      }
      const first = (await house.call('getWaitingEnquiries', {}, { token })).body
      assert.deepEqual([first.data.length, first.waiting], [50, 52])
      const second = (await house.call('getWaitingEnquiries', { after: first.more }, { token })).body
      assert.deepEqual([second.data.length, second.more], [2, null])
      const listed = [...first.data, ...second.data].map(({ code }: { code: string }) => code)
      assert.deepEqual(listed, codes)
      assert.equal(first.data[0].products.length, 2)
    })

    test('a message is answered under its subject and its number; what is not there is not (OFF-5)', async () => {
      const [id, bare] = [await write('Hang tags'), await write('')]
      const subjectOf = async (which: number) =>
        (await house.call('getMessageFile', { id: which }, { token: staff })).body.reply_subject
      const reference = (which: number) => wordsIn('en').t('mail.contact_reply', { id: String(which) })
      assert.equal(await subjectOf(id), `Re: Hang tags · ${reference(id)}`)
      assert.equal(await subjectOf(bare), `Re: ${reference(bare)}`)
      for (const [name, form] of [
        ['getEnquiryFile', { code: 'NOSUCH' }],
        ['markEnquiry', { code: 'NOSUCH', answered: true }],
        ['getMessageFile', { id: 2_000_000_000 }],
        ['markMessage', { id: 2_000_000_000, answered: true }],
      ] as const)
        assert.equal((await house.call(name, form, { token: staff })).status, 404, name)
    })
  })
}
