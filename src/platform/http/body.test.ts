import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { Readable } from 'node:stream'
import { before, describe, test } from 'node:test'
import { sendRequest } from '#testing/send-request.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { endpoints } from '#routes/public.ts'

const postEndpoints = Object.entries(endpoints).filter(([, [verb]]) => verb === 'POST')
const boundary = '----FormBoundary7MA4YWxkTrZu0gW'
const multipartType = `multipart/form-data; boundary=${boundary}`

for (const engine of enginesFor(import.meta.url)) {
  describe(`a request body on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let annaToken: string
    before(async () => {
      annaToken = await app.signIn('anna')
    })

    const sendBody = async (
      path: string,
      type: string | undefined,
      body: string,
      headers: Record<string, string> = {},
    ) => {
      const response = await sendRequest(app.url, path, {
        method: 'POST',
        headers: { ...(type !== undefined && { 'content-type': type }), ...headers },
        body,
      })
      return { ...response, text: String(response.body) }
    }
    const encodeForm = (fields: [name: string, value: string, more?: string][]) =>
      fields
        .map(
          ([name, value, attributes = '']) =>
            `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${attributes}\r\n\r\n${value}\r\n`,
        )
        .join('') + `--${boundary}--\r\n`

    test('is rejected unless its type is application/json (T32)', async () => {
      const otherTypes = [
        undefined,
        '',
        'text/plain',
        'text/plain;charset=utf-8',
        'application/x-www-form-urlencoded',
        'text/json',
        'application/problem+json',
        'application/jsonx',
        'application/json, text/plain',
        'application/json\tx',
        'application/json x',
        'garbage',
        '*/*',
        ';application/json',
        'application/xml',
        'application/octet-stream',
      ]
      for (const [name, [, path]] of postEndpoints) {
        for (const type of otherTypes) {
          const { status, text } = await sendBody(path, type, '{}')
          assert.equal(status, 415, `${name} ${type}`)
          assert.match(JSON.parse(text).message, /application\/json/)
        }
      }
    })

    test('is accepted in every spelling of the JSON type, and then validated (T32)', async () => {
      const typeSpellings = [
        'application/json',
        'APPLICATION/JSON',
        ' application/json',
        'application/json\t',
        'application/json;charset=utf-8',
        'application/json;\tcharset="utf-8"',
        'application/json; x',
      ]
      for (const type of typeSpellings) {
        const { status, text } = await sendBody(
          endpoints.register[1],
          type,
          '{"name":7,"email":"x@y.example","password":"long enough to do"}',
        )
        assert.equal(status, 422, type)
        assert.deepEqual(Object.keys(JSON.parse(text).errors), ['name'])
      }
    })

    test('is rejected with 400 if it is not valid JSON (T34)', async () => {
      const brokenBodies = [
        '',
        ' ',
        '{',
        '{"a":1,}',
        "{'a':1}",
        'undefined',
        'NaN',
        '{"a":01}',
        '\u0000',
        '{}{}',
        '['.repeat(30_000),
        '{"__proto__":{"role":"owner"}}',
        '{"name":{"__proto__":1}}',
        '{"constructor":{"prototype":{"role":"owner"}}}',
      ]
      for (const body of brokenBodies) {
        const { status, text } = await sendBody(endpoints.register[1], 'application/json', body)
        assert.equal(status, 400, body.slice(0, 40))
        assert.deepEqual(JSON.parse(text), { message: 'The request could not be read.' })
      }
      assert.equal(({} as { role?: string }).role, undefined)
    })

    test('is rejected with 422 if it is JSON but not an object (T34)', async () => {
      for (const body of ['null', '[]', '"text"', '7', 'true', '[{"name":"Anna"}]']) {
        const { status, text } = await sendBody(endpoints.register[1], 'application/json', body)
        assert.equal(status, 422, body)
        assert.ok(Object.keys(JSON.parse(text).errors).length > 0)
      }
    })

    test('may be deeply nested and have duplicate or unknown keys (T33, T34)', async () => {
      const deepJson = '['.repeat(30_000) + ']'.repeat(30_000)
      const invalidBody = JSON.parse(
        (await sendBody(endpoints.userLogin[1], 'application/json', `{"username":${deepJson},"password":"x"}`)).text,
      )
      assert.deepEqual(invalidBody.errors, { username: ['This must be text.'] })
      const validResponse = await sendBody(
        endpoints.userLogin[1],
        'application/json',
        `{"username":"owner","username":"anna","password":"hamburg-to-dhaka","role":"owner","deep":${deepJson}}`,
      )
      assert.equal(JSON.parse(validResponse.text).user.role, 'member')
    })

    test('must contain numbers as numbers in JSON, and as text in a form (API-11, T33)', async () => {
      const stay = {
        name: 'Anna',
        email: 'anna@buyer.example',
        phone: '+494066969123',
        checkin: app.day(3),
        checkout: app.day(4),
        slug: 'twin',
      }
      const textResponse = await app.call(
        'requestBooking',
        { ...stay, paymenttype: '2', adult: '1', child: '0' },
        { token: annaToken },
      )
      assert.equal(textResponse.status, 422)
      assert.deepEqual(Object.keys(textResponse.body.errors).sort(), ['adult', 'child', 'paymenttype'])
      const formResponse = await app.call(
        'requestBooking',
        { ...stay, paymenttype: 2, adult: 1, child: 0 },
        { token: annaToken, multipart: true },
      )
      assert.equal(formResponse.status, 200)
      const invalidFormResponse = await app.call(
        'requestBooking',
        { ...stay, paymenttype: '2.0', adult: 'one', child: '' },
        { token: annaToken, multipart: true },
      )
      assert.deepEqual(Object.keys(invalidFormResponse.body.errors).sort(), ['adult', 'child', 'paymenttype'])
    })

    test('is limited to 64 kB, and not read further if larger (T26, T35)', async () => {
      const largestBody = JSON.stringify({ name: 'Anna' }).padEnd(64 * 1024)
      assert.equal((await sendBody(endpoints.register[1], 'application/json', largestBody)).status, 422)
      const responses = [
        await streamReply(app.url, endpoints.register[1], { 'content-type': 'application/json' }, [largestBody + ' ']),
        await streamReply(
          app.url,
          endpoints.register[1],
          { 'content-type': 'application/json' },
          generateGigabyte('"'),
        ),
        await streamReply(
          app.url,
          endpoints.register[1],
          { 'content-type': 'application/json', 'content-length': '1000000000' },
          [],
        ),
        await streamReply(
          app.url,
          endpoints.requestBooking[1],
          { 'content-type': multipartType, authorization: `Bearer ${annaToken}` },
          generateGigabyte(encodeForm([['name', 'Anna']]).slice(0, -60)),
        ),
        await streamReply(
          app.url,
          endpoints.requestBooking[1],
          { 'content-type': multipartType, authorization: `Bearer ${annaToken}` },
          [encodeForm(Array.from({ length: 10_000 }, (_, index) => [`field${index}`, 'x']))],
        ),
      ]
      for (const { status, text, sentBytes } of responses) {
        assert.equal(status, 413)
        assert.deepEqual(JSON.parse(text), { message: 'The request is too large.' })
        assert.ok(sentBytes < 16 * 1024 * 1024, `${sentBytes} bytes were read`)
      }
    })
  })
}

function* generateGigabyte(start: string) {
  yield start
  const megabyte = 'x'.repeat(1024 * 1024)
  for (let sentCount = 0; sentCount < 1_000; sentCount++) yield megabyte
}

/** Streams a body until the response arrives. Returns the number of bytes sent by then. */
function streamReply(
  url: string,
  path: string,
  headers: Record<string, string>,
  body: Iterable<string>,
): Promise<{ status: number; text: string; sentBytes: number }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let isAnswered = false
    const uploadRequest = httpRequest(
      { hostname, port, path, method: 'POST', headers, agent: false },
      async (response) => {
        isAnswered = true
        const sentBytes = uploadRequest.socket!.bytesWritten
        const text = Buffer.concat(await response.toArray()).toString()
        uploadRequest.destroy()
        resolve({ status: response.statusCode!, text, sentBytes })
      },
    )
    uploadRequest.on('error', (error) => isAnswered || reject(error))
    if ('content-length' in headers) uploadRequest.flushHeaders()
    else Readable.from(body).pipe(uploadRequest)
  })
}
