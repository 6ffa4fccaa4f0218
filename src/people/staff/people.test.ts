import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { passwordsByUsername, setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { buildNights, insertStay } from '#testing/insert-stay.ts'
import { createStayForm } from '#testing/stay-form.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`member and guest list, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let token: string
    before(async () => {
      token = await app.signIn('owner')
      const names = ['Åsa Lindström', 'মিনা রহমান', 'A.K.M. Rahman', 'Lena Winter']
      for (const [index, name] of names.entries()) {
        const form = { name, email: `person-${index}@buyer.example`, phone: `+88017111100${index}7` }
        await app.call('guestRegister', form)
      }
      await addStays()
    })

    /** Gives each guest a stay. Guests without one are not listed. */
    async function addStays() {
      const room = await app.db.selectFrom('room').select('id').orderBy('id').executeTakeFirstOrThrow()
      const guests = await app.db.selectFrom('account').select('id').where('role', '=', 'guest').execute()
      for (const { id } of guests)
        await insertStay(app.db, buildNights(room.id, 1, 1, 1, 0), { booker_id: id, guest_id: id })
    }
    const call = (...[name, form]: Parameters<TestApp['call']>) => app.call(name, form, { token })
    const findNames = async (search: string, overrides: object = {}) =>
      (await call('getPeople', { search, ...overrides })).body.data.map(
        ({ name }: { name: string }) => name,
      ) as string[]
    const readId = async (search: string) => (await call('getPeople', { search })).body.data[0].id as number

    test('finds people by name, email address and end of phone number, in either script and any order (OFF-11)', async () => {
      await app.worker.runDue()
      for (const [search, name] of [
        ['asa lind', 'Åsa Lindström'],
        ['LINDSTRÖM Å', 'Åsa Lindström'],
        ['রহমান', 'মিনা রহমান'],
        ['মিনা র', 'মিনা রহমান'],
        ['akm', undefined],
        ['a.k.m. rahman', 'A.K.M. Rahman'],
        ['person-3@buyer.example', 'Lena Winter'],
        ['person-3', 'Lena Winter'],
        ['১১০০৩৭', 'Lena Winter'],
        ['01711-110 037', 'Lena Winter'],
        ['nobody at all', undefined],
        ['%', 'Lena Winter'],
      ] as const)
        assert.equal((await findNames(search))[0], name, search)
      assert.deepEqual(await findNames('anna', { kind: 'guest' }), [])
      assert.deepEqual(await findNames('anna', { kind: 'member' }), ['Anna Becker'])
      assert.deepEqual(await findNames('tanvir'), [], 'staff are not listed here')
    })

    test('lists each person once across all pages, newest first (OFF-11)', async () => {
      for (let index = 0; index < 60; index++)
        await app.call('guestRegister', {
          name: `Guest ${index}`,
          email: `g${index}@guest.example`,
          phone: '+8801700000004',
        })
      assert.deepEqual(await findNames('guest 59'), [], 'a guest without a stay')
      await addStays()
      const ids: number[] = []
      let cursor: string | null = null
      do {
        const { body } = await call('getPeople', { search: 'guest', ...(cursor !== null && { after: cursor }) })
        ids.push(...body.data.map(({ id }: { id: number }) => id))
        cursor = body.more
      } while (cursor !== null)
      assert.ok(ids.length >= 60)
      assert.deepEqual(
        ids,
        [...new Set(ids)].toSorted((a, b) => b - a),
      )
    })

    test('suspends and restores people, ends their sessions and sends reset links (OFF-11)', async () => {
      const id = await readId('anna')
      const annaToken = await app.signIn('anna')
      assert.equal((await call('suspendPerson', { id, suspended: true })).body.is_suspended, true)
      assert.equal((await app.call('getUserRow', {}, { token: annaToken })).status, 401)
      assert.equal((await app.call('userLogin', { username: 'anna', password: passwordsByUsername.anna })).status, 422)
      assert.equal((await call('sendPersonReset', { id })).status, 409)
      await call('suspendPerson', { id, suspended: false })
      const secondToken = await app.signIn('anna')
      await call('endPersonSessions', { id })
      assert.equal((await app.call('getUserRow', {}, { token: secondToken })).status, 401)
      assert.equal((await call('sendPersonReset', { id })).status, 200)
      const email = (await readEmailsTo(app, 'anna@buyer.example')).at(-1)!
      assert.match(email.text, /\/reset-password#token=/)
      assert.equal((await call('sendPersonReset', { id: await readId('lena') })).status, 409, 'a guest has no password')
      const { body } = await call('getLog', { subject: `account ${id}` })
      const actions = (body.data as { action: string }[]).map(({ action }) => action)
      assert.deepEqual(actions.filter((action) => !action.startsWith('sign-in')).slice(0, 4), [
        'password reset sent',
        'sessions ended',
        'account restored',
        'account suspended',
      ])
    })

    test('rejects staff and owners (OFF-11, S2)', async () => {
      const { body } = await call('getTeam')
      assert.ok(body.people.length > 1, `${body.people.length} people`)
      for (const { id } of body.people)
        for (const name of [
          'getPerson',
          'suspendPerson',
          'endPersonSessions',
          'sendPersonReset',
          'erasePerson',
        ] as const)
          assert.equal(
            (await call(name, { id, ...(name === 'suspendPerson' && { suspended: true }) })).status,
            404,
            name,
          )
    })

    test('exports and erases the personal data of a guest, but only after a recent verification (OFF-11)', async () => {
      const guestToken = await app.newGuest()
      const booking = await app.call('requestGuestBooking', createStayForm(app, {}), { token: guestToken })
      assert.equal(booking.status, 200, JSON.stringify(booking.body))
      const row = await app.db
        .selectFrom('booking')
        .selectAll()
        .where('code', '=', booking.body.booking_id)
        .executeTakeFirstOrThrow()
      const id = row.guest_id
      const exportedResponse = await call('getPersonData', { id })
      assert.equal(exportedResponse.body.account.name, 'Rafiq Islam')
      assert.deepEqual(
        exportedResponse.body.bookings.map((each: { booking_id: string }) => each.booking_id),
        [row.code],
      )
      await call('declineRequest', { code: row.code })
      assert.equal((await call('erasePerson', { id })).status, 200)
      assert.equal((await call('getPerson', { id })).status, 404)
      const erasedBooking = await app.db
        .selectFrom('booking')
        .selectAll()
        .where('id', '=', row.id)
        .executeTakeFirstOrThrow()
      assert.deepEqual([erasedBooking.name, erasedBooking.email, erasedBooking.phone], ['', '', ''])
      const searchWords = await app.db
        .selectFrom('account_search_word')
        .selectAll()
        .where('account_id', '=', id)
        .execute()
      assert.deepEqual(searchWords, [])
      app.clock.advance(11 * 60_000)
      for (const name of ['getPersonData', 'erasePerson'] as const)
        assert.deepEqual(Object.keys((await call(name, { id: await readId('lena') })).body.errors), ['proof'], name)
    })

    test('finds people by their current name and phone number (OFF-11)', async () => {
      const annaToken = await app.signIn('anna')
      await app.call('updateBookingUser', { name: 'Johanna Vogel', phone: '+494066969999' }, { token: annaToken })
      assert.deepEqual(await findNames('becker'), [])
      assert.deepEqual(await findNames('vogel johanna'), ['Johanna Vogel'])
      assert.deepEqual(await findNames('969999'), ['Johanna Vogel'])
    })
  })
}
