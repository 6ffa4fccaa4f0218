import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sendRequest } from '#testing/send-request.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { endpoints } from '#routes/public.ts'

const postEndpoints = Object.entries(endpoints).filter(([, [verb]]) => verb === 'POST')
const boundary = '----FormBoundary7MA4YWxkTrZu0gW'
const multipartType = `multipart/form-data; boundary=${boundary}`
const publicEndpoints = ['sendContact', 'sendEnquiry', 'writeAboutEnquiry']
const formEndpoints = postEndpoints.filter(([, [, , multipart]]) => multipart !== undefined)

for (const engine of enginesFor(import.meta.url)) {
  describe(`a form body on ${engine.name}`, () => {
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
    const createProfile = () => ({
      name: 'Anna Becker',
      email: 'anna@buyer.example',
      phone: '+494066969123',
      company: 'Hamburg',
      username: 'anna',
    })
    const sendForm = (fields: string, type = multipartType) =>
      sendBody(endpoints.updateBookingUser[1], type, fields, { authorization: `Bearer ${annaToken}` })
    const encodeForm = (fields: [name: string, value: string, more?: string][]) =>
      fields
        .map(
          ([name, value, attributes = '']) =>
            `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${attributes}\r\n\r\n${value}\r\n`,
        )
        .join('') + `--${boundary}--\r\n`

    test('is accepted only by endpoints that declare it (API-22)', async () => {
      for (const [name, [, path, multipart]] of postEndpoints) {
        const { status } = await sendBody(path, multipartType, encodeForm([['name', 'Anna']]))
        assert.equal(status, !multipart ? 415 : publicEndpoints.includes(name) ? 422 : 401, name)
      }
      const expectedEndpoints = ['requestBooking', ...publicEndpoints, 'updateBookingUser', 'updatePassword']
      assert.deepEqual(formEndpoints.map(([name]) => name).sort(), expectedEndpoints.sort())
    })

    test('is accepted in every spelling of its type, with a type per field and in Unicode (API-21)', async () => {
      const fields = Object.entries(createProfile())
      for (const type of [
        multipartType,
        `Multipart/Form-Data; boundary="${boundary}"`,
        `multipart/form-data;charset=utf-8; boundary=${boundary}`,
      ]) {
        const { status, text } = await sendForm(encodeForm(fields), type)
        assert.equal(status, 200, `${type} ${text}`)
      }
      const formWithTypes = encodeForm(fields).replaceAll(
        '\r\n\r\n',
        '\r\nContent-Type: text/plain; charset=UTF-8\r\n\r\n',
      )
      assert.equal((await sendForm(formWithTypes)).status, 200)
      const { body } = await app.call(
        'updateBookingUser',
        { ...createProfile(), name: 'আনা বেকার', company: 'Zwei\r\nZeilen' },
        { token: annaToken, multipart: true },
      )
      assert.deepEqual(Object.keys(body.errors), ['company'])
      await app.call(
        'updateBookingUser',
        { ...createProfile(), name: 'আনা বেকার' },
        { token: annaToken, multipart: true },
      )
      assert.equal((await app.call('getUserRow', {}, { token: annaToken })).body.data.name, 'আনা বেকার')
    })

    test('is rejected with 400 if it is malformed (T35)', async () => {
      const validForm = encodeForm(Object.entries(createProfile()))
      const brokenForms: [string, string?][] = [
        [''],
        ['garbage'],
        [`--${boundary}`],
        [validForm.slice(0, -20)],
        [validForm.slice(0, 30)],
        [validForm.replaceAll('\r\n', '')],
        [validForm.replaceAll('form-data;', 'attachment;')],
        [validForm, 'multipart/form-data'],
        [validForm, 'multipart/form-data; boundary='],
        [validForm, 'multipart/form-data; boundary=----AnotherBoundary7MA4YWxkTrZu0gW'],
        [validForm, `multipart/form-data; boundary=${'x'.repeat(100)}`],
      ]
      for (const [body, type] of brokenForms) {
        const { status, text } = await sendForm(body, type)
        assert.equal(status, 400, `${type} ${body.slice(0, 60)}`)
        assert.deepEqual(JSON.parse(text), { message: 'The request could not be read.' })
      }
    })

    test('is rejected with an unexpected file or a repeated field; unknown and prototype fields are ignored (T34, T35)', async () => {
      const fields = Object.entries(createProfile())
      const invalidForms: [string, [string, string, string?][]][] = [
        ['picture', [...fields, ['picture', 'GIF89a', '; filename="x.gif"\r\nContent-Type: image/gif']]],
        ['name', [['name', 'Anna', '; filename="x.txt"'], ...fields.slice(1)]],
        ['name', [...fields, ['name', 'Anna']]],
      ]
      for (const [field, formFields] of invalidForms) {
        const { status, text } = await sendForm(encodeForm(formFields))
        assert.equal(status, 422)
        assert.deepEqual(JSON.parse(text).errors, { [field]: ['This must be text.'] })
      }
      const unknownFields: [string, string][] = [
        ['__proto__', 'x'],
        ['constructor', 'y'],
        ['toString', 'z'],
        ['rule_id', '4'],
        ['', 'nameless'],
      ]
      assert.equal((await sendForm(encodeForm([...fields, ...unknownFields]))).status, 200)
      assert.equal((await app.call('getUserRow', {}, { token: annaToken })).body.data.role_id, 2)
    })
  })
}
