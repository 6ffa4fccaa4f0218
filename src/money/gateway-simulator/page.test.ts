import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openTestGateway, type TestGateway } from '#testing/gateway-simulator.ts'
import { languages } from '#routes/public.ts'
import { answerFaults, noticeModes, refundOutcomes } from './faults.ts'
import { actions } from './attempts.ts'
import { dictionaries } from './messages.ts'

describe('the payment page of the simulator', () => {
  let testGateway: TestGateway
  before(async () => void (testGateway = await openTestGateway()))
  after(() => testGateway.close())

  const openPage = async (orderOptions: Parameters<TestGateway['order']>[0] = {}) =>
    (await testGateway.gateway.open(testGateway.order(orderOptions))).redirectUrl
  const fetchMarkup = async (url: string) => (await fetch(url)).text()

  test('shows the order and a clear demo notice, in both languages (PAY-51)', async () => {
    const url = await openPage()
    const englishMarkup = await fetchMarkup(url)
    for (const expectedText of [
      'Selvage',
      'Deluxe room, 2 nights',
      '10 January 2027',
      '14:00',
      '2 nights',
      'Rafiq Hasan',
      'SLV-7K2M',
    ])
      assert.ok(englishMarkup.includes(expectedText), expectedText)
    assert.ok(englishMarkup.includes(dictionaries.en.demo))
    const banglaMarkup = await fetchMarkup(`${url}?lang=bn`)
    for (const expectedText of ['<html lang="bn">', '১,২০০.৫০', '১০ জানুয়ারি ২০২৭', '২ রাত', dictionaries.bn.demo])
      assert.ok(banglaMarkup.includes(expectedText), expectedText)
    assert.match(await fetchMarkup(await openPage({ language: 'bn' })), /<html lang="bn">/)
  })

  test('has a button for each outcome and an option for each fault (PAY-51)', async () => {
    const markup = await fetchMarkup(await openPage())
    for (const action of actions) assert.match(markup, new RegExp(`name="act" value="${action}"`), action)
    for (const value of [...noticeModes, ...refundOutcomes, ...answerFaults.filter((fault) => fault !== 'lost')])
      assert.match(markup, new RegExp(`<option value="${value}"`), value)
  })

  test('escapes all text from the app (PAY-51)', async () => {
    const injection = '<script>alert(1)</script>"\'&amp;'
    const url = await openPage({
      description: injection,
      reference: injection,
      guest: { name: injection, email: '', phone: '' },
      property: { name: injection, city: injection, email: '', phone: '' },
    })
    const { markup, returnForm } = await testGateway.press(url, 'pay')
    for (const page of [markup, await fetchMarkup(url)]) assert.doesNotMatch(page, /<script>alert/)
    assert.equal(returnForm!.fields.get('value_a'), injection)
    const policy = (await fetch(url)).headers.get('content-security-policy')!
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
    assert.doesNotMatch(policy, /unsafe/)
  })

  test('rejects a second press with 409, and shows a button that returns to the site (PAY-51)', async () => {
    const url = await openPage()
    const firstPress = await testGateway.press(url, 'pay')
    const secondPress = await testGateway.press(url, 'pay')
    assert.equal(secondPress.status, 409)
    assert.equal(secondPress.returnForm!.isSubmittedByScript, false)
    assert.equal(secondPress.returnForm!.fields.get('val_id'), firstPress.returnForm!.fields.get('val_id'))
    assert.match(await fetchMarkup(url), new RegExp(dictionaries.en['end.paid']))
    for (const action of ['cancel', 'fail', 'leave']) assert.equal((await testGateway.press(url, action)).status, 409)
  })

  test('allows another attempt after a failed payment, up to a limit (PAY-51)', async () => {
    const url = await openPage()
    for (let index = 0; index < 20; index++)
      assert.equal((await testGateway.press(url, 'fail', { notice: 'never' })).status, 200)
    assert.equal((await testGateway.press(url, 'pay')).status, 409)
  })

  test('rejects choices that are not on the page (PAY-51)', async () => {
    const url = await openPage()
    for (const [action, choices] of [
      ['steal', {}],
      ['', {}],
      ['pay', { means: 'cash' }],
      ['pay', { notice: 'thrice' }],
      ['pay', { answers: 'flood' }],
      ['pay', { refunds: 'double' }],
    ] as const)
      assert.equal((await testGateway.press(url, action, choices)).status, 400)
    assert.equal((await testGateway.press(url, 'pay')).status, 200)
  })

  test('fails the next two queries about a payment with the chosen fault (PAY-51)', async () => {
    const order = testGateway.order()
    const { redirectUrl } = await testGateway.gateway.open(order)
    await testGateway.press(redirectUrl, 'pay', { answers: 'broken' })
    for (let index = 0; index < 2; index++)
      await assert.rejects(testGateway.gateway.query(order.tranId), { gatewayCause: 'nonsense' })
    assert.equal((await testGateway.gateway.query(order.tranId)).outcome, 'paid')
  })

  test('shows a not-found page for unknown payments and paths (PAY-51)', async () => {
    for (const path of [
      '/pay/',
      `/pay/${'0'.repeat(32)}`,
      '/pay/../control',
      '/nothing',
      '/fonts/../../../package.json',
    ]) {
      const response = await fetch(testGateway.url + path)
      assert.equal(response.status, 404, path)
      assert.match(await response.text(), new RegExp(dictionaries.en['none.title']))
    }
    assert.equal((await fetch(`${testGateway.url}/`)).status, 200)
    assert.equal((await fetch(`${testGateway.url}/`, { method: 'HEAD' })).status, 200)
  })

  test('serves its own stylesheet, script, icon and fonts (PAY-51)', async () => {
    for (const [path, type] of [
      ['/page.css', 'text/css'],
      ['/return.js', 'text/javascript'],
      ['/icon.svg', 'image/svg+xml'],
      ['/fonts/hind-siliguri-bangla-600.woff2', 'font/woff2'],
    ] as const) {
      const response = await fetch(testGateway.url + path)
      assert.equal(response.status, 200, path)
      assert.ok(response.headers.get('content-type')!.startsWith(type), path)
    }
  })
})

describe('the texts of the payment page', () => {
  test('exist in both languages with the same placeholders (PAY-51)', () => {
    const listPlaceholders = (text: string) => text.match(/\{\w+\}/g)?.toSorted() ?? []
    assert.deepEqual(Object.keys(dictionaries.bn), Object.keys(dictionaries.en))
    for (const [key, text] of Object.entries(dictionaries.en))
      assert.deepEqual(
        listPlaceholders(dictionaries.bn[key as keyof typeof dictionaries.bn]),
        listPlaceholders(text),
        key,
      )
  })

  test('use the script of their language (PAY-51)', () => {
    for (const language of languages)
      for (const [key, text] of Object.entries(dictionaries[language])) {
        if (key === 'language') continue
        const otherScriptPattern = language === 'bn' ? /[a-z0-9]/i : /[\u0980-\u09ff]/
        assert.doesNotMatch(text.replace(/\{\w+\}/g, ''), otherScriptPattern, key)
      }
  })
})
