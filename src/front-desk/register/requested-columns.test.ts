import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sendRequest } from '#testing/send-request.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { extractPdfText } from '#testing/pdf-text.ts'
import { languages, queryString, type Language } from '#routes/public.ts'
import { officeEndpoints } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the configured register columns, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let ownerToken: string
    let booking: { id: number; version: number; code: string; room_id: number }
    before(async () => {
      ownerToken = await app.signIn('owner')
      const { id } = await app.db.selectFrom('room').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
      const rooms = [{ room: id, adults: 1 }]
      const stayDates = { from: app.day(0), to: app.day(2), rooms, source: 'phone', language: 'en' }
      await callOk('bookAtDesk', { ...stayDates, name: 'Lena Vogt', phone: '+491700000009' })
      booking = await app.db.selectFrom('booking').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    })

    const call = (name: Parameters<TestApp['call']>[0], form: object = {}, language: Language = 'en') =>
      app.call(name, form, { token: ownerToken, language })
    const callOk = (name: Parameters<TestApp['call']>[0], form: object = {}, language: Language = 'en') =>
      app.callOk(name, form, { token: ownerToken, language })
    const saveSettings = async (overrides: object) =>
      callOk('saveRegisterSettings', { ...(await callOk('getRegisterSettings')), ...overrides })
    const listRequestedColumns = async (language: Language = 'en') =>
      (await callOk('getRegister', { code: booking.code }, language)).columns as {
        name: string
        foreign: boolean
        needed: boolean
        title: string | null
      }[]

    test('are the default columns until the settings change, and then follow the settings at once (OFF-231)', async () => {
      const defaultColumns = await listRequestedColumns()
      assert.equal(defaultColumns.length, 17)
      assert.deepEqual(defaultColumns.find(({ name }) => name === 'visa_number')?.foreign, true)
      await saveSettings({
        asked_visa_kind: 'nobody',
        asked_home_address: 'everybody_needed',
        asked_purpose: 'everybody',
        asked_own_2: 'abroad_needed',
        own_2_en: 'Father’s name',
        own_2_bn: 'পিতার নাম',
      })
      const requestedColumns = await listRequestedColumns('bn')
      const findColumn = (columnName: string) => requestedColumns.find(({ name }) => name === columnName)
      assert.equal(findColumn('visa_kind'), undefined)
      assert.deepEqual([findColumn('home_address')!.foreign, findColumn('home_address')!.needed], [false, true])
      assert.deepEqual([findColumn('purpose')!.foreign, findColumn('purpose')!.needed], [false, false])
      assert.deepEqual(findColumn('own_2'), {
        name: 'own_2',
        kind: 'text',
        foreign: true,
        needed: true,
        title: 'পিতার নাম',
      })
    })

    test('determine which values are stored, and keep earlier values in the lists (OFF-231)', async () => {
      const lenaDetails = { name: 'Lena Vogt', nationality: 'DE', own_2: 'Karl Vogt', own_1: 'nothing', visa_kind: 'B' }
      const { rooms } = await callOk('registerPerson', { booking: booking.id, ...lenaDetails })
      const [person] = rooms[0].persons
      assert.deepEqual([person.own_2, person.own_1, person.visa_kind], ['Karl Vogt', '', ''])
      const unit = await app.db
        .selectFrom('unit')
        .select('id')
        .where('room_id', '=', booking.room_id)
        .executeTakeFirst()
      await callOk('checkGuestIn', { booking: booking.id, version: booking.version, unit: unit!.id, anyway: true })
      await saveSettings({ asked_own_2: 'nobody', asked_visa_number: 'nobody', asked_visa_expires: 'nobody' })
      for (const language of languages) {
        const { t } = translatorFor(language)
        const csvText = String(await callOk('getRegisterFile', { day: app.day(0) }, language))
        const [header = '', line = ''] = csvText.trim().split('\r\n')
        assert.ok(header.includes(language === 'bn' ? 'পিতার নাম' : 'Father’s name'), header)
        assert.ok(line.includes('Karl Vogt'), 'the value was requested at check-in')
        assert.ok(!header.includes(t('guests.visa_number')))
        const headers = { authorization: `Bearer ${ownerToken}`, 'accept-language': language }
        const path = officeEndpoints.getRegisterPdf[1] + queryString({ day: app.day(0) })
        const pdfTexts = extractPdfText((await sendRequest(app.url, path, { headers })).body)
        const hasText = (text: string) => pdfTexts.some((candidate) => candidate.includes(text))
        assert.ok(hasText('Karl Vogt') && hasText(language === 'bn' ? 'পিতার' : 'Father’s'), pdfTexts.join(' | '))
        assert.ok(!hasText(t('guests.visa_number')), 'a column that is not requested is left out')
      }
    })

    test('require a name if they are custom, and log their changes (OFF-231)', async () => {
      const settings = await callOk('getRegisterSettings')
      for (const [invalidFields, field] of [
        [{ asked_own_1: 'everybody' }, 'own_1_en'],
        [{ asked_born: 'somebody' }, 'asked_born'],
        [{ own_1_en: 'a'.repeat(61) }, 'own_1_en'],
        [{ copies_days: 91 }, 'copies_days'],
      ] as const) {
        const { status, body } = await call('saveRegisterSettings', { ...settings, ...invalidFields })
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]])
      }
      const staleSettings = { ...settings, version: settings.version - 1 }
      assert.equal((await call('saveRegisterSettings', staleSettings)).status, 409)
      await saveSettings({ asked_born: 'nobody' })
      const { data } = await callOk('getLog', { subject: 'settings register' })
      assert.deepEqual(data[0].changes, [{ field: 'asked_born', before: 'everybody', after: 'nobody' }])
    })
  })
}
