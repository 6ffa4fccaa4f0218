import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openTestGateway, type TestGateway } from '#testing/simulator.ts'
import { languages } from '#routes/public.ts'
import { answerFaults, noticeWays, refundEnds } from './faults.ts'
import { acts } from './trying.ts'
import { dictionaries } from './words.ts'

describe('the payment page of the simulator', () => {
  let at: TestGateway
  before(async () => void (at = await openTestGateway()))
  after(() => at.close())

  const opened = async (more: Parameters<TestGateway['order']>[0] = {}) =>
    (await at.gateway.open(at.order(more))).redirectUrl
  const markupOf = async (url: string) => (await fetch(url)).text()

  test('shows the order and a clear demo notice, in both languages (PAY-51)', async () => {
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

  test('has a button for each outcome and an option for each fault (PAY-51)', async () => {
    const markup = await markupOf(await opened())
    for (const act of acts) assert.match(markup, new RegExp(`name="act" value="${act}"`), act)
    for (const value of [...noticeWays, ...refundEnds, ...answerFaults.filter((each) => each !== 'lost')])
      assert.match(markup, new RegExp(`<option value="${value}"`), value)
  })

  test('escapes all text from the app (PAY-51)', async () => {
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

  test('rejects a second press with 409, and offers a button back (PAY-51)', async () => {
    const url = await opened()
    const first = await at.press(url, 'pay')
    const again = await at.press(url, 'pay')
    assert.equal(again.status, 409)
    assert.equal(again.back!.isAlone, false)
    assert.equal(again.back!.fields.get('val_id'), first.back!.fields.get('val_id'))
    assert.match(await markupOf(url), new RegExp(dictionaries.en['end.paid']))
    for (const act of ['cancel', 'fail', 'leave']) assert.equal((await at.press(url, act)).status, 409)
  })

  test('allows another attempt after a failed payment, up to a limit (PAY-51)', async () => {
    const url = await opened()
    for (let times = 0; times < 20; times++)
      assert.equal((await at.press(url, 'fail', { notice: 'never' })).status, 200)
    assert.equal((await at.press(url, 'pay')).status, 409)
  })

  test('rejects choices that are not on the page (PAY-51)', async () => {
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

  test('applies the chosen fault to the payment twice (PAY-51)', async () => {
    const order = at.order()
    const { redirectUrl } = await at.gateway.open(order)
    await at.press(redirectUrl, 'pay', { answers: 'broken' })
    for (let times = 0; times < 2; times++)
      await assert.rejects(at.gateway.query(order.tranId), { trouble: 'nonsense' })
    assert.equal((await at.gateway.query(order.tranId)).outcome, 'paid')
  })

  test('shows a not-found page for unknown payments (PAY-51)', async () => {
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

  test('serves its own stylesheet, script, icon and fonts (PAY-51)', async () => {
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

describe('the texts of the payment page', () => {
  test('exist in both languages with the same placeholders (PAY-51)', () => {
    const slots = (text: string) => text.match(/\{\w+\}/g)?.toSorted() ?? []
    assert.deepEqual(Object.keys(dictionaries.bn), Object.keys(dictionaries.en))
    for (const [key, text] of Object.entries(dictionaries.en))
      assert.deepEqual(slots(dictionaries.bn[key as keyof typeof dictionaries.bn]), slots(text), key)
  })

  test('use the script of their language (PAY-51)', () => {
    for (const language of languages)
      for (const [key, text] of Object.entries(dictionaries[language])) {
        if (key === 'language') continue
        const strange = language === 'bn' ? /[a-z0-9]/i : /[\u0980-\u09ff]/
        assert.doesNotMatch(text.replace(/\{\w+\}/g, ''), strange, key)
      }
  })
})
