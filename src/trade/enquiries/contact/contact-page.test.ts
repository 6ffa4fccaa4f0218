import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, setUpTestApp } from '#testing/test-app.ts'
import { endpoints, inLanguage, languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { readCompany, writeCompany } from '#content/company.ts'

const contactFields = {
  name: 'Lena Vogt',
  email: 'lena@buyer.example',
  subject: 'জিপার',
  message: 'Five thousand,\r\nin navy & "red"',
}

for (const engine of enginesFor(import.meta.url)) {
  describe(`the contact form without scripts, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    beforeEach(async () => void (await app.db.deleteFrom('contact_message').execute()))

    const post = (form: Record<string, string>, { path = '/contact', headers = {} } = {}) =>
      app.fetch(path, { method: 'POST', body: new URLSearchParams(form), headers })
    const loadCaptcha = async (path = '/contact') => solveCaptchaIn(await (await app.get(path)).text())
    const readMessages = () => app.db.selectFrom('contact_message').selectAll().execute()

    test('shows the lead time of samples, the responsible person and the way to the airport, if they are set (DES-102)', async () => {
      const { sampleDays, responsible, airport } = await readCompany(app.db)
      const facts = [
        />5(<!-- -->)? (<!-- -->)?days, the median/,
        /Nasreen Akter, Managing Director/,
        /9 km, 25 to 60 minutes/,
      ]
      const readFacts = async () => {
        const html = await (await app.get('/contact')).text()
        return facts.map((fact) => fact.test(html))
      }
      assert.deepEqual(await readFacts(), [true, true, true])
      await writeCompany(app.db, { sampleDays: undefined, responsible: undefined, airport: undefined })
      assert.deepEqual(await readFacts(), [false, false, false])
      await writeCompany(app.db, { sampleDays, responsible, airport })
    })

    for (const language of languages) {
      test(`stores the message once and redirects to a confirmation page, ${language} (CONT-1)`, async () => {
        const path = inLanguage('/contact', language)
        const headers = { 'sec-fetch-site': 'same-origin' }
        const response = await post({ ...contactFields, ...(await loadCaptcha(path)) }, { path, headers })
        assert.deepEqual([response.status, response.headers.get('location')], [303, `${path}?sent=1`])
        const thanksResponse = await app.get(response.headers.get('location')!)
        const { t } = translatorFor(language)
        const html = await thanksResponse.text()
        assert.ok(html.includes(`<h1>${t('contact.thanks_title')}</h1>`))
        assert.doesNotMatch(html, /<form[^>]*method="post"/)
        const [storedMessage, ...otherMessages] = await readMessages()
        assert.deepEqual(otherMessages, [])
        assert.deepEqual(
          { ...storedMessage, id: 0 },
          {
            ...contactFields,
            message: 'Five thousand,\nin navy & "red"',
            language,
            id: 0,
            created_at: app.clock.now,
            handled_at: null,
            handled_by: null,
          },
        )
        assert.match((await app.deliverEmails()).at(-1)!, /Lena Vogt/)
      })

      test(`shows a rejected form again with the typed values, ${language} (CONT-1, CONT-2)`, async () => {
        const { t } = translatorFor(language)
        const path = inLanguage('/contact', language)
        const solvedCaptcha = await loadCaptcha(path)
        const invalidInput = { name: '', email: '"><script>alert(1)</script>', message: '</textarea><b>&amp;' }
        const response = await post({ ...contactFields, ...solvedCaptcha, ...invalidInput }, { path })
        assert.equal(response.status, 422)
        assert.equal(response.headers.get('cache-control'), 'private, no-store')
        const html = await response.text()
        assert.ok(html.includes(`<html lang="${language}">`))
        assert.deepEqual(findFieldErrors(html), { name: t('error.required'), email: t('error.email') })
        assert.match(findInput(html, 'name'), /autofocus/)
        assert.doesNotMatch(findInput(html, 'email'), /autofocus/)
        assert.match(findInput(html, 'email'), / value="&quot;&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;"/)
        assert.match(findInput(html, 'subject'), / value="জিপার"/)
        assert.ok(html.includes('>&lt;/textarea&gt;&lt;b&gt;&amp;amp;</textarea>'))
        assert.doesNotMatch(html, /<script>alert/)
        assert.deepEqual(solveCaptchaIn(html), solvedCaptcha, 'the form keeps its captcha and the typed answer')
        assert.match(findInput(html, 'captcha'), new RegExp(` value="${solvedCaptcha.captcha}"`))
        assert.deepEqual(await readMessages(), [])
      })
    }

    test('shows a new captcha after a wrong or non-numeric answer (CONT-2)', async () => {
      for (const captcha of ['99', '৯৯', 'seven', '-1', '1e1', '1000']) {
        const solvedCaptcha = await loadCaptcha()
        const html = await (await post({ ...contactFields, ...solvedCaptcha, captcha })).text()
        assert.deepEqual(findFieldErrors(html), { captcha: 'Captcha is incorrect. Please try again.' }, captcha)
        assert.notEqual(solveCaptchaIn(html).captcha_token, solvedCaptcha.captcha_token)
        assert.match(findInput(html, 'captcha'), / value=""/)
        assert.match(findInput(html, 'name'), / value="Lena Vogt"/)
      }
      const pageWithErrors = await (await post({ ...contactFields, ...(await loadCaptcha()), captcha: '' })).text()
      assert.deepEqual(findFieldErrors(pageWithErrors), { captcha: 'Please fill this in.' })
      assert.deepEqual(await readMessages(), [])
    })

    test('accepts an answer in Bengali digits (CONT-2)', async () => {
      const solvedCaptcha = await loadCaptcha('/bn/contact')
      const captcha = solvedCaptcha.captcha.replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)]!)
      assert.equal((await post({ ...contactFields, ...solvedCaptcha, captcha }, { path: '/bn/contact' })).status, 303)
    })

    test('gives every visitor a separate captcha, and disables caching (CONT-2)', async () => {
      const pageResponses = await Promise.all(Array.from({ length: 8 }, () => app.get('/contact')))
      for (const { headers } of pageResponses) assert.equal(headers.get('cache-control'), 'private, no-store')
      const solvedCaptchas = await Promise.all(pageResponses.map(async (page) => solveCaptchaIn(await page.text())))
      assert.equal(new Set(solvedCaptchas.map(({ captcha_token }) => captcha_token)).size, 8)
      const responses = await Promise.all(solvedCaptchas.map((sum) => post({ ...contactFields, ...sum })))
      assert.deepEqual(
        responses.map(({ status }) => status),
        Array(8).fill(303),
      )
      assert.equal((await readMessages()).length, 8)
    })

    test('stores a form once if it is sent twice, confirms both, and rejects its captcha for another message (CONT-2)', async () => {
      const solvedCaptcha = await loadCaptcha()
      const responses = await Promise.all([
        post({ ...contactFields, ...solvedCaptcha }),
        post({ ...contactFields, ...solvedCaptcha }),
      ])
      assert.deepEqual(
        responses.map(({ status }) => status),
        [303, 303],
      )
      assert.equal((await readMessages()).length, 1)
      assert.equal((await post({ ...contactFields, ...solvedCaptcha, message: 'Another one' })).status, 422)
      const unsolvedCaptcha = { ...(await loadCaptcha()), captcha: '99' }
      assert.equal((await post({ ...contactFields, ...unsolvedCaptcha })).status, 422)
      assert.equal(
        (await app.call('sendContact', { ...contactFields, ...solvedCaptcha, captcha: Number(solvedCaptcha.captcha) }))
          .status,
        422,
      )
      assert.equal((await readMessages()).length, 1)
    })

    test('reports success to a bot that fills in every field, but stores nothing', async () => {
      const response = await post({ ...contactFields, ...(await loadCaptcha()), website: 'https://spam.example' })
      assert.equal(response.headers.get('location'), '/contact?sent=1')
      assert.deepEqual(await readMessages(), [])
    })

    test('rejects forms sent from another site', async () => {
      const host = new URL(app.url).host
      const headerCases: [Record<string, string>, number][] = [
        [{ 'sec-fetch-site': 'cross-site', origin: `http://${host}` }, 403],
        [{ 'sec-fetch-site': 'same-site' }, 403],
        [{ 'sec-fetch-site': 'none' }, 403],
        [{ origin: 'https://evil.example' }, 403],
        [{ origin: `http://${host}.evil.example` }, 403],
        [{ origin: 'null' }, 403],
        [{ origin: `http://${host}` }, 303],
        [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 303],
        [{}, 303],
      ]
      for (const [headers, status] of headerCases) {
        const response = await post({ ...contactFields, ...(await loadCaptcha()) }, { headers })
        assert.equal(response.status, status, JSON.stringify(headers))
        if (status !== 403) continue
        const html = await response.text()
        assert.match(html, /This was sent from another site\. Send it from this site\./)
        assert.doesNotMatch(html, /Lena Vogt/)
      }
      assert.equal((await readMessages()).length, 3)
    })

    test('rejects a form that is too large and shows the reason on the page', async () => {
      for (const body of ['message=' + 'x'.repeat(70_000), 'x&'.repeat(40_000)]) {
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const response = await app.fetch('/contact', { method: 'POST', body, headers })
        assert.equal(response.status, 413)
        assert.match(await response.text(), /Something went wrong!<\/h3><p>The request is too large\./)
      }
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const createFields = (count: number) => Array.from({ length: count }, (_, index) => `k${index}`).join('&')
      for (const [count, status] of [
        [100, 422],
        [101, 400],
      ] as const)
        assert.equal(
          (await app.fetch('/contact', { method: 'POST', body: createFields(count), headers })).status,
          status,
        )
      const longText = 'ক'.repeat(5_000)
      assert.equal(
        (await post({ ...contactFields, ...(await loadCaptcha()), message: longText })).status,
        303,
        'accepts the longest allowed message',
      )
      assert.equal((await readMessages())[0]!.message, longText)
    })

    test('rejects other content types with 415, and invalid form bodies with 422', async () => {
      const createHeaders = (type: string) => ({ 'content-type': type })
      for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/xml']) {
        const { status } = await app.fetch('/contact', { method: 'POST', body: 'x', headers: createHeaders(type) })
        assert.equal(status, 415, type)
      }
      assert.equal((await app.fetch('/contact', { method: 'POST' })).status, 415)
      const unusualBodies = [
        '',
        '=',
        '%',
        '%ff=%ff',
        'name',
        '&&&',
        '__proto__=1&constructor=2&toString=3',
        'name=a&name=b',
      ]
      for (const body of unusualBodies) {
        const formHeaders = createHeaders('application/x-www-form-urlencoded; charset=UTF-8')
        assert.equal((await app.fetch('/contact', { method: 'POST', body, headers: formHeaders })).status, 422, body)
      }
    })

    test('keeps the typed values after a server error (CONT-3)', async () => {
      const solvedCaptcha = await loadCaptcha()
      await app.db.schema.alterTable('contact_message').renameTo('contact_message_away').execute()
      const response = await post({ ...contactFields, ...solvedCaptcha })
      await app.db.schema.alterTable('contact_message_away').renameTo('contact_message').execute()
      assert.equal(response.status, 500)
      const html = await response.text()
      assert.match(html, /<h3>Something went wrong!<\/h3><p>Something went wrong on our side\./)
      assert.match(findInput(html, 'email'), / value="lena@buyer\.example"/)
      assert.equal((await post({ ...contactFields, ...solveCaptchaIn(html) })).status, 303)
    })

    test('rejects forms posted to other pages', async () => {
      for (const path of ['/', '/about', '/rooms', '/bn/blog', '/no-such-page', '/contact/']) {
        const response = await post({ ...contactFields }, { path })
        assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET, HEAD'], path)
      }
      const { status, headers } = await app.fetch('/contact', { method: 'PUT' })
      assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD, POST'])
    })
  })

  test(`the contact form and the API share one rate limit per address, on ${engine.name} (A3)`, async () => {
    const app = await startTestApp(engine, { RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' })
    try {
      const post = (address: string) =>
        app.fetch('/bn/contact', {
          method: 'POST',
          body: new URLSearchParams(contactFields),
          headers: { 'x-forwarded-for': address },
        })
      const responses = await Promise.all(Array.from({ length: 23 }, () => post('203.0.113.7')))
      assert.deepEqual(responses.map(({ status }) => status).sort(), [...Array(20).fill(422), ...Array(3).fill(429)])
      const rejectedResponse = await post('203.0.113.7')
      assert.equal(rejectedResponse.headers.get('retry-after'), '3600')
      const html = await rejectedResponse.text()
      assert.match(html, /৬০ মিনিট/)
      assert.match(findInput(html, 'name'), / value="Lena Vogt"/)
      const [, failureId] = /<button[^>]* aria-describedby="([^"]*)" autofocus=""/.exec(html)!
      assert.match(
        html,
        new RegExp(`<div id="${failureId}"[^>]*role="alert"><h3>${translatorFor('bn').t('contact.failed')}</h3><p>`),
      )
      assert.equal((await post('203.0.113.8')).status, 422)
      const headers = { 'x-forwarded-for': '203.0.113.7', 'content-type': 'application/json' }
      const { status } = await app.fetch(endpoints.sendContact[1], { method: 'POST', headers, body: '{}' })
      assert.equal(status, 429, 'both share one counter')
      assert.equal((await app.get('/contact', headers)).status, 200)
    } finally {
      await app.close()
    }
  })
}

const findInput = (html: string, name: string) => new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(html)![0]

/** Solves the captcha of a page and returns its form fields. */
function solveCaptchaIn(html: string) {
  const readValue = (name: string) => / value="([^"]*)"/.exec(findInput(html, name))![1]!
  const [captcha_first, captcha_second] = [readValue('captcha_first'), readValue('captcha_second')]
  const captcha = String(Number(captcha_first) + Number(captcha_second))
  return { captcha_token: readValue('captcha_token'), captcha_first, captcha_second, captcha }
}

/** Returns the error message of each invalid field. */
function findFieldErrors(html: string): Record<string, string> {
  const invalidInputPattern = /<input[^>]*aria-describedby="(?:[^" ]* )?([^"]*)" aria-invalid="true" name="(\w+)"/g
  const markedInputs = [...html.matchAll(invalidInputPattern)]
  return Object.fromEntries(
    markedInputs.map(([, id, name]) => [name!, new RegExp(`<p[^>]* id="${id}">([^<]*)</p>`).exec(html)![1]!]),
  )
}
