import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { openDesk } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { openWebhookServer, type WebhookServer } from '#testing/webhook-server.ts'
import { compareEndpoints, startWebhookApp, type WebhookApp } from '#testing/webhook-app.ts'
import { DAY_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`webhook events, on ${engine.name}`, () => {
    let webhookApp: WebhookApp
    let secondServer: WebhookServer
    let desk: Awaited<ReturnType<typeof openDesk>>
    let readNewEvents: ReturnType<typeof compareEndpoints>['readNewEvents']
    let readNewEventTypes: ReturnType<typeof compareEndpoints>['types']
    before(async () => {
      webhookApp = await startWebhookApp(engine)
      secondServer = await openWebhookServer()
      await webhookApp.add()
      await webhookApp.add(secondServer)
      desk = await openDesk(webhookApp.testApp)
      ;({ readNewEvents, types: readNewEventTypes } = compareEndpoints(webhookApp, secondServer))
    })
    after(async () => {
      await webhookApp.close()
      await secondServer.close()
    })
    afterEach(() => {
      for (const server of [webhookApp.server, secondServer]) server.receivedRequests.length = 0
    })
    async function requestStay(overrides: object = {}): Promise<string> {
      const options = { token: await webhookApp.testApp.newGuest(), key: randomUUID() }
      const body = await webhookApp.testApp.callOk(
        'requestGuestBooking',
        createStayForm(webhookApp.testApp, overrides),
        options,
      )
      return body.booking_id
    }

    test("contain the guest's data for a requested stay, but not for confirmed and declined stays (HOOK-3, HOOK-4)", async () => {
      const code = await requestStay({ checkin: webhookApp.testApp.day(20), checkout: webhookApp.testApp.day(22) })
      const [requestedStay, ...otherEvents] = await readNewEvents()
      assert.deepEqual([requestedStay!.type, otherEvents], ['stay.requested', []])
      assert.match(requestedStay!.id, /^evt_[2-9A-Z]{26}$/)
      assert.equal(requestedStay!.timestamp, new Date(webhookApp.testApp.clock.now).toISOString())
      const { booking_id, checkin, checkout, nights, name, email, phone, status, total } = requestedStay!.data
      assert.deepEqual(
        [booking_id, checkin, checkout, nights, name, email, phone, status],
        [
          code,
          webhookApp.testApp.day(20),
          webhookApp.testApp.day(22),
          2,
          'Rafiq Islam',
          'rafiq@guest.example',
          '+8801700000004',
          'pending_approval',
        ],
      )
      assert.ok(Number(total) > 0)
      await desk.callOk('confirmRequest', { code })
      await desk.callOk('declineRequest', {
        code: await requestStay({ checkin: webhookApp.testApp.day(24), checkout: webhookApp.testApp.day(25) }),
      })
      const laterEvents = await readNewEvents()
      assert.deepEqual(
        laterEvents.map(({ type }) => type),
        ['stay.confirmed', 'stay.requested', 'stay.declined'],
      )
      assert.ok(!JSON.stringify(laterEvents[2]).includes('Rafiq'))
    })

    test('contain the fee of a stay that the guest cancels, and report expired requests (HOOK-3)', async () => {
      const token = await webhookApp.testApp.newGuest()
      const createStayFormFrom = (from: number) =>
        createStayForm(webhookApp.testApp, {
          checkin: webhookApp.testApp.day(from),
          checkout: webhookApp.testApp.day(from + 1),
        })
      const { body } = await webhookApp.testApp.call('requestGuestBooking', createStayFormFrom(26), {
        token,
        key: randomUUID(),
      })
      const guestSession = { token }
      assert.equal(
        (await webhookApp.testApp.call('cancelBooking', { id: body.booking_id, fee: 0 }, guestSession)).status,
        200,
      )
      // A repeated cancellation is not a new event.
      assert.equal(
        (await webhookApp.testApp.call('cancelBooking', { id: body.booking_id, fee: 0 }, guestSession)).status,
        200,
      )
      await webhookApp.testApp.call('requestGuestBooking', createStayFormFrom(27), { token, key: randomUUID() })
      const events = await readNewEvents()
      assert.deepEqual(
        events.map(({ type }) => type),
        ['stay.requested', 'stay.cancelled', 'stay.requested'],
      )
      assert.deepEqual([events[1]!.data['cost'], events[1]!.data['status']], [0, 'cancelled'])
      webhookApp.testApp.clock.advance(3 * DAY_MS)
      assert.deepEqual(await readNewEventTypes(), ['stay.expired'])
      desk = await openDesk(webhookApp.testApp)
    })

    test('report desk operations on a stay, but not a change of its unit (HOOK-3)', async () => {
      const stay = await desk.book('Mina', 0, 2, { at: [0] })
      const readCurrentVersion = async () => {
        const row = await desk.readRow(stay)
        return { booking: row.id, version: row.version }
      }
      const { operation_id } = await desk.callOk('checkGuestIn', { ...(await readCurrentVersion()), anyway: true })
      await desk.callOk('undoOperation', { operation_id })
      await desk.callOk('checkGuestIn', { ...(await readCurrentVersion()), anyway: true })
      await desk.callOk('checkGuestOut', {
        ...(await readCurrentVersion()),
        unused: 'waive',
        owing: 'on account',
      })
      const { kind: findRoomType } = desk
      const otherStay = await desk.book('Lena', 30, 32, { at: [null] })
      const createParts = (unit: number | null, to: number) => [
        { room: findRoomType('single').id, unit, from: webhookApp.testApp.day(30), to: webhookApp.testApp.day(to) },
      ]
      const arrange = async (unit: number | null, to: number) => {
        const row = await desk.readRow(otherStay)
        const changes = [{ booking: row.id, version: row.version, parts: createParts(unit, to) }]
        const { same_price_total } = await desk.callOk('previewArrangement', { changes })
        await desk.callOk('arrangeStays', { changes, after: same_price_total })
      }
      await arrange(findRoomType('single').units[1]!.id, 32)
      await arrange(findRoomType('single').units[1]!.id, 33)
      await desk.callOk('cancelStayByStaff', { code: otherStay.code, fee: 'none', message: '' })
      const noShowStay = await desk.book('Nobody', 0, 1, { slug: 'twin' })
      const row = await desk.readRow(noShowStay)
      await desk.callOk('markNoShow', { booking: row.id, version: row.version, fee: 'none' })
      const events = await readNewEvents()
      assert.deepEqual(
        events.map(({ type, data }) => [type, data['status']]),
        [
          ['stay.confirmed', 'confirmed'],
          ['stay.checked_in', 'checked_in'],
          ['stay.changed', 'confirmed'],
          ['stay.checked_in', 'checked_in'],
          ['stay.checked_out', 'checked_out'],
          ['stay.confirmed', 'confirmed'],
          ['stay.changed', 'confirmed'],
          ['stay.cancelled', 'cancelled'],
          ['stay.confirmed', 'confirmed'],
          ['stay.no_show', 'no_show'],
        ],
      )
      assert.equal(events[6]!.data['checkout'], webhookApp.testApp.day(33))
    })

    test('report a group stay once, and a change when one of its rooms is cancelled (HOOK-3)', async () => {
      const stay = await desk.book('Nordwind', 40, 42, { slug: 'twin', at: [null, null] })
      const row = await desk.readRow(stay)
      await desk.callOk('cancelRoom', { booking: row.id, version: row.version, fee: 'none' })
      const [bookedEvent, changedEvent, ...otherEvents] = await readNewEvents()
      assert.deepEqual([bookedEvent!.type, changedEvent!.type, otherEvents], ['stay.confirmed', 'stay.changed', []])
      const readRoomStatuses = (event: typeof bookedEvent) =>
        (event!.data['rooms'] as { status: string }[]).map(({ status }) => status)
      assert.deepEqual(
        [readRoomStatuses(bookedEvent), readRoomStatuses(changedEvent)],
        [['confirmed', 'confirmed'], ['confirmed']],
      )
      assert.equal(changedEvent!.data['booking_id'], stay.code)
    })

    test('are not sent for requests that are rejected, rolled back or repeated with their key (HOOK-5)', async () => {
      const key = randomUUID()
      const token = await webhookApp.testApp.newGuest()
      const form = createStayForm(webhookApp.testApp, {
        slug: 'family',
        checkin: webhookApp.testApp.day(70),
        checkout: webhookApp.testApp.day(71),
      })
      await webhookApp.testApp.call('requestGuestBooking', form, { token, key })
      await webhookApp.testApp.call('requestGuestBooking', form, { token, key })
      await webhookApp.testApp.call(
        'requestGuestBooking',
        { ...form, slug: 'no-such-room' },
        { token, key: randomUUID() },
      )
      const row = await desk.readRow(await desk.book('Lena', 72, 73, { slug: 'family' }))
      // The request is rejected at the end of the transaction, so everything written before is rolled back.
      const checkOutForm = { booking: row.id, version: row.version, owing: '' }
      assert.equal((await desk.call('checkGuestOut', checkOutForm)).status, 409)
      assert.deepEqual(await readNewEventTypes(), ['stay.requested', 'stay.confirmed'])
      const arrivedStay = await desk.book('Mina', 0, 1, { slug: 'family', at: [0] })
      const bookingRow = await desk.readRow(arrivedStay)
      await desk.callOk('checkGuestIn', { booking: bookingRow.id, version: bookingRow.version, anyway: true })
      const unpaidRow = await desk.readRow(arrivedStay)
      const rejection = await desk.call('checkGuestOut', {
        booking: unpaidRow.id,
        version: unpaidRow.version,
        owing: '',
      })
      assert.equal(rejection.status, 422)
      assert.deepEqual(await readNewEventTypes(), ['stay.confirmed', 'stay.checked_in'])
    })

    test('are deleted if they concern a person whose account is closed (HOOK-13)', async () => {
      const { testApp: app } = webhookApp
      const member = {
        email: 'mina@elbe.example',
        password: 'elbe, padma, elbe',
        password_confirmation: 'elbe, padma, elbe',
      }
      await app.call('register', { name: 'Mina Rahman', ...member })
      const { body } = await app.call('userLogin', { email: member.email, password: member.password })
      const token = body.access_token
      const dates = { checkin: app.day(80), checkout: app.day(81) }
      const form = createStayForm(app, { name: 'Mina Rahman', email: member.email, ...dates, slug: 'twin' })
      const { body: ownBooking } = await app.call('requestBooking', form, { token, key: randomUUID() })
      await app.call('cancelBooking', { id: ownBooking.booking_id, fee: 0 }, { token })
      await webhookApp.sendWebhooks()
      const findStoredEvents = async () =>
        (await app.db.selectFrom('webhook_event').select('body').execute()).filter(({ body: eventBody }) =>
          eventBody.includes('Mina Rahman'),
        )
      assert.equal((await findStoredEvents()).length, 1)
      await app.call('closeAccount', { password: member.password }, { token })
      assert.equal((await findStoredEvents()).length, 0)
    })
  })

  describe(`an event without subscribers, on ${engine.name}`, () => {
    test('is not stored and starts no job, even if endpoints subscribe to other events (HOOK-5)', async () => {
      const webhookApp = await startWebhookApp(engine)
      try {
        const { testApp: app } = webhookApp
        const book = async (from: number) => {
          const dates = { checkin: app.day(from), checkout: app.day(from + 1) }
          await app.call('requestGuestBooking', createStayForm(app, dates), {
            token: await app.newGuest(),
            key: randomUUID(),
          })
        }
        const countStoredRows = async () => {
          const events = await app.db.selectFrom('webhook_event').select('id').execute()
          const jobs = await app.db.selectFrom('job').select('id').where('kind', '=', 'share-event').execute()
          return [events.length, jobs.length]
        }
        await book(10)
        assert.deepEqual(await countStoredRows(), [0, 0])
        const { id } = await webhookApp.add(webhookApp.server, ['payment.received'])
        await book(11)
        assert.deepEqual(await countStoredRows(), [0, 0])
        await webhookApp.callOk('saveWebhook', {
          id,
          version: 1,
          address: webhookApp.server.url,
          events: ['stay.requested'],
        })
        await book(12)
        assert.deepEqual(await countStoredRows(), [1, 1])
        await webhookApp.callOk('removeWebhook', { id })
        await book(13)
        assert.deepEqual((await countStoredRows())[1], 1)
      } finally {
        await webhookApp.close()
      }
    })
  })
}
