import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openTestGateway, type TestGateway } from '#testing/simulator.ts'
import { languages } from '#routes/public.ts'
import { answerFaults, noticeWays, refundEnds } from './faults.ts'
import { acts } from './trying.ts'
import { dictionaries } from './words.ts'

describe('the page where nobody pays', () => {
  let at: TestGateway
  before(async () => void (at = await openTestGateway()))
  after(() => at.close())

  const opened = async (more: Parameters<TestGateway['order']>[0] = {}) =>
    (await at.gateway.open(at.order(more))).redirectUrl
  const markupOf = async (url: string) => (await fetch(url)).text()

  test('says what is to be paid for, and plainly that it is a demo, in both languages (PAY-51)', async () => {
    const url = await opened()
    const english = await markupOf(url)
    for (const said of [
      'Selvage',
      'Deluxe room, 2 nights',
      '10 January 2027',
      '14:00',
      '2 nights',
      'Rafiq Hasan',
      'SLV-7K2M',
    ])
      assert.ok(english.includes(said), said)
    assert.ok(english.includes(dictionaries.en.demo))
    const bangla = await markupOf(`${url}?lang=bn`)
    for (const said of ['<html lang="bn">', '১,২০০.৫০', '১০ জানুয়ারি ২০২৭', '২ রাত', dictionaries.bn.demo])
      assert.ok(bangla.includes(said), said)
    assert.match(await markupOf(await opened({ language: 'bn' })), /<html lang="bn">/)
  })

  test('has a button for each end and a choice for each fault (PAY-51)', async () => {
    const markup = await markupOf(await opened())
    for (const act of acts) assert.match(markup, new RegExp(`name="act" value="${act}"`), act)
    for (const value of [...noticeWays, ...refundEnds, ...answerFaults.filter((each) => each !== 'lost')])
      assert.match(markup, new RegExp(`<option value="${value}"`), value)
  })

  test('what the house was told stays text (PAY-51)', async () => {
    const odd = '<script>alert(1)</script>"\'&amp;'
    const url = await opened({
      what: odd,
      reference: odd,
      guest: { name: odd, email: '', phone: '' },
      house: { name: odd, city: odd, email: '', phone: '' },
    })
    const { markup, back } = await at.press(url, 'pay')
    for (const page of [markup, await markupOf(url)]) assert.doesNotMatch(page, /<script>alert/)
    assert.equal(back!.fields.get('value_a'), odd)
    const policy = (await fetch(url)).headers.get('content-security-policy')!
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
    assert.doesNotMatch(policy, /unsafe/)
  })

  test('pressed once more nothing is paid again, and the way back stands there to be gone by hand (PAY-51)', async () => {
    const url = await opened()
    const first = await at.press(url, 'pay')
    const again = await at.press(url, 'pay')
    assert.equal(again.status, 409)
    assert.equal(again.back!.isAlone, false)
    assert.equal(again.back!.fields.get('val_id'), first.back!.fields.get('val_id'))
    assert.match(await markupOf(url), new RegExp(dictionaries.en['end.paid']))
    for (const act of ['cancel', 'fail', 'leave']) assert.equal((await at.press(url, act)).status, 409)
  })

  test('after a payment that failed another can be tried, but not for ever (PAY-51)', async () => {
    const url = await opened()
    for (let times = 0; times < 20; times++)
      assert.equal((await at.press(url, 'fail', { notice: 'never' })).status, 200)
    assert.equal((await at.press(url, 'pay')).status, 409)
  })

  test('what no page of it sends is not taken (PAY-51)', async () => {
    const url = await opened()
    for (const [act, choices] of [
      ['steal', {}],
      ['', {}],
      ['pay', { means: 'cash' }],
      ['pay', { notice: 'thrice' }],
      ['pay', { answers: 'flood' }],
      ['pay', { refunds: 'double' }],
    ] as const)
      assert.equal((await at.press(url, act, choices)).status, 400)
    assert.equal((await at.press(url, 'pay')).status, 200)
  })

  test('what was chosen to go wrong goes wrong with the payment, twice (PAY-51)', async () => {
    const order = at.order()
    const { redirectUrl } = await at.gateway.open(order)
    await at.press(redirectUrl, 'pay', { answers: 'broken' })
    for (let times = 0; times < 2; times++)
      await assert.rejects(at.gateway.query(order.tranId), { trouble: 'nonsense' })
    assert.equal((await at.gateway.query(order.tranId)).outcome, 'paid')
  })

  test('of what nobody opened there is a page that says so (PAY-51)', async () => {
    for (const path of [
      '/pay/',
      `/pay/${'0'.repeat(32)}`,
      '/pay/../control',
      '/nothing',
      '/fonts/../../../package.json',
    ]) {
      const answer = await fetch(at.url + path)
      assert.equal(answer.status, 404, path)
      assert.match(await answer.text(), new RegExp(dictionaries.en['none.title']))
    }
    assert.equal((await fetch(`${at.url}/`)).status, 200)
    assert.equal((await fetch(`${at.url}/`, { method: 'HEAD' })).status, 200)
  })

  test('brings its own style, script, mark and letters (PAY-51)', async () => {
    for (const [path, type] of [
      ['/page.css', 'text/css'],
      ['/return.js', 'text/javascript'],
      ['/icon.svg', 'image/svg+xml'],
      ['/fonts/hind-siliguri-bangla-600.woff2', 'font/woff2'],
    ] as const) {
      const answer = await fetch(at.url + path)
      assert.equal(answer.status, 200, path)
      assert.ok(answer.headers.get('content-type')!.startsWith(type), path)
    }
  })
})

describe('what the page says', () => {
  test('is there in both languages, with the same places to be filled in (PAY-51)', () => {
    const slots = (text: string) => text.match(/\{\w+\}/g)?.toSorted() ?? []
    assert.deepEqual(Object.keys(dictionaries.bn), Object.keys(dictionaries.en))
    for (const [key, text] of Object.entries(dictionaries.en))
      assert.deepEqual(slots(dictionaries.bn[key as keyof typeof dictionaries.bn]), slots(text), key)
  })

  test('is in the script of each (PAY-51)', () => {
    for (const language of languages)
      for (const [key, text] of Object.entries(dictionaries[language])) {
        if (key === 'language') continue
        const strange = language === 'bn' ? /[a-z0-9]/i : /[\u0980-\u09ff]/
        assert.doesNotMatch(text.replace(/\{\w+\}/g, ''), strange, key)
      }
  })
})
