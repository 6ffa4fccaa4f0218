import type { TestApp } from './test-app.ts'
import { openDesk } from './desk.ts'

/** A customer as the API expects it. */
export const createCustomerForm = (overrides: object = {}) => ({
  kind: 'buying house',
  name: 'Meghna Sourcing Ltd.',
  bin: '0012345670101',
  address: 'House 12, Road 5, Uttara, Dhaka',
  payment_days: 30,
  contacts: [
    { name: 'Farhana Akter', job: 'Merchandiser', email: 'farhana@meghna.example', phone: '+8801711223344' },
    { name: 'Tanvir Rahman', job: 'Accounts', email: 'accounts@meghna.example', phone: '' },
  ],
  ...overrides,
})

/** Adds a customer with a stay that is billed to it, or returns the existing one. */
export async function createBilledCustomer(app: TestApp): Promise<{ id: number; code: string }> {
  const desk = await openDesk(app, 'owner')
  const { data } = await desk.callOk('getCustomers', { search: 'Meghna' })
  if (data.length > 0) {
    const stays = await desk.callOk('getCustomerStays', { id: data[0].id })
    return { id: data[0].id, code: stays.data[0].code }
  }
  const { id } = await desk.callOk('addCustomer', createCustomerForm())
  const { code } = await desk.book('Wei Zhang', 60, 62, { customer: id })
  await desk.callOk('takePayment', { code, amount: 5000, method: 'customer' })
  await desk.callOk('takeCustomerPayment', { id, amount: 1500, method: 'bank', reference: 'TT 4711' })
  return { id, code }
}
