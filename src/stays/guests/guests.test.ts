import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { openDesk } from '#testing/desk.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { bothEngines } from '#testing/engines.ts'
import { purgeStays } from '#testing/purge-stays.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { MONDAY_MORNING_IN_DHAKA, startTestApp, type TestApp } from '#testing/test-app.ts'
import { purgeGuests } from '../bookings/personal-data.ts'
import { DAY_MS } from '#platform/durations.ts'

const lena = { name: 'Lena Vogt', email: 'lena@buyer.example', phone: '+491700000001' }
const tom = { name: 'Tom Berg', email: 'tom@buyer.example', phone: '+491700000002' }
const ines = { name: 'Ines Roth', email: 'ines@buyer.example', phone: '+491700000003' }
type Contact = typeof lena

for (const engine of bothEngines) {
  describe(`guests, on ${engine.name}`, () => {
    let app: TestApp
    let ownerDesk: Awaited<ReturnType<typeof openDesk>>
    let arrivalOffset = 10
    before(async () => {
      app = await startTestApp(engine)
    })
    beforeEach(async () => {
      app.clock.now = MONDAY_MORNING_IN_DHAKA
      await app.db.deleteFrom('guest_change').execute()
      await purgeStays(app.db)
      ownerDesk = await openDesk(app, 'owner')
    })
    after(() => app.close())

    const callOk = (name: Parameters<TestApp['call']>[0], form: object, options: { token?: string } = {}) =>
      app.callOk(name, form, { ...options, key: randomUUID() })
    const createGuestToken = async (contact: Contact): Promise<string> =>
      (await callOk('guestRegister', contact)).access_token
    async function requestStay(token: string, contact: Contact, overrides: object = {}): Promise<string> {
      arrivalOffset += 3
      const form = createStayForm(app, {
        ...contact,
        checkin: app.day(arrivalOffset),
        checkout: app.day(arrivalOffset + 2),
        ...overrides,
      })
      const endpoint = 'again' in overrides ? 'requestBooking' : 'requestGuestBooking'
      const body = await app.callOk(endpoint, form, { token, key: randomUUID() })
      return body.booking_id
    }
    const requestAsMember = (token: string, contact: Contact, overrides: object = {}) =>
      requestStay(token, contact, { again: 1, ...overrides })
    const readRow = (code: string) =>
      app.db.selectFrom('booking').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
    const readGuestId = async (code: string) => (await readRow(code)).guest_id
    const readAccountId = async (username: string) =>
      (await app.db.selectFrom('account').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id
    /** Opens the link of the newest email to the guest and verifies the request. */
    async function verifyAddress({ email }: Contact): Promise<void> {
      const { text } = (await readEmailsTo(app, email)).at(-1)!
      await callOk('verifyStay', { token: /stay=([\w-]+)/.exec(text)![1]! })
    }
    const callOffice = (name: Parameters<TestApp['call']>[0], form: object) => ownerDesk.call(name, form)
    const readStays = async (id: number) => (await callOffice('getGuestStays', { id })).body

    test('are separate if several visitors book in one browser (GUEST-1)', async () => {
      const browserToken = await createGuestToken(lena)
      const [firstCode, secondCode, thirdCode] = [
        await requestStay(browserToken, lena),
        await requestStay(browserToken, tom),
        await requestStay(browserToken, ines),
      ]
      const guestIds = [await readGuestId(firstCode), await readGuestId(secondCode), await readGuestId(thirdCode)]
      assert.equal(new Set(guestIds).size, 3)
      assert.equal(await readGuestId(await requestStay(browserToken, { ...tom, phone: '+491700000009' })), guestIds[1])
      assert.deepEqual(
        (await readStays(guestIds[1]!)).stays.map(({ name }: { name: string }) => name),
        ['Tom Berg', 'Tom Berg'],
      )
      const names = (await callOffice('getPeople', { kind: 'guest' })).body.data.map(({ name }: Contact) => name)
      assert.deepEqual(
        names.filter((name: string) => [lena, tom, ines].some((contact) => contact.name === name)).toSorted(),
        ['Ines Roth', 'Lena Vogt', 'Tom Berg'],
      )
      const record = (await callOffice('getBookingRecord', { code: firstCode })).body
      assert.deepEqual(record.others, [])
      const history = await callOk('activeBookingRooms', {}, { token: browserToken })
      assert.equal(history.data.length, 4, 'the browser that booked can open all of them')
    })

    test('share no data with other visitors of the browser in exports and erasure (GUEST-1)', async () => {
      const browserToken = await createGuestToken(lena)
      const stayCode = await requestStay(browserToken, lena)
      const otherCode = await requestStay(browserToken, tom)
      const exportedText = JSON.stringify((await callOffice('getPersonData', { id: await readGuestId(stayCode) })).body)
      assert.match(exportedText, /Lena Vogt/)
      assert.doesNotMatch(exportedText, /Tom Berg/)
      app.clock.now += 60 * DAY_MS
      assert.equal((await callOffice('erasePerson', { id: await readGuestId(stayCode) })).status, 200)
      await purgeGuests(app.db, app.clock.now)
      assert.deepEqual([(await readRow(stayCode)).name, (await readRow(otherCode)).name], ['', 'Tom Berg'])
    })

    test('are recognized by a verified address and the same name (GUEST-2)', async () => {
      const stayCode = await requestStay(await createGuestToken(lena), lena)
      await verifyAddress(lena)
      const secondCode = await requestStay(await createGuestToken(lena), { ...lena, name: 'LENA  VOGT' })
      assert.notEqual(await readGuestId(secondCode), await readGuestId(stayCode), 'anybody can type an address')
      await verifyAddress(lena)
      assert.equal(await readGuestId(secondCode), await readGuestId(stayCode))
      const otherStays = (await callOffice('getBookingRecord', { code: secondCode })).body.others
      assert.deepEqual(
        otherStays.map(({ code }: { code: string }) => code),
        [stayCode],
      )
    })

    test('count as new guests after their erasure, even if an earlier stay is still to come (GUEST-2)', async () => {
      const browserToken = await createGuestToken(lena)
      const ownCode = await requestStay(browserToken, lena)
      await verifyAddress(lena)
      const codeForTom = await requestStay(browserToken, tom)
      for (const code of [ownCode, codeForTom])
        assert.equal((await callOffice('erasePerson', { id: await readGuestId(code) })).status, 200)
      const secondCode = await requestStay(await createGuestToken(lena), lena)
      await verifyAddress(lena)
      assert.notEqual(await readGuestId(secondCode), await readGuestId(ownCode))
    })

    test('without an email address are erased too (OFF-11)', async () => {
      const stay = await ownerDesk.book('Karim Ali', 0, 1, { email: '' })
      app.clock.now += 30 * DAY_MS
      const { status, body } = await callOffice('erasePerson', { id: await readGuestId(stay.code) })
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal((await readRow(stay.code)).name, '')
    })

    test('have preferences for later stays, which staff save and the guest can export (OFF-346)', async () => {
      const desk = await openDesk(app)
      const stay = await desk.book('Mina Akter', 0, 1)
      const id = (await desk.readRow(stay)).guest_id
      const savePreferences = (preferences: string, before = '') =>
        desk.call('saveGuestPreferences', { id, preferences, before })
      assert.equal((await savePreferences('A quiet room')).status, 200)
      const outdatedResponse = await savePreferences('Two pillows')
      assert.equal(outdatedResponse.status, 409)
      assert.match(outdatedResponse.body.message, /A quiet room/)
      assert.equal((await savePreferences('A'.repeat(501), 'A quiet room')).status, 422)
      const secondBooking = await desk.book('Mina Akter', 20, 21, { guest_of: stay.code })
      const { guest } = await desk.callOk('getStayHeader', { code: secondBooking.code })
      assert.deepEqual(guest, { id, preferences: 'A quiet room' })
      const { arrivals } = await desk.callOk('getToday')
      assert.deepEqual(
        arrivals.map(({ name, preferences }: { name: string; preferences: string }) => [name, preferences]),
        [['Mina Akter', 'A quiet room']],
      )
      assert.equal((await callOffice('getPerson', { id })).body.preferences, 'A quiet room')
      assert.match(JSON.stringify((await callOffice('getPersonData', { id })).body), /A quiet room/)
      assert.equal((await callOffice('erasePerson', { id })).status, 200)
      const { preferences } = await app.db
        .selectFrom('account')
        .select('preferences')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      assert.equal(preferences, '')
    })

    test('keep their preferences if their stays are moved to a guest without any (OFF-346)', async () => {
      const desk = await openDesk(app)
      const readId = async (name: string) => (await desk.readRow(await desk.book(name, 20, 21))).guest_id
      const [firstId, secondId, thirdId] = [
        await readId('Mina Akter'),
        await readId('Mina Akter'),
        await readId('Mina Akter'),
      ]
      for (const [id, preferences] of [
        [firstId, 'Tea'],
        [thirdId, 'Coffee'],
      ])
        await desk.callOk('saveGuestPreferences', { id, preferences, before: '' })
      const readPreferences = async (id: number) => (await callOffice('getPerson', { id })).body.preferences
      assert.equal((await callOffice('mergeGuests', { id: firstId, into: secondId })).status, 200)
      assert.equal(await readPreferences(secondId), 'Tea')
      assert.equal((await callOffice('mergeGuests', { id: secondId, into: thirdId })).status, 200)
      assert.equal(await readPreferences(thirdId), 'Coffee')
    })

    test('remain different people if they share an address, and staff see the match (GUEST-2)', async () => {
      const stayCode = await requestStay(await createGuestToken(lena), lena)
      await verifyAddress(lena)
      const colleagueCode = await requestStay(await createGuestToken(lena), { ...tom, email: lena.email })
      await verifyAddress(lena)
      const [lenaId, tomId] = [await readGuestId(stayCode), await readGuestId(colleagueCode)]
      assert.notEqual(lenaId, tomId)
      const { matches } = await readStays(lenaId)
      assert.deepEqual(
        matches.map(({ id, name }: { id: number; name: string }) => [id, name]),
        [[tomId, 'Tom Berg']],
      )
    })

    test('are the members themselves, unless they book for someone else (GUEST-3)', async () => {
      const anna = { name: 'Anna B.', email: 'anna@buyer.example', phone: '+491700000004' }
      const token = await app.signIn('anna')
      const annaId = await readAccountId('anna')
      assert.equal(await readGuestId(await requestAsMember(token, anna)), annaId)
      const codeForTom = await requestAsMember(token, tom)
      assert.notEqual(await readGuestId(codeForTom), annaId)
      const codeForOther = await requestAsMember(token, { ...anna, name: 'Bernd Becker' }, { for_other_guest: 1 })
      assert.notEqual(await readGuestId(codeForOther), annaId)
      assert.equal((await callOk('activeBookingRooms', {}, { token })).data.length, 3)
      const { stays, booked } = await readStays(annaId)
      assert.deepEqual([stays.length, booked.length], [1, 2])
      assert.equal((await callOffice('getBookingRecord', { code: codeForTom })).body.has_account, false)
    })

    test('get their earlier stays once they register with the same name and confirm the same address (GUEST-3)', async () => {
      const stayCode = await requestStay(await createGuestToken(ines), ines)
      await verifyAddress(ines)
      const colleagueCode = await requestStay(await createGuestToken(ines), { ...tom, email: ines.email })
      await verifyAddress(ines)
      const member = {
        ...ines,
        username: 'ines',
        password: 'a-long-passphrase',
        password_confirmation: 'a-long-passphrase',
      }
      await callOk('userRegister', member)
      const id = await readAccountId('ines')
      assert.notEqual(await readGuestId(stayCode), id)
      const { text } = (await readEmailsTo(app, ines.email)).at(-1)!
      await callOk('confirmEmail', { token: /token=([\w-]+)/.exec(text)![1]! })
      assert.equal(await readGuestId(stayCode), id)
      assert.notEqual(await readGuestId(colleagueCode), id)
    })

    test('get their earlier stays if they confirm the address with the link for a new password (GUEST-3, ACCT-4)', async () => {
      const rosa = { name: 'Rosa Lund', email: 'rosa@buyer.example', phone: '+491700000004' }
      const stayCode = await requestStay(await createGuestToken(rosa), rosa)
      await verifyAddress(rosa)
      const password = 'a-long-passphrase'
      await callOk('userRegister', { ...rosa, username: 'rosa', password, password_confirmation: password })
      const id = await readAccountId('rosa')
      const { access_token: token } = await callOk('userLogin', { username: 'rosa', password })
      const ownCode = await requestAsMember(token, rosa)
      await callOk('forgotPassword', { email: rosa.email })
      const { text } = (await readEmailsTo(app, rosa.email)).at(-1)!
      const resetForm = { password: 'elbe, padma, elbe', password_confirmation: 'elbe, padma, elbe' }
      await callOk('resetPassword', { token: /token=([\w-]+)/.exec(text)![1]!, ...resetForm })
      assert.equal(await readGuestId(stayCode), id)
      assert.notEqual((await readRow(ownCode)).email_verified_at, null)
    })

    test('can be chosen by staff for a new stay, which browsers of earlier stays cannot open (GUEST-4)', async () => {
      const browserToken = await createGuestToken(lena)
      const stayCode = await requestStay(browserToken, lena)
      const { code } = await ownerDesk.book('Lena Vogt', 40, 42, { guest_of: stayCode })
      assert.equal(await readGuestId(code), await readGuestId(stayCode))
      const { status } = await app.call('getBookingDetails', { id: code }, { token: browserToken })
      assert.equal(status, 404)
      const token = await app.signIn('anna')
      const anna = { name: 'Anna Becker', email: 'anna@buyer.example', phone: '+491700000004' }
      const memberStayCode = await requestAsMember(token, anna)
      const bookedStay = await ownerDesk.book('Lena Vogt', 44, 46, { guest_of: memberStayCode })
      assert.equal((await app.call('getBookingDetails', { id: bookedStay.code }, { token })).status, 200)
    })

    test('can be merged and split by staff, and a merge can be undone once (GUEST-5)', async () => {
      const stayCode = await requestStay(await createGuestToken(lena), lena)
      const otherCode = await requestStay(await createGuestToken(tom), tom)
      const [lenaId, tomId] = [await readGuestId(stayCode), await readGuestId(otherCode)]
      const mergeResponse = await callOffice('mergeGuests', { id: tomId, into: lenaId })
      assert.deepEqual(
        [mergeResponse.status, mergeResponse.body.stays.length, mergeResponse.body.changes.length],
        [200, 2, 1],
      )
      assert.equal(await readGuestId(otherCode), lenaId)
      assert.equal((await callOffice('mergeGuests', { id: tomId, into: lenaId })).status, 409)
      const undoResponse = await callOffice('undoGuestChange', { id: mergeResponse.body.changes[0].id, guest: lenaId })
      assert.deepEqual([undoResponse.status, undoResponse.body.changes], [200, []])
      assert.equal(await readGuestId(otherCode), tomId)
      assert.equal(
        (await callOffice('undoGuestChange', { id: mergeResponse.body.changes[0].id, guest: lenaId })).status,
        409,
      )

      const extraStay = await ownerDesk.book('Karl', 50, 52, { guest_of: stayCode })
      assert.equal((await callOffice('splitGuest', { id: lenaId, codes: [extraStay.code, otherCode] })).status, 409)
      assert.equal(await readGuestId(extraStay.code), lenaId, 'nothing moves if one stay belongs to another guest')
      const splitResponse = await callOffice('splitGuest', { id: lenaId, codes: [extraStay.code] })
      assert.equal(splitResponse.status, 200)
      const karlId = await readGuestId(extraStay.code)
      assert.ok(karlId !== lenaId && karlId !== tomId)
      const log = await app.db.selectFrom('audit').select('action').orderBy('id', 'desc').limit(1).execute()
      assert.deepEqual(log, [{ action: 'guest split' }])
    })

    test('can be merged into a member, but a member keeps their own stays (GUEST-5)', async () => {
      const token = await app.signIn('anna')
      const anna = { name: 'Anna Becker', email: 'anna@buyer.example', phone: '+491700000004' }
      await requestAsMember(token, anna)
      const annaId = await readAccountId('anna')
      const guestId = await readGuestId(await requestStay(await createGuestToken(tom), tom))
      const { status, body } = await callOffice('mergeGuests', { id: annaId, into: guestId })
      assert.deepEqual(
        [status, body.message],
        [409, 'Members keep their own stays. Merge the guest into the member instead.'],
      )
      assert.equal((await callOffice('mergeGuests', { id: guestId, into: guestId })).status, 409)
      assert.equal((await callOffice('mergeGuests', { id: guestId, into: annaId })).status, 200)
    })

    test('are deleted after a merge once it can no longer be undone (GUEST-5)', async () => {
      const stayCode = await requestStay(await createGuestToken(lena), lena)
      const otherCode = await requestStay(await createGuestToken(tom), { ...tom, name: 'Tom B.' })
      const tomId = await readGuestId(otherCode)
      await callOffice('mergeGuests', { id: tomId, into: await readGuestId(stayCode) })
      const doesGuestExist = async () =>
        (await app.db.selectFrom('account').select('id').where('id', '=', tomId).execute()).length === 1
      app.clock.now += 89 * DAY_MS
      await purgeGuests(app.db, app.clock.now)
      assert.ok(await doesGuestExist())
      app.clock.now += 2 * DAY_MS
      await purgeGuests(app.db, app.clock.now)
      assert.ok(!(await doesGuestExist()))
      assert.equal((await app.db.selectFrom('guest_change').selectAll().execute()).length, 0)
    })

    test('are not linked to an enquiry that is sent from the browser of another person (GUEST-6)', async () => {
      const sendEnquiry = async (token: string, contact: Contact) => {
        const { email, name, phone } = contact
        const form = { company: 'Elbe', name, email, phone, lines: [{ product: 'zipper', quantity: '500' }] }
        await app.callOk('sendEnquiry', form, { token, key: randomUUID() })
        const row = await app.db
          .selectFrom('enquiry')
          .selectAll()
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow()
        const record = (await callOffice('getEnquiryRecord', { code: row.code })).body
        return { account: row.account_id, hasAccount: record.has_account }
      }
      const browserToken = await createGuestToken(lena)
      assert.deepEqual(await sendEnquiry(browserToken, tom), { account: null, hasAccount: false })
      const token = await app.signIn('anna')
      const annaId = await readAccountId('anna')
      const anna = { name: 'Anna Becker', email: 'anna@buyer.example', phone: '+491700000004' }
      assert.deepEqual(await sendEnquiry(token, tom), { account: annaId, hasAccount: false })
      assert.deepEqual(await sendEnquiry(token, anna), { account: annaId, hasAccount: true })
      const { data } = (await callOffice('getEnquiriesOfPerson', { account: annaId })).body
      assert.equal(data.length, 1)
    })
  })
}
