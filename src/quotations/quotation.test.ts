import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { engines } from '../../testing/engines.ts'
import { openHouse, type TestHouse } from '../../testing/house.ts'
import { fillInbox } from '../../testing/inbox.ts'
import { readLetter } from '../../testing/mail.ts'
import { spelledIn } from '../../testing/spelled.ts'
import { languages, type Language } from '../urls.ts'
import { wordsIn } from '../words/both.ts'
import { forgetOldQuotations } from './forgetting.ts'

const DAY_MS = 86_400_000

for (const engine of engines) {
  describe(`quotations, on ${engine.name}`, () => {
    let house: TestHouse
    let staff: string
    before(async () => {
      house = await openHouse(engine)
      staff = await house.signIn('staff')
      // Days pass here faster than somebody sits in the office.
      const never = house.clock.now * 2
      await house.db.updateTable('session').set({ idle_until: never, ends_at: never, seen_at: never }).execute()
    })
    after(() => house.close())

    const call = (name: Parameters<TestHouse['call']>[0], form: object = {}, more: object = {}) =>
      house.call(name, form, { token: staff, ...more })
    async function done(name: Parameters<TestHouse['call']>[0], form: object = {}) {
      const { status, body } = await call(name, form)
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }
    const line = { specification: '', colour: '', size: '', unit: 'piece', breaks: [], minimum: null, hs: '' }
    const zips = { ...line, item: 'Zip 18 cm', quantity: 12_345, price: 0.045125 }
    const form = (language: Language = 'en') => ({
      company: 'Nordwind Fashion',
      name: 'Lena Vogel',
      email: 'lena@buyer.example',
      language,
      buyer: 'Nordwind',
      reference: 'NW-26',
      currency: 'USD',
      incoterm: 'FOB',
      place: 'Chattogram',
      payment: 'L/C at sight',
      lead_time: '21 days from approval',
      valid_until: house.day(20),
      tolerance: 3,
      remarks: 'Lab dips within a week.',
      lines: [zips],
      charges: [{ name: 'Mould', amount: 120 }],
    })
    /** A draft, written. */
    async function drafted(more: object = {}) {
      const { id, revisions } = await done('startQuotation')
      const [{ id: revision, version }] = revisions
      const file = await done('saveQuotation', { id: revision, version, ...form(), ...more })
      return { id: id as number, revision: revision as number, version: file.revisions[0].version as number }
    }
    async function sent(more: object = {}) {
      const draft = await drafted(more)
      const file = await done('sendQuotation', { id: draft.revision, version: draft.version })
      return { ...draft, file, number: file.revisions[0].number as string, token: await lastToken() }
    }
    async function lastToken(): Promise<string> {
      const letters = (await house.letters()).map(readLetter)
      const [, token] = letters.map(({ text }) => /quotation=([\w-]{43})/.exec(text)).findLast((found) => found)!
      return token!
    }
    const stateOf = async (id: number) => (await done('getQuotationFile', { id })).revisions[0].state as string
    const answer = (token: string, what: string, text = '') =>
      house.call('answerQuotation', { token, answer: what, text })

    test('begins with the lines of an enquiry, is written and sent with a link, and accepted there (OFF-211, OFF-213)', async () => {
      const code = await fillInbox(house, 'en')
      const { id, enquiry, revisions } = await done('startQuotation', { enquiry: code })
      const [draft] = revisions
      assert.deepEqual([enquiry, draft.state, draft.number], [code, 'draft', null])
      assert.deepEqual([draft.form.company, draft.form.email], ['Nordwind Fashion', 'lena@buyer.example'])
      assert.match(draft.form.lines[0].specification, /antique brass; 24,000/)
      const unready = await call('sendQuotation', { id: draft.id, version: draft.version })
      assert.deepEqual([unready.status, Object.keys(unready.body.errors)], [422, ['lines.0.quantity', 'lines.0.price']])
      const written = await done('saveQuotation', { id: draft.id, version: draft.version, ...form() })
      assert.equal(written.revisions[0].offered.total_minor, 55_707 + 12_000)
      const file = await done('sendQuotation', { id: draft.id, version: written.revisions[0].version })
      assert.match(file.revisions[0].number, /^Q-2027-\d{4}$/)
      const letter = readLetter((await house.letters()).at(-1)!)
      assert.ok(letter.text.includes('USD 677.07'), letter.text)
      const token = await lastToken()
      const read = await house.call('getQuotation', { token })
      assert.deepEqual([read.body.number, read.body.state], [file.revisions[0].number, 'sent'])
      assert.equal(await stateOf(id), 'sent', 'to look at it answers nothing')
      const before = (await house.letters()).length
      const twice = await Promise.all([answer(token, 'accept', 'Go ahead.'), answer(token, 'accept', 'Go ahead.')])
      assert.deepEqual(
        twice.map(({ status }) => status),
        [200, 200],
      )
      assert.deepEqual([await stateOf(id), (await house.letters()).length - before], ['accepted', 2])
      assert.equal((await call('reviseQuotation', { id })).status, 409)
      assert.equal((await answer(token, 'decline')).status, 409)
    })

    test('is never changed once it was sent; the next revision takes its place when it is sent (OFF-212)', async () => {
      const { id, revision, version, number, token } = await sent()
      for (const [name, asked] of [
        ['saveQuotation', { id: revision, version, ...form(), lines: [] }],
        ['discardQuotation', { id: revision, version }],
        ['sendQuotation', { id: revision, version }],
      ] as const)
        assert.equal((await call(name, asked)).status, 409, name)
      const both = await Promise.all([1, 2].map(() => call('reviseQuotation', { id })))
      assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
      const { revisions } = await done('getQuotationFile', { id })
      const [draft, first] = revisions
      assert.deepEqual([draft.state, draft.revision, first.state], ['draft', 2, 'sent'])
      const dearer = { ...zips, price: 0.05 }
      const saved = await done('saveQuotation', { id: draft.id, version: draft.version, ...form(), lines: [dearer] })
      assert.equal((await house.call('getQuotation', { token })).body.offered.lines[0].price_micros, 45_125)
      const file = await done('sendQuotation', { id: draft.id, version: saved.revisions[0].version })
      assert.deepEqual(
        file.revisions.map((each: Record<string, unknown>) => [each['number'], each['state']]),
        [
          [`${number}-R2`, 'sent'],
          [number, 'superseded'],
        ],
      )
      assert.equal((await house.call('getQuotation', { token })).status, 404, 'the old link leads nowhere')
      assert.equal((await answer(token, 'accept')).status, 404)
      assert.equal((await answer(await lastToken(), 'accept')).status, 200)
    })

    test('of two who write a draft one sees the other, and what is wrong stands under its field (OFF-211)', async () => {
      const { revision, version } = await drafted()
      const saves = await Promise.all(
        [1, 2].map((at) => call('saveQuotation', { id: revision, version, ...form(), remarks: `From ${at}` })),
      )
      assert.deepEqual(saves.map(({ status }) => status).toSorted(), [200, 409])
      for (const [wrong, field] of [
        [{ email: 'nobody' }, 'email'],
        [{ valid_until: '2027-02-30' }, 'valid_until'],
        [{ tolerance: 51 }, 'tolerance'],
        [{ lines: [{ ...zips, price: 0.0451251 }] }, 'lines.0.price'],
        [{ lines: [{ ...zips, quantity: 1.5 }] }, 'lines.0.quantity'],
        [{ lines: [{ ...zips, unit: 'box' }] }, 'lines.0.unit'],
        [{ charges: [{ name: ' ', amount: 1 }] }, 'charges.0.name'],
        [{ incoterm: 'FOBB' }, 'incoterm'],
      ] as const) {
        const { status, body } = await call('saveQuotation', {
          id: revision,
          version: version + 1,
          ...form(),
          ...wrong,
        })
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]])
      }
      const late = await drafted({ valid_until: house.day(-1), lines: [] })
      const { body } = await call('sendQuotation', { id: late.revision, version: late.version })
      assert.deepEqual(Object.keys(body.errors), ['valid_until', 'lines'])
    })

    test('has its number when it is first sent, without gaps, however many are sent at once (OFF-212)', async () => {
      const numbers = async () => {
        const rows = await house.db.selectFrom('quotation').select(['year', 'no']).where('no', 'is not', null).execute()
        return rows.map(({ no }) => no!).toSorted((one, other) => one - other)
      }
      const before = await numbers()
      const drafts = []
      for (let at = 0; at < 12; at++) drafts.push(await drafted(at % 3 === 0 ? { lines: [] } : {}))
      await Promise.all(
        drafts.flatMap(({ revision, version }) => {
          const key = randomUUID()
          return [1, 2].map(() => call('sendQuotation', { id: revision, version }, { key }))
        }),
      )
      const after = await numbers()
      assert.equal(after.length, before.length + 8)
      assert.deepEqual(
        after,
        Array.from({ length: after.length }, (_, at) => at + 1),
      )
    })

    test('ends once: by the buyer, by staff, or by its day; a question leaves it open (OFF-213)', async () => {
      const asked = await sent()
      assert.equal((await answer(asked.token, 'ask')).status, 422)
      assert.equal((await answer(asked.token, 'ask', 'Is the puller nickel-free?')).status, 200)
      const { revisions } = await done('getQuotationFile', { id: asked.id })
      assert.deepEqual([revisions[0].state, revisions[0].questions[0].text], ['sent', 'Is the puller nickel-free?'])
      const told = readLetter((await house.letters()).at(-1)!)
      assert.match(told.text, /nickel-free/)
      const ends = await Promise.all([
        answer(asked.token, 'accept'),
        answer(asked.token, 'decline', 'Too dear'),
        call('settleQuotation', { id: asked.revision, outcome: 'withdrawn', reason: 'Brass has risen' }),
      ])
      assert.deepEqual(ends.map(({ status }) => status).toSorted(), [200, 409, 409])
      const lost = await sent()
      await done('settleQuotation', { id: lost.revision, outcome: 'lost', reason: 'They went to Guangzhou' })
      const late = await sent()
      house.clock.advance(21 * DAY_MS)
      assert.deepEqual([await stateOf(lost.id), await stateOf(late.id)], ['lost', 'expired'])
      assert.equal((await house.call('getQuotation', { token: late.token })).body.state, 'expired')
      assert.equal((await answer(late.token, 'accept')).status, 409)
      const [again] = (await done('reviseQuotation', { id: late.id })).revisions
      assert.equal(again.form.valid_until, house.day(30))
    })

    test('is found by number, company and enquiry, by what became of it, and taken along as a table (OFF-214)', async () => {
      const one = await sent({ company: 'Ångström & Søn', valid_until: house.day(5) })
      const found = async (query: object) =>
        ((await done('getQuotations', query)).data as { id: number }[]).map(({ id }) => id)
      assert.deepEqual(await found({ search: one.number.toLowerCase() }), [one.id])
      assert.deepEqual(await found({ search: 'gstr søn' }), [one.id])
      assert.deepEqual(await found({ search: '%' }), [])
      assert.ok((await found({ view: 'open' })).includes(one.id))
      assert.ok(!(await found({ view: 'won' })).includes(one.id))
      const answered = await fetch(`${house.url}/api/office/quotations.csv?view=open`, {
        headers: { authorization: `Bearer ${staff}` },
      })
      const table = await answered.text()
      assert.ok(table.includes(`${one.number},Open,Ångström & Søn`), table)
    })

    test('is counted in the figures of its days: sent, won, lost, and what it came to (OFF-216)', async () => {
      house.clock.advance(DAY_MS)
      const owner = await house.signIn('owner')
      const figures = async () => {
        const asked = { period: 'own', from: house.day(0), until: house.day(0), compare: 'none' }
        const { status, body } = await house.call('getFigures', asked, { token: owner })
        assert.equal(status, 200)
        return body.now.offers
      }
      const nothing = { sent: 0, won: 0, lost: 0, open: 0, days: null, amounts: [] }
      assert.deepEqual(await figures(), nothing)
      const valid = { valid_until: house.day(5) }
      const [won, lost] = [await sent(valid), await sent(valid)]
      await sent({ ...valid, currency: 'BDT', charges: [] })
      const { revisions } = await done('reviseQuotation', { id: won.id })
      const cheap = { ...form(), ...valid, charges: [], lines: [{ ...zips, quantity: 1000, price: 0.04 }] }
      const saved = await done('saveQuotation', { id: revisions[0].id, version: revisions[0].version, ...cheap })
      await done('sendQuotation', { id: revisions[0].id, version: saved.revisions[0].version })
      assert.equal((await answer(await lastToken(), 'accept')).status, 200)
      await done('settleQuotation', { id: lost.revision, outcome: 'lost', reason: 'Too late' })
      assert.deepEqual(await figures(), {
        sent: 3,
        won: 1,
        lost: 1,
        open: 1,
        days: 0,
        amounts: [
          { currency: 'BDT', sent: 55_707, won: 0 },
          { currency: 'USD', sent: 4_000 + 67_707, won: 4_000 },
        ],
      })
    })

    test('stands on paper in both languages, by the link too (OFF-213)', async () => {
      const breaks = [{ from: 20_000, price: 0.04 }]
      const { token, number } = await sent({
        valid_until: house.day(5),
        lines: [{ ...zips, breaks, minimum: 500, colour: '19-4024 TCX' }],
      })
      for (const language of languages) {
        const { t, number: said } = wordsIn(language)
        const answered = await fetch(`${house.url}/api/public/quotation.pdf?token=${token}&language=${language}`)
        assert.equal(answered.status, 200)
        const all = spelledIn(Buffer.from(await answered.arrayBuffer())).join(' ')
        for (const each of [
          `${t('quotation.one')} ${number}`,
          'Lena Vogel, Nordwind Fashion',
          'Zip 18 cm',
          '19-4024 TCX',
          `${said(12_345)} ${t('quotation.unit_piece')}`,
          language === 'en' ? 'USD 677.07' : 'USD ৬৭৭.০৭',
          language === 'en' ? 'USD 0.045125' : 'USD ০.০৪৫১২৫',
        ])
          assert.ok(all.includes(each), `${each} in ${all}`)
      }
    })

    test('is sent again with a new link, and kept for six years (OFF-213, OFF-215)', async () => {
      const { id, revision, token } = await sent({ valid_until: house.day(5) })
      await done('sendQuotationAgain', { id: revision })
      assert.equal((await house.call('getQuotation', { token })).status, 404)
      assert.equal((await house.call('getQuotation', { token: await lastToken() })).status, 200)
      house.clock.advance(5.9 * 365.25 * DAY_MS)
      await forgetOldQuotations(house.db, house.clock.now)
      assert.equal((await call('getQuotationFile', { id })).status, 200)
      house.clock.advance(0.2 * 365.25 * DAY_MS)
      await forgetOldQuotations(house.db, house.clock.now)
      assert.equal((await call('getQuotationFile', { id })).status, 404)
    })
  })
}
