import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createCustomerForm } from '#testing/customers.ts'
import { openDesk } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { createQuotationCalls } from '#testing/quotations.ts'
import { setUpTestApp } from '#testing/test-app.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`customers, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let ownerDesk: Awaited<ReturnType<typeof openDesk>>
    before(async () => {
      ownerDesk = await openDesk(app, 'owner')
    })

    const readErrors = async (name: 'addCustomer' | 'saveCustomer', form: object) => {
      const { status, body } = await ownerDesk.call(name, form)
      assert.equal(status, 422)
      return Object.keys(body.errors).toSorted()
    }

    test('adds a customer with its contacts, and finds it by name, contact and BIN (OFF-330)', async () => {
      const { id, ...customer } = await ownerDesk.callOk(
        'addCustomer',
        createCustomerForm({ name: 'Surma Buying House' }),
      )
      assert.equal(customer.bin, '001234567-0101')
      assert.deepEqual(
        customer.contacts.map(({ name }: { name: string }) => name),
        ['Farhana Akter', 'Tanvir Rahman'],
      )
      for (const search of ['surma', 'Buying-House', 'tanvir', 'accounts@meghna', '001234567', 'surma tanvir']) {
        const { data } = await ownerDesk.callOk('getCustomers', { search })
        assert.deepEqual(
          data.map((row: { id: number }) => row.id),
          [id],
          search,
        )
      }
      const contacts = [{ name: 'Özlem José রায়', job: '', email: '', phone: '' }]
      const padma = await ownerDesk.callOk('addCustomer', createCustomerForm({ name: 'Padma', bin: '', contacts }))
      for (const search of ['Özlem', 'özlem josé', 'ÖZLEM', 'রায়'])
        assert.deepEqual(
          (await ownerDesk.callOk('getCustomers', { search })).data.map((row: { id: number }) => row.id),
          [padma.id],
          search,
        )
      for (const search of ['nobody', '%', '_', 'surma nobody'])
        assert.deepEqual((await ownerDesk.callOk('getCustomers', { search })).data, [], search)
    })

    test('rejects a taken name, an invalid BIN or contact, and a BIN without an address (OFF-330)', async () => {
      await ownerDesk.callOk('addCustomer', createCustomerForm({ name: 'Teesta Ltd.' }))
      assert.deepEqual(await readErrors('addCustomer', createCustomerForm({ name: 'teesta  LTD' })), ['name'])
      assert.deepEqual(await readErrors('addCustomer', createCustomerForm({ name: 'Other', address: '' })), ['address'])
      assert.deepEqual(await readErrors('addCustomer', createCustomerForm({ name: 'Other', bin: '12345' })), ['bin'])
      const contact = { name: '', email: 'not an address', phone: '12' }
      assert.deepEqual(await readErrors('addCustomer', createCustomerForm({ name: 'Other', contacts: [contact] })), [
        'contacts.0.email',
        'contacts.0.name',
        'contacts.0.phone',
      ])
    })

    test('rejects a stale version, and keeps the change of the other user (OFF-330)', async () => {
      const { id, version } = await ownerDesk.callOk('addCustomer', createCustomerForm({ name: 'Karnaphuli' }))
      const savedCustomer = await ownerDesk.callOk('saveCustomer', {
        ...createCustomerForm({ name: 'Karnaphuli', contacts: [] }),
        id,
        version,
      })
      assert.deepEqual([savedCustomer.version, savedCustomer.contacts], [version + 1, []])
      const staleResponse = await ownerDesk.call('saveCustomer', {
        ...createCustomerForm({ name: 'Karnaphuli' }),
        id,
        version,
      })
      assert.equal(staleResponse.status, 409)
      assert.deepEqual((await ownerDesk.callOk('getCustomer', { id })).contacts, [])
      const { data } = await ownerDesk.callOk('getLog', { subject: `customer ${id}` })
      assert.deepEqual(
        data.map(({ action }: { action: string }) => action),
        ['customer changed', 'customer added'],
      )
    })

    test('applies the agreed rate to bookings, extensions and added rooms of the customer, and never to others (OFF-330)', async () => {
      const singleRoom = ownerDesk.kind('single')
      const rates = [{ room: singleRoom.id, night: 3210 }]
      const { id } = await ownerDesk.callOk('addCustomer', createCustomerForm({ name: 'Agreed Ltd', rates }))
      const readTotal = async (code: string) => (await ownerDesk.callOk('getBill', { code })).costs
      const freeUnits = await ownerDesk.callOk('getFreeUnits', { from: app.day(5), to: app.day(7), customer: id })
      const offeredRoom = freeUnits.data.find((kind: { room: number }) => kind.room === singleRoom.id)
      assert.deepEqual([offeredRoom.total, offeredRoom.agreed], [6420, true])
      const stay = await ownerDesk.book('Agreed Guest', 5, 7, { customer: id })
      assert.equal(await readTotal(stay.code), 6420)
      const typedRoom = { room: singleRoom.id, unit: null, adults: 1, price: 1000 }
      const typedStay = await ownerDesk.book('Typed Price', 5, 7, { customer: id, rooms: [typedRoom] })
      assert.equal(await readTotal(typedStay.code), 2000)
      const otherStay = await ownerDesk.book('Other Guest', 5, 7)
      assert.equal(await readTotal(otherStay.code), singleRoom.price * 2)
      const [room] = (await ownerDesk.callOk('getDeskStay', { code: stay.code })).rooms
      const parts = [{ room: singleRoom.id, unit: null, from: app.day(5), to: app.day(8) }]
      const changes = [{ booking: room.booking, version: room.version, parts }]
      await ownerDesk.callOk('arrangeStays', { changes, price: 'new' })
      assert.equal(await readTotal(stay.code), 9630)
      const rooms = [{ room: singleRoom.id, unit: null, adults: 1 }]
      await ownerDesk.callOk('addRooms', { code: stay.code, from: app.day(5), to: app.day(6), rooms })
      assert.equal(await readTotal(stay.code), 12_840)
    })

    test('does not offer inactive customers for new stays (OFF-330)', async () => {
      const { id } = await ownerDesk.callOk('addCustomer', createCustomerForm({ name: 'Former Ltd', active: false }))
      const { data } = await ownerDesk.callOk('getCustomerNames')
      assert.ok(!data.some((customer: { id: number }) => customer.id === id))
      const { code } = await ownerDesk.book('Somebody', 9, 10)
      const { status, body } = await ownerDesk.call('setStayCustomer', { code, customer: id })
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['customer']])
      assert.equal((await ownerDesk.callOk('getStayHeader', { code })).customer, null)
    })

    test('shows the stays, conversations and quotations of a customer, and no others (OFF-334)', async () => {
      const contact = { name: 'Nadia Islam', job: '', email: 'Nadia@brahmaputra.example', phone: '' }
      const { id } = await ownerDesk.callOk(
        'addCustomer',
        createCustomerForm({ name: 'Brahmaputra', contacts: [contact] }),
      )
      const sendEnquiry = async (email: string) => {
        const lines = [{ product: 'zipper', quantity: '500' }]
        const form = { company: 'Brahmaputra', name: 'Nadia Islam', email, lines, message: '' }
        assert.equal((await app.call('sendEnquiry', form)).status, 200)
        const { data } = await ownerDesk.callOk('getInbox', { view: 'all', search: email })
        return data[0].enquiry as string
      }
      const code = await sendEnquiry('nadia@brahmaputra.example')
      await sendEnquiry('nadia@somewhere-else.example')
      const { conversations } = await ownerDesk.callOk('getCustomerConversations', { id })
      assert.deepEqual(
        conversations.map((row: { code: string }) => row.code),
        [code],
      )
      assert.equal((await ownerDesk.callOk('getConversation', { enquiry: code })).customer.id, id)
      const quotationCalls = createQuotationCalls(app, ownerDesk.token)
      const sentQuotation = await quotationCalls.createSent({
        ...quotationCalls.form('en'),
        email: 'NADIA@brahmaputra.example',
      })
      await quotationCalls.createSent({ ...quotationCalls.form('en'), email: 'nadia@somewhere-else.example' })
      const { data } = await ownerDesk.callOk('getCustomerQuotations', { id })
      assert.deepEqual(
        data.map((row: { id: number }) => row.id),
        [sentQuotation.id],
      )
      assert.equal((await ownerDesk.callOk('getQuotationRecord', { id: sentQuotation.id })).customer.id, id)
      const stay = await ownerDesk.book('Nadia Islam', 12, 13, { customer: id })
      const stays = await ownerDesk.callOk('getCustomerStays', { id })
      assert.deepEqual(
        stays.data.map((row: { code: string }) => row.code),
        [stay.code],
      )
      assert.equal((await ownerDesk.callOk('getStayHeader', { code: stay.code })).customer.name, 'Brahmaputra')
    })

    test('states the desk status of each stay today (OFF-334)', async () => {
      const { id } = await ownerDesk.callOk('addCustomer', createCustomerForm({ name: 'Kopotakkho' }))
      const { booking, version } = await ownerDesk.book('Hui Lin', 0, 2, { at: [0], customer: id })
      await ownerDesk.callOk('checkGuestIn', { booking, version, anyway: true })
      await ownerDesk.book('Ravi Menon', 0, 1, { customer: id })
      await ownerDesk.book('Lena Vogt', 30, 31, { customer: id })
      const { data } = await ownerDesk.callOk('getCustomerStays', { id })
      assert.deepEqual(
        data.map((row: { name: string; desk_status: string }) => [row.name, row.desk_status]),
        [
          ['Lena Vogt', 'to_come'],
          ['Ravi Menon', 'arrives'],
          ['Hui Lin', 'here'],
        ],
      )
    })

    test('finds customers in the search of the office (OFF-324, OFF-330)', async () => {
      const { id } = await ownerDesk.callOk('addCustomer', createCustomerForm({ name: 'Shitalakshya Exports' }))
      const { data } = await ownerDesk.callOk('searchOffice', { search: 'shitalakshya' })
      assert.deepEqual([data[0].kind, data[0].id, data[0].title], ['customer', String(id), 'Shitalakshya Exports'])
    })
  })
}
