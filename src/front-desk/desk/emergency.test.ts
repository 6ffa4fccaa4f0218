import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { getDocumentProxy } from 'unpdf'
import { findForeignDigits } from '#testing/digits.ts'
import { sendRequest } from '#testing/send-request.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { extractPdfText } from '#testing/pdf-text.ts'
import { writeCompany } from '#content/company.ts'
import { officeEndpoints } from '#routes/office.ts'
import { languages, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]

for (const engine of enginesFor(import.meta.url)) {
  describe(`the emergency sheet on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let staffToken: string
    let units: { id: number; name: string; room_id: number; room_name: string }[]
    before(async () => {
      staffToken = await app.signIn('staff')
      units = await app.db
        .selectFrom('unit')
        .innerJoin('room', 'room.id', 'unit.room_id')
        .select(['unit.id', 'unit.name', 'unit.room_id', 'room.name_en as room_name'])
        .where('max_guests', '>=', 3)
        .orderBy('unit.id')
        .execute()
    })

    const call = async (name: Parameters<TestApp['call']>[0], form: object, token = staffToken) => {
      const { status, body } = await app.call(name, form, { token })
      assert.equal(status, 200, JSON.stringify(body))
    }
    const readStay = (name: string) =>
      app.db.selectFrom('booking').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
    async function book(name: string, from: number, to: number, unit: (typeof units)[number] | null): Promise<void> {
      const rooms = [
        { room: units[0]!.room_id, ...(unit && { room: unit.room_id, unit: unit.id }), adults: 2, children: 1 },
      ]
      const dates = { from: app.day(from), to: app.day(to), rooms, source: 'phone', language: 'en' }
      await call('bookAtDesk', { ...dates, name, phone: '+8801711000009' })
    }
    async function runOperation(operation: 'checkGuestIn' | 'checkGuestOut', name: string): Promise<void> {
      const { id, version } = await readStay(name)
      await call(operation, { booking: id, version, ...(operation === 'checkGuestOut' && { owing: 'On account' }) })
    }
    async function loadSheet(language: Language): Promise<Buffer> {
      const headers = { authorization: `Bearer ${staffToken}`, 'accept-language': language }
      const response = await sendRequest(app.url, officeEndpoints.getEmergencySheet[1], { headers })
      assert.equal(response.status, 200)
      assert.equal(response.headers['content-type'], 'application/pdf')
      assert.equal(response.headers['cache-control'], 'no-store')
      return response.body
    }
    /** Returns the text between a heading and the next one. */
    const findTextBelow = (texts: string[], heading: string, nextHeading: string) => {
      assert.ok(texts.includes(heading), `${heading} in ${texts.join(' | ')}`)
      return texts.slice(texts.indexOf(heading) + 1, texts.indexOf(nextHeading))
    }

    test('says in both languages that the lists are empty (OFF-185)', async () => {
      for (const language of languages) {
        const { t } = translatorFor(language)
        const texts = extractPdfText(await loadSheet(language))
        assert.equal(texts.filter((text) => text === t('emergency.none')).length >= 4, true)
      }
    })

    test('lists guests in house, arrivals, departures, closed units and phone numbers on one page, in both languages (OFF-185)', async () => {
      const [firstUnit, secondUnit, thirdUnit, fourthUnit] = units as [
        (typeof units)[0],
        (typeof units)[0],
        (typeof units)[0],
        (typeof units)[0],
      ]
      await book('Lena Vogt', 0, 3, firstUnit)
      await book('Mina Rahman', 0, 1, secondUnit)
      await runOperation('checkGuestIn', 'Lena Vogt')
      await runOperation('checkGuestIn', 'Mina Rahman')
      app.clock.advance(DAY_MS)
      staffToken = await app.signIn('staff')
      await book('রফিক ইসলাম', 0, 2, thirdUnit)
      await book('Anna Becker', 0, 1, null)
      await runOperation('checkGuestOut', 'Mina Rahman')
      const ownerToken = await app.signIn('owner')
      await call('closeUnit', { unit: fourthUnit.id, from: app.day(0), to: app.day(4), reason: 'Painting' }, ownerToken)
      await call('markUnit', {
        unit: secondUnit.id,
        version: (await readSeenAt(secondUnit.id))!,
        condition: 'out_of_service',
        note: 'No water',
      })
      await app.db.updateTable('account').set({ phone: '+8801711555555' }).where('username', '=', 'staff').execute()
      for (const language of languages) {
        const { t, day, money } = translatorFor(language)
        const pdfBytes = await loadSheet(language)
        assert.equal((await getDocumentProxy(new Uint8Array(pdfBytes))).numPages, 1)
        const texts = extractPdfText(pdfBytes)
        const headings = [
          t('emergency.in_house', { count: 3 }),
          ...(['arrivals', 'departures', 'closed', 'staff'] as const).map((item) => t(`emergency.${item}`)),
        ] as const
        const inHouseText = findTextBelow(texts, headings[0], headings[1]!)
        const { total_poisha } = await readStay('Lena Vogt')
        const dueAmount = money(total_poisha / 100)
        for (const item of [firstUnit.name, 'Lena Vogt', '+8801711000009', dueAmount, day(app.day(2), 'short')])
          assert.ok(inHouseText.includes(item), `${item} in ${inHouseText.join(' | ')}`)
        assert.ok(!inHouseText.includes('Mina Rahman'), 'a guest who has left is not in house')
        const arrivalsText = findTextBelow(texts, headings[1]!, headings[2]!)
        for (const item of [thirdUnit.name, 'রফিক ইসলাম', 'Anna Becker']) assert.ok(arrivalsText.includes(item), item)
        const departuresText = findTextBelow(texts, headings[2]!, headings[3]!)
        for (const item of [secondUnit.name, 'Mina Rahman']) assert.ok(departuresText.includes(item), item)
        const closedText = findTextBelow(texts, headings[3]!, headings[4]!)
        for (const item of [fourthUnit.name, 'Painting', day(app.day(4), 'short'), secondUnit.name, 'No water'])
          assert.ok(closedText.includes(item), item)
        assert.ok(texts.includes('+8801711555555'), 'the phone number of staff')
        const enteredTexts = [...units.map(({ name }) => name), '+8801711000009', '+8801711555555']
        assert.deepEqual(
          findForeignDigits(
            texts.filter((text) => !enteredTexts.includes(text)),
            language,
          ),
          [],
        )
      }
    })

    const readSeenAt = async (unitId: number) => {
      const row = await app.db
        .selectFrom('unit_state')
        .select('seen_at')
        .where('unit_id', '=', unitId)
        .executeTakeFirstOrThrow()
      return row.seen_at
    }

    test('adds pages when the property is full, and lists every guest (OFF-185)', async () => {
      const template = await readStay('Lena Vogt')
      const guests = Array.from({ length: 90 }, (_, index) => {
        return { ...template, id: 1_000_000 + index, code: `FULL${index}`, name: `Guest number ${index}` }
      })
      await app.db.insertInto('booking').values(guests).execute()
      const pdfBytes = await loadSheet('en')
      const texts = extractPdfText(pdfBytes)
      for (const { name } of guests) assert.ok(texts.includes(name), name)
      assert.ok((await getDocumentProxy(new Uint8Array(pdfBytes))).numPages > 1)
    })

    test('is emailed once per shift to the configured addresses, without amounts (OFF-230)', async () => {
      const ownerToken = await app.signIn('owner')
      const [firstAddress, secondAddress] = ['desk@selvage.example', 'guard@selvage.example']
      const readSettings = async () => (await app.call('getSendingSettings', {}, { token: ownerToken })).body
      const { from: _, address: __, reply_to: ___, place: ____, to: _____, ...settings } = await readSettings()
      const save = (overrides: object) =>
        app.call('saveEmailsSettings', { ...settings, ...overrides }, { token: ownerToken })
      for (const [invalidSettings, field] of [
        [{ shift_first: '07:00', emergency_to: '' }, 'emergency_to'],
        [{ shift_first: '', emergency_to: firstAddress }, 'shift_first'],
        [{ shift_first: '7', emergency_to: firstAddress }, 'shift_first'],
        [{ shift_first: '07:00', emergency_to: 'desk@' }, 'emergency_to'],
        [
          { shift_first: '07:00', emergency_to: Array.from({ length: 6 }, (_, n) => `a${n}@b.example`).join() },
          'emergency_to',
        ],
      ] as const)
        assert.deepEqual(Object.keys((await save(invalidSettings)).body.errors), [field])
      const validSettings = {
        shift_first: '15:00',
        shift_second: '07:00',
        shift_third: '07:00',
        emergency_to: `${firstAddress};${secondAddress}`,
      }
      const { body: savedSettings } = await save(validSettings)
      assert.deepEqual(
        [savedSettings.shift_first, savedSettings.shift_second, savedSettings.shift_third, savedSettings.emergency_to],
        ['07:00', '15:00', '', `${firstAddress}, ${secondAddress}`],
      )
      const setHour = (hours: number) => {
        app.clock.now = app.clock.now - ((app.clock.now + 6 * HOUR_MS) % DAY_MS) + DAY_MS + hours * HOUR_MS
      }
      const readEmails = (address: string) => readEmailsTo(app, address)
      for (const language of languages) {
        const { t } = translatorFor(language)
        await writeCompany(app.db, { language })
        const emailCountBefore = (await readEmails(firstAddress)).length
        setHour(6.9)
        await app.runDailyJobs()
        assert.equal((await readEmails(firstAddress)).length, emailCountBefore, 'sends nothing before the shift')
        app.clock.advance(0.2 * HOUR_MS)
        await Promise.all([app.runDailyJobs(), app.runDailyJobs(), app.runDailyJobs()])
        await app.runDailyJobs()
        for (const address of [firstAddress, secondAddress])
          assert.equal((await readEmails(address)).length, emailCountBefore + 1, address)
        const email = (await readEmails(secondAddress)).at(-1)!
        assert.ok(email.text.includes(t('mail.emergency_persons')), email.text)
        const [attachment, ...otherFiles] = email.files
        assert.deepEqual(otherFiles, [])
        assert.deepEqual([attachment!.name, attachment!.type], [`emergency-${app.day(0)}.pdf`, 'application/pdf'])
        const texts = extractPdfText(attachment!.bytes)
        assert.ok(texts.includes('Lena Vogt') && texts.includes('+8801711000009'), texts.join(' | '))
        assert.ok(!texts.includes(t('emergency.owed')), 'contains no amounts')
        assert.ok(!texts.some((text) => /৳|BDT/.test(text)), texts.join(' | '))
        setHour(-24 + 16.1)
        await app.runDailyJobs()
        assert.equal(
          (await readEmails(firstAddress)).length,
          emailCountBefore + 1,
          'sends nothing an hour after the start of the shift',
        )
      }
      assert.deepEqual(
        await app.db.selectFrom('mail_file').selectAll().execute(),
        [],
        'deletes the attachment after sending',
      )
    })
  })
}
