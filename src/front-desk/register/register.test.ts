import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sendRequest } from '#testing/send-request.ts'
import { enginesFor } from '#testing/engines.ts'
import { MONDAY_MORNING_IN_DHAKA, startTestApp, type ApiResponse, type TestApp } from '#testing/test-app.ts'
import { purgeStays } from '#testing/purge-stays.ts'
import { extractPdfText } from '#testing/pdf-text.ts'
import { languages, queryString } from '#routes/public.ts'
import { officeEndpoints } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { purgeRegisteredPersons } from './purge.ts'
import { DAY_MS } from '#platform/durations.ts'

const lena = {
  name: 'Lena Vogt',
  nationality: 'DE',
  sex: 'female',
  born: '1984-02-29',
  id_kind: 'passport',
  id_number: 'C01X00T47',
  passport_expires: '2030-05-01',
  visa_number: 'A 123 456',
  entered: '2027-01-03',
  coming_from: 'Hamburg',
  going_to: 'Chattogram',
  purpose: 'Trims, "samples"',
}
const rafiq = { name: 'Rafiq Islam', nationality: 'BD', id_kind: 'national_id', id_number: '1990123456789' }

for (const engine of enginesFor(import.meta.url)) {
  describe(`the guest register, on ${engine.name}`, () => {
    let app: TestApp
    let staffToken: string
    let unit: { id: number; name: string; room_id: number }
    before(async () => {
      app = await startTestApp(engine)
    })
    beforeEach(async () => {
      app.clock.now = MONDAY_MORNING_IN_DHAKA
      await purgeStays(app.db)
      staffToken = await app.signIn('staff')
      unit = await app.db
        .selectFrom('unit')
        .innerJoin('room', 'room.id', 'unit.room_id')
        .select(['unit.id', 'unit.name', 'unit.room_id'])
        .where('max_guests', '>=', 3)
        .orderBy('unit.id')
        .executeTakeFirstOrThrow()
    })
    after(() => app.close())

    const call = (
      name: Parameters<TestApp['call']>[0],
      form: object = {},
      options: { key?: string; language?: string } = {},
    ) => app.call(name, form, { token: staffToken, ...options })

    async function book(from = 0, form: object = {}): Promise<{ id: number; code: string; guest_id: number }> {
      const rooms = [{ room: unit.room_id, unit: unit.id, adults: 2 }]
      const stayDates = { from: app.day(from), to: app.day(from + 2), rooms, source: 'phone', language: 'en' }
      const { status, body } = await call('bookAtDesk', {
        ...stayDates,
        name: 'Lena Vogt',
        phone: '+491700000009',
        ...form,
      })
      assert.equal(status, 200, JSON.stringify(body))
      return app.db.selectFrom('booking').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    }
    const checkIn = async ({ id }: { id: number }) => {
      const { version } = await app.db
        .selectFrom('booking')
        .select('version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      assert.equal((await call('checkGuestIn', { booking: id, version })).status, 200)
    }
    let keyCount = 0
    const register = (booking: number, form: object): Promise<ApiResponse> =>
      call('registerPerson', { booking, ...form }, { key: `person ${keyCount++}` })
    const readPersonsIn = async (code: string) => (await call('getRegister', { code })).body.rooms[0].persons

    test('stores the required data, with more fields for foreign guests, and sets the country of the stay (OFF-182)', async () => {
      const stay = await book()
      assert.equal((await register(stay.id, lena)).status, 200)
      const secondResponse = await register(stay.id, { ...rafiq, visa_number: 'none', entered: '2027-01-01' })
      const [firstPerson, otherPerson] = secondResponse.body.rooms[0].persons
      for (const [field, value] of Object.entries(lena)) assert.equal(firstPerson[field], value, field)
      assert.equal(otherPerson.name, 'Rafiq Islam')
      assert.deepEqual(
        [otherPerson.visa_number, otherPerson.entered],
        ['', ''],
        'data that is not requested is not stored',
      )
      const { country } = await app.db
        .selectFrom('booking')
        .selectAll()
        .where('id', '=', stay.id)
        .executeTakeFirstOrThrow()
      assert.equal(country, 'DE', 'the country of the first guest')
      const room = secondResponse.body.rooms[0]
      assert.deepEqual([room.unit, room.expected, room.from], [unit.name, 2, app.day(0)])
    })

    test('corrects the country of a stay with the entry of its first guest (OFF-182)', async () => {
      const stay = await book()
      const readCountry = async () =>
        (await app.db.selectFrom('booking').select('country').where('id', '=', stay.id).executeTakeFirstOrThrow())
          .country
      await register(stay.id, { ...lena, nationality: 'CN' })
      await register(stay.id, rafiq)
      const [first, second] = await readPersonsIn(stay.code)
      const changeSecond = { booking: stay.id, ...rafiq, id: second.id, version: second.version, nationality: 'IN' }
      assert.equal((await call('changeRegistration', changeSecond)).status, 200)
      assert.equal(await readCountry(), 'CN')
      const changeFirst = { booking: stay.id, ...lena, id: first.id, version: first.version }
      assert.equal((await call('changeRegistration', changeFirst)).status, 200)
      assert.equal(await readCountry(), 'DE')
      await call('removeRegistration', { id: first.id, version: first.version + 1 })
      assert.equal(await readCountry(), 'IN', 'the country of the guest who is now the first')
      await call('removeRegistration', { id: second.id, version: second.version + 1 })
      assert.equal(await readCountry(), null)
    })

    test('registers a guest once, however often the request is repeated (OFF-182)', async () => {
      const stay = await book()
      const send = () => call('registerPerson', { booking: stay.id, ...lena }, { key: 'twice' })
      const responses = await Promise.all([send(), send()])
      assert.deepEqual(
        responses.map(({ status }) => status),
        [200, 200],
      )
      assert.equal((await send()).body.rooms[0].persons.length, 1)
    })

    test("rejects invalid data with an error on its field, in the user's language (OFF-182)", async () => {
      const stay = await book()
      const invalidForms: [object, string][] = [
        [{ ...lena, name: '' }, 'name'],
        [{ ...lena, nationality: 'XX' }, 'nationality'],
        [{ ...lena, nationality: '' }, 'nationality'],
        [{ ...lena, born: app.day(1) }, 'born'],
        [{ ...lena, born: '1984-02-30' }, 'born'],
        [{ ...lena, entered: app.day(1) }, 'entered'],
        [{ ...lena, sex: 'other' }, 'sex'],
        [{ ...lena, id_number: 'x'.repeat(41) }, 'id_number'],
      ]
      for (const [form, field] of invalidForms) {
        const { status, body } = await register(stay.id, form)
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]], JSON.stringify(form))
      }
      const personForm = { booking: stay.id, ...lena, born: app.day(1) }
      const banglaResponse = await call('registerPerson', personForm, { language: 'bn' })
      assert.deepEqual(banglaResponse.body.errors.born, [translatorFor('bn').t('error.day_in_future')])
      assert.equal((await register(stay.id, { ...lena, passport_expires: app.day(400) })).status, 200)
      assert.equal((await register(2_000_000_000, lena)).status, 404)
      assert.equal((await call('getRegister', { code: 'NOSUCH' })).status, 404)
    })

    test('rejects one of two concurrent changes and a stale removal, and removes a guest (OFF-182)', async () => {
      const stay = await book()
      const { id, version } = (await register(stay.id, lena)).body.rooms[0].persons[0]
      const change = (form: object) => call('changeRegistration', { id, version, booking: stay.id, ...lena, ...form })
      const responses = await Promise.all([change({ visa_kind: 'B' }), change({ visa_kind: 'T' })])
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409])
      const [updatedPerson] = await readPersonsIn(stay.code)
      assert.deepEqual([updatedPerson.version, ['B', 'T'].includes(updatedPerson.visa_kind)], [version + 1, true])
      const strangersStay = await book(0, { rooms: [{ room: unit.room_id, adults: 1 }] })
      const otherForm = { id, version: version + 1, booking: strangersStay.id, ...lena }
      assert.equal((await call('changeRegistration', otherForm)).status, 409, 'the guest sleeps in another room')
      assert.equal((await call('removeRegistration', { id, version })).status, 409)
      assert.equal((await call('removeRegistration', { id, version: version + 1 })).status, 200)
      assert.deepEqual(await readPersonsIn(stay.code), [])
      assert.equal((await call('removeRegistration', { id, version: version + 1 })).status, 404)
    })

    test('copies a guest from an earlier stay, without the data of that visit (OFF-182)', async () => {
      const firstStay = await book()
      const person = (await register(firstStay.id, lena)).body.rooms[0].persons[0]
      const secondStay = await book(10, { guest_of: firstStay.code })
      const { earlier } = (await call('getRegister', { code: secondStay.code })).body
      assert.deepEqual(earlier, [{ id: person.id, name: lena.name, nationality: 'DE', day: app.day(0) }])
      const copyResponse = await call('copyRegistration', { booking: secondStay.id, person: person.id })
      const [copiedPerson] = copyResponse.body.rooms[0].persons
      assert.deepEqual(
        [copiedPerson.id_number, copiedPerson.visa_number, copiedPerson.entered, copiedPerson.coming_from],
        [lena.id_number, lena.visa_number, '', ''],
      )
      assert.deepEqual(copyResponse.body.earlier, [], 'a guest who is already registered is not offered again')
      assert.equal((await call('copyRegistration', { booking: secondStay.id, person: person.id })).status, 409)
      const strangersStay = await book(20, { name: 'Mina', phone: '+8801700000001' })
      assert.equal(
        (await call('copyRegistration', { booking: strangersStay.id, person: person.id })).status,
        404,
        'the person belongs to another account',
      )
    })

    test('rejects guests for a cancelled stay (OFF-182)', async () => {
      const stay = await book()
      await app.db.updateTable('booking').set({ status: 'cancelled' }).where('id', '=', stay.id).execute()
      assert.equal((await register(stay.id, lena)).status, 409)
    })

    test('lists each guest in the unit of the night, and overdue guests until they leave (OFF-183)', async () => {
      const twinUnits = await app.db
        .selectFrom('unit')
        .innerJoin('room', 'room.id', 'unit.room_id')
        .select(['unit.id', 'unit.name', 'unit.room_id'])
        .where('slug', '=', 'twin')
        .orderBy('unit.id')
        .execute()
      const [firstUnit, secondUnit] = twinUnits as [(typeof twinUnits)[0], (typeof twinUnits)[0]]
      const rooms = [{ room: firstUnit.room_id, unit: firstUnit.id, adults: 1 }]
      const { id } = await book(0, { rooms })
      const readVersion = async () =>
        (await app.db.selectFrom('booking').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version
      const parts = [firstUnit, secondUnit].map((partUnit, index) => ({
        room: partUnit.room_id,
        unit: partUnit.id,
        from: app.day(index),
        to: app.day(index + 1),
      }))
      const moveResponse = await call('arrangeStays', {
        changes: [{ booking: id, version: await readVersion(), parts }],
      })
      assert.equal(moveResponse.status, 200, JSON.stringify(moveResponse.body))
      const listUnits = async (day: string): Promise<string[]> =>
        (await call('getRegisterOfDay', { day })).body.rooms.map((room: { unit: string }) => room.unit)
      const dates = [0, 1, 2, 3].map((offset) => app.day(offset))
      await checkIn({ id })
      assert.deepEqual(await Promise.all(dates.map(listUnits)), [
        [firstUnit.name],
        [secondUnit.name],
        [secondUnit.name],
        [],
      ])
      app.clock.now += 3 * DAY_MS
      staffToken = await app.signIn('staff')
      assert.deepEqual(await listUnits(dates[3]!), [secondUnit.name])
      const departure = { booking: id, version: await readVersion(), owing: 'The company pays' }
      assert.equal((await call('checkGuestOut', departure)).status, 200)
      assert.deepEqual(await listUnits(dates[3]!), [])
    })

    for (const language of languages) {
      test(`lists the guests of a day with missing entries and logs the export, ${language} (OFF-183)`, async () => {
        const { t } = translatorFor(language)
        const stay = await book()
        await register(stay.id, lena)
        const downloadRegister = async (day: string) =>
          String((await call('getRegisterFile', { day }, { language })).body)
        assert.equal((await downloadRegister(app.day(0))).trim().split('\r\n').length, 1, 'no guest has arrived yet')
        const expectedGuests = (await call('getRegisterOfDay', {}, { language })).body
        assert.deepEqual([expectedGuests.day, expectedGuests.rooms.length], [app.day(0), 1])
        await checkIn(stay)
        const [header, line, ...otherLines] = (await downloadRegister(app.day(0))).trim().split('\r\n')
        assert.deepEqual(otherLines, [])
        for (const key of ['guests.name', 'guests.visa_number', 'guests.left'] as const)
          assert.ok(header!.includes(t(key)))
        const country = language === 'bn' ? 'জার্মানি' : 'Germany'
        for (const expectedText of [
          unit.name,
          'Lena Vogt',
          country,
          t('guests.sex_female'),
          t('guests.id_type_passport'),
          '"Trims, ""samples"""',
          '2027-01-04 09:00',
        ])
          assert.ok(line!.includes(expectedText), `${expectedText} in ${line}`)
        await call('removeRegistration', { id: (await readPersonsIn(stay.code))[0].id, version: 1 })
        const [, lineWithoutGuest] = (await downloadRegister(app.day(1))).trim().split('\r\n')
        assert.ok(lineWithoutGuest!.startsWith(`${unit.name},${stay.code},,`), 'a room without registered guests')
        assert.equal(
          (await downloadRegister(app.day(3))).trim().split('\r\n').length,
          1,
          'the guests have left by then',
        )
        const logResponse = await app.call('getLog', { subject: 'register' }, { token: await app.signIn('owner') })
        const [lastEntry] = logResponse.body.data
        assert.deepEqual(
          [lastEntry.action, lastEntry.changes],
          ['register exported', [{ field: 'day', before: null, after: app.day(3) }]],
        )
        assert.match(lastEntry.who, /^Tanvir/)
      })
    }

    for (const language of languages) {
      test(`prints the guests of a day as a PDF with extractable text and logs the export, ${language} (OFF-183)`, async () => {
        const { t, day } = translatorFor(language)
        const stay = await book()
        await register(stay.id, lena)
        await checkIn(stay)
        const printRegister = async (fromToday: number) => {
          const headers = { authorization: `Bearer ${staffToken}`, 'accept-language': language }
          const path = officeEndpoints.getRegisterPdf[1] + queryString({ day: app.day(fromToday) })
          const response = await sendRequest(app.url, path, { headers })
          assert.deepEqual([response.status, response.headers['content-type']], [200, 'application/pdf'])
          return extractPdfText(response.body)
        }
        const texts = await printRegister(1)
        assert.ok(texts.includes(`${t('guests.title')}, ${day(app.day(1))}`))
        const hasPart = (part: string) => texts.some((text) => text.includes(part))
        const country = language === 'bn' ? 'জার্মানি' : 'Germany'
        for (const expectedText of [
          lena.name,
          country,
          lena.id_number,
          lena.visa_number,
          'Hamburg / Chattogram',
          day('1984-02-29'),
        ])
          assert.ok(hasPart(expectedText), `${expectedText} in ${texts.join(' | ')}`)
        assert.ok(hasPart(t('guests.id_type_passport')))
        assert.ok((await printRegister(9)).includes(t('guests.none')))
        const logResponse = await app.call('getLog', { subject: 'register' }, { token: await app.signIn('owner') })
        assert.equal(logResponse.body.data[0].changes[0].after, app.day(9))
      })
    }

    test('escapes values that look like formulas in the CSV (OFF-183)', async () => {
      const stay = await book()
      await register(stay.id, { ...lena, name: '=HYPERLINK("x")' })
      await checkIn(stay)
      const { body } = await call('getRegisterFile', { day: app.day(0) })
      assert.ok(body.includes(`"'=HYPERLINK(""x"")"`))
    })

    test('deletes guests once 24 months have passed since departure, and never logs their data (OFF-184)', async () => {
      const stay = await book()
      await register(stay.id, lena)
      const countPersons = async () => (await app.db.selectFrom('stay_person').select('id').execute()).length
      // The guests leave on 6 January 2027.
      app.clock.now = Date.parse('2029-01-06T12:00:00+06:00')
      await purgeRegisteredPersons(app.db, app.clock.now)
      assert.equal(await countPersons(), 1)
      app.clock.advance(DAY_MS)
      await purgeRegisteredPersons(app.db, app.clock.now)
      assert.equal(await countPersons(), 0)
      const auditRows = await app.db.selectFrom('audit').select(['changes', 'details']).execute()
      for (const secret of [lena.id_number, lena.visa_number]) assert.ok(!JSON.stringify(auditRows).includes(secret))
    })
  })
}
