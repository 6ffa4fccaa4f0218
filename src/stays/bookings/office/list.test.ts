import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { dayIn, startOfDay } from '#platform/clock.ts'
import { HOUR_MS } from '#platform/durations.ts'
import { translatorFor } from '#locales/both.ts'
import { bookingsPersonalData } from '../personal-data.ts'

for (const engine of bothEngines) {
  describe(`getBookings, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let staffToken: string
    let guestToken: string
    const codes: Record<string, string> = {}
    before(async () => {
      ;[staffToken, guestToken] = [await app.signIn('staff'), await app.newGuest()]
      await book('lena', { name: 'Lena Vögel', email: 'lena.vogel@nordwind.example', phone: '+49 (40) 669-691.23' }, 20)
      await book('mina', { name: 'মীনা রহমান', email: 'mina@buyer.example', phone: '০১৭১২-৩৪৫৬৭৮', slug: 'twin' }, 24)
      await book('akm', { name: 'A.K.M. Rahman', email: 'akm@buyer.example', phone: '01911000123', slug: 'deluxe' }, 28)
      await book('rafiq', { name: 'Rafiq Islam' }, 32)
    })

    async function book(key: string, overrides: object, from: number, nightCount = 3): Promise<string> {
      const dates = { checkin: app.day(from), checkout: app.day(from + nightCount) }
      const options = { token: guestToken, key: randomUUID() }
      const body = await app.callOk('requestGuestBooking', createStayForm(app, { ...overrides, ...dates }), options)
      return (codes[key] = body.booking_id)
    }
    const listBookings = (query: object = {}) => app.callOk('getBookings', query, { token: staffToken })
    const getName = (code: string) => Object.keys(codes).find((key) => codes[key] === code) ?? code
    const findKeys = async (query: object): Promise<string[]> =>
      (await listBookings(query)).data.map(({ code }: { code: string }) => getName(code))
    /** Finds the results without the demo data. */
    const findOwnKeys = async (query: object) => (await findKeys(query)).filter((key) => key in codes)
    const updateBooking = (key: string, values: object) =>
      app.db.updateTable('booking').set(values).where('code', '=', codes[key]!).execute()

    test('finds bookings by any word of the name, email address or reference, in both scripts (OFF-41)', async () => {
      const ownKeys = ['akm', 'lena', 'mina', 'rafiq']
      const searches: [string, string[]][] = [
        ['lena', ['lena']],
        ['LENA vog', ['lena']],
        ['vögel', ['lena']],
        ['lena.vogel@nordwind.example', ['lena']],
        ['@nordwind', ['lena']],
        ['nordwind.example', ['lena']],
        ['vogel', ['lena']],
        ['buyer.example', ['akm', 'mina']],
        ['মীনা', ['mina']],
        ['রহ', ['mina']],
        ['রহমান মীনা', ['mina']],
        ['a.k.m', ['akm']],
        ['rahman akm', ['akm']],
        ['rahman lena', []],
        ['nobody', []],
        [codes['rafiq']!.toLowerCase(), ['rafiq']],
        [codes['rafiq']!.slice(0, 6), ['rafiq']],
        ['%', ownKeys],
        ["' or 1=1 --", []],
      ]
      for (const [search, expectedKeys] of searches) {
        const matchingKeys = (await findKeys({ search })).filter((key) => ownKeys.includes(key))
        assert.deepEqual(matchingKeys.sort(), expectedKeys, search)
      }
    })

    test('finds bookings by the end of a phone number in any notation (OFF-41)', async () => {
      const searches: [string, string[]][] = [
        ['69123', ['lena']],
        ['669 691-23', ['lena']],
        ['+4940 66969123', ['lena']],
        ['0049 40 66969123', ['lena']],
        ['040 66969123', ['lena']],
        ['345678', ['mina']],
        ['০১৭১২৩৪৫৬৭৮', ['mina']],
        ['৫৬৭৮', ['mina']],
        ['+880 1712 345678', ['mina']],
        ['01712-345678', ['mina']],
        ['0123', ['akm']],
        ['rahman 0123', ['akm']],
        ['rahman 9999', []],
      ]
      for (const [search, expectedKeys] of searches)
        assert.deepEqual((await findOwnKeys({ search })).sort(), expectedKeys, search)
    })

    test('filters and sorts by view (OFF-41)', async () => {
      const getDayNumber = (fromToday: number) => parseDay(app.day(fromToday))!
      for (const [key, from] of [
        ['here', 40],
        ['leaves', 44],
        ['past', 48],
        ['today', 52],
        ['gone', 56],
        ['came', 60],
        ['overdue', 64],
      ] as const)
        await book(key, { slug: 'family' }, from)
      const confirmedColumns = { status: 'confirmed', expires_at: null }
      await updateBooking('here', { ...confirmedColumns, check_in: getDayNumber(-1), check_out: getDayNumber(2) })
      await updateBooking('leaves', { ...confirmedColumns, check_in: getDayNumber(-3), check_out: getDayNumber(0) })
      await updateBooking('past', { ...confirmedColumns, check_in: getDayNumber(-9), check_out: getDayNumber(-6) })
      await updateBooking('today', { ...confirmedColumns, check_in: getDayNumber(0), check_out: getDayNumber(3) })
      const inHouseColumns = { status: 'checked_in', expires_at: null }
      await updateBooking('came', { ...inHouseColumns, check_in: getDayNumber(0), check_out: getDayNumber(3) })
      await updateBooking('overdue', { ...inHouseColumns, check_in: getDayNumber(-4), check_out: getDayNumber(-1) })
      await updateBooking('lena', confirmedColumns)
      await app.call('declineRequest', { code: codes['gone'] }, { token: staffToken })
      assert.deepEqual(await findOwnKeys({ view: 'newest' }), Object.keys(codes).toReversed())
      assert.deepEqual(await findOwnKeys({ view: 'to_answer' }), ['mina', 'akm', 'rafiq'])
      assert.deepEqual(await findOwnKeys({ view: 'arriving' }), ['today', 'lena'])
      assert.deepEqual(await findOwnKeys({ view: 'in_house' }), ['overdue', 'leaves', 'here', 'came'])
      assert.deepEqual(await findOwnKeys({ view: 'past' }), ['past'])
      assert.deepEqual(await findOwnKeys({ view: 'cancelled' }), ['gone'])
      const { data } = await listBookings()
      const stateByGuest = Object.fromEntries(
        data.map((row: { code: string; desk_status: string }) => [getName(row.code), row.desk_status]),
      )
      const expectedStatuses = {
        here: 'here',
        leaves: 'leaves',
        past: 'past',
        today: 'arrives',
        came: 'here',
        overdue: 'here',
        lena: 'to_come',
        mina: 'waits',
        gone: 'nothing',
      }
      for (const [key, expectedStatus] of Object.entries(expectedStatuses))
        assert.equal(stateByGuest[key], expectedStatus, key)
    })

    test('filters by room and arrival date, also in search results, and rejects invalid filters (OFF-41)', async () => {
      assert.deepEqual(await findOwnKeys({ room: 'twin' }), ['mina'])
      assert.deepEqual(await findOwnKeys({ room: 'no-such-room' }), [])
      assert.deepEqual(await findOwnKeys({ room: 'twin', search: 'lena' }), [])
      const arrivalFilter = { from: app.day(24), until: app.day(28) }
      assert.deepEqual(await findOwnKeys(arrivalFilter), ['mina', 'akm'])
      assert.deepEqual(await findOwnKeys({ ...arrivalFilter, room: 'deluxe' }), ['akm'])
      assert.deepEqual(await findOwnKeys({ ...arrivalFilter, search: 'mina', view: 'to_answer' }), ['mina'])
      assert.deepEqual(await findOwnKeys({ from: app.day(28), search: 'rahman' }), ['akm'])
      assert.deepEqual(await findOwnKeys({ view: 'cancelled', from: app.day(50) }), ['gone'])
      for (const query of [{ from: '2027-02-30' }, { view: 'odd' }, { after: 'x' }, { search: 'x'.repeat(101) }])
        assert.equal((await app.call('getBookings', query, { token: staffToken })).status, 422)
    })

    test('lists a stay of several rooms once, and finds it by its second room (OFF-41)', async () => {
      const rooms = [
        { slug: 'single', adult: 1, child: 0 },
        { slug: 'executive', adult: 1, child: 0 },
      ]
      const form = createStayForm(app, { checkin: app.day(70), checkout: app.day(72) })
      const response = await app.call(
        'requestGuestBooking',
        { ...form, ...rooms[0], rooms },
        { token: guestToken, key: randomUUID() },
      )
      assert.equal(response.status, 200, JSON.stringify(response.body))
      codes['party'] = response.body.booking_id
      assert.deepEqual(await findOwnKeys({ room: 'executive' }), ['party'])
      assert.equal((await findKeys({ search: 'rafiq' })).filter((key) => key === 'party').length, 1)
      const indexedBookings = await app.db.selectFrom('booking_search_word').select('booking_id').distinct().execute()
      const bookingCount = await app.db
        .selectFrom('booking')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      assert.equal(indexedBookings.length, Number(bookingCount.count) - 1)
    })

    test('returns no amounts to users who may not see money, and 403 for lists and actions without their permission (OFF-42)', async () => {
      const setGrants = (grants: string[]) =>
        app.db
          .updateTable('staff_role')
          .set({ grants: JSON.stringify(grants) })
          .where('name_en', '=', 'Front desk')
          .execute()
      const roleBefore = await app.db
        .selectFrom('staff_role')
        .select('grants')
        .where('name_en', '=', 'Front desk')
        .executeTakeFirstOrThrow()
      await app.call('confirmRequest', { code: codes['akm'] }, { token: staffToken })
      await setGrants(['see bookings'])
      try {
        const { data } = await listBookings()
        assert.ok(data.length > 0 && data.every(({ total }: { total: unknown }) => total === null))
        const waitingRequests = (await app.call('getWaitingRequests', {}, { token: staffToken })).body.data
        assert.ok(
          waitingRequests.length > 0 && waitingRequests.every(({ total }: { total: unknown }) => total === null),
        )
        const record = (await app.call('getBookingRecord', { code: codes['akm'] }, { token: staffToken })).body
        assert.deepEqual(
          [record.total, record.vat, record.cancel_cost, record.cancel_fee, record.cancelling],
          [null, null, null, null, null],
        )
        assert.equal(record.can_be_cancelled, true)
        assert.ok(record.nights.every(({ price }: { price: unknown }) => price === null))
        assert.ok(record.emails.length > 0 && record.emails.every(({ text }: { text: unknown }) => text === null))
        const csv = (await app.call('getBookingsFile', {}, { token: staffToken })).body as string
        assert.doesNotMatch(
          csv,
          new RegExp(`${translatorFor('en').t('stays.total')}|${translatorFor('en').t('stays.vat')}`),
        )
        for (const name of ['confirmRequest', 'declineRequest', 'cancelStayByStaff'] as const) {
          const form = { code: codes['akm'], ...(name === 'cancelStayByStaff' && { fee: 'none' }) }
          assert.equal((await app.call(name, form, { token: staffToken })).status, 403, name)
        }
        const emailForm = { code: codes['akm'], subject: 'x', text: 'x' }
        assert.equal((await app.call('emailGuest', emailForm, { token: staffToken })).status, 403)
        await setGrants(['answer requests'])
        for (const name of ['getBookings', 'getBookingsFile', 'getWaitingRequests'] as const)
          assert.equal((await app.call(name, {}, { token: staffToken })).status, 403, name)
      } finally {
        await setGrants(JSON.parse(roleBefore.grants))
      }
    })

    test('exports all results as CSV in the language of the user, with amounts as numbers (OFF-41)', async () => {
      for (const language of ['en', 'bn'] as const) {
        const { t } = translatorFor(language)
        const { status, headers, body } = await app.call(
          'getBookingsFile',
          { search: '0123' },
          { token: staffToken, language },
        )
        assert.equal(status, 200)
        assert.match(headers.get('content-type')!, /^text\/csv/)
        const [header, firstLine, ...otherLines] = (body as string).replace('\ufeff', '').trimEnd().split('\r\n')
        assert.equal(otherLines.length, 0)
        const cells = Object.fromEntries(header!.split(',').map((name, at) => [name, firstLine!.split(',')[at]]))
        assert.equal(cells[t('stays.reference')], codes['akm'])
        assert.equal(cells[t('stays.arrival')], app.day(28))
        assert.match(cells[t('stays.total')]!, /^\d+(\.\d+)?$/)
        assert.equal(cells[t('stays.nights')], '3')
      }
    })

    test('returns each stay once across all pages (OFF-41)', async () => {
      for (let index = 0; index < 55; index++)
        await book(
          `page ${index}`,
          { name: 'Paul Page', slug: ['single', 'twin', 'deluxe'][index % 3]! },
          100 + index,
          1,
        )
      for (const query of [
        { search: 'paul' },
        { search: 'paul page', from: app.day(100) },
        { view: 'to_answer', search: 'paul' },
      ]) {
        const allCodes: string[] = []
        let after: string | undefined
        do {
          const { data, more } = await listBookings({ ...query, ...(after && { after }) })
          assert.ok(data.length <= 50)
          allCodes.push(...data.map(({ code }: { code: string }) => code))
          after = more ?? undefined
        } while (after)
        assert.deepEqual([allCodes.length, new Set(allCodes).size], [55, 55])
      }
      const csv = (await app.call('getBookingsFile', { search: 'paul' }, { token: staffToken })).body as string
      assert.equal(csv.trimEnd().split('\r\n').length, 56)
    })

    test('finds a stay of a purged guest only by its reference (OFF-41)', async () => {
      const findId = async (key: string) =>
        (await app.db.selectFrom('booking').select('id').where('code', '=', codes[key]!).executeTakeFirstOrThrow()).id
      const readWords = async (id: number) =>
        (await app.db.selectFrom('booking_search_word').select('word').where('booking_id', '=', id).execute()).map(
          ({ word }) => word,
        )
      const lenaBookingId = await findId('lena')
      const { guest_id } = await app.db
        .selectFrom('booking')
        .select('guest_id')
        .where('id', '=', lenaBookingId)
        .executeTakeFirstOrThrow()
      await updateBooking('lena', { check_in: parseDay(app.day(-20))!, check_out: parseDay(app.day(-18))! })
      await app.db.updateTable('account').set({ closed_at: app.clock.now }).where('id', '=', guest_id).execute()
      await bookingsPersonalData.purgeClosedAccounts(app.db, app.clock.now)
      assert.deepEqual(await readWords(lenaBookingId), [codes['lena']!.toLowerCase()])
      assert.deepEqual(await findKeys({ search: 'lena' }), [])
      assert.deepEqual(await findKeys({ search: codes['lena'] }), ['lena'])
    })

    test('names the file after the day of the company (OFF-41)', async () => {
      const dayStart = startOfDay('Asia/Dhaka', dayIn('Asia/Dhaka', app.clock.now) + 1)
      app.clock.advance(dayStart + HOUR_MS - app.clock.now)
      const { headers } = await app.call('getBookingsFile', {}, { token: await app.signIn('owner') })
      const day = isoDay(dayIn('Asia/Dhaka', app.clock.now))
      assert.ok(headers.get('content-disposition')!.includes(`-${day}.csv`))
    })
  })
}
