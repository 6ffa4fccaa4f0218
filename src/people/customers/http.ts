import type { Database } from '#platform/database/database.ts'
import { localized } from '#platform/database/localized.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { poishaToBdt, bdtToPoisha } from '#platform/money.ts'
import type { CustomerRecord, customersContract } from './contract.ts'
import {
  addCustomer,
  listContacts,
  listCustomers,
  loadCustomer,
  readAgreedRates,
  saveCustomer,
  validateCustomer,
  type CustomerForm,
} from './customers.ts'

export const customersHandlers = {
  async getCustomers(db, _, { search, view, after }) {
    const isActive = view === 'all' ? undefined : view === 'active'
    const { rows, more } = await listCustomers(db, { search, active: isActive }, { limit: PAGE_SIZE, after })
    return {
      data: rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        name: row.name,
        active: row.active === 1,
        contact: row.contact_name ?? '',
        email: row.contact_email ?? '',
        phone: row.contact_phone ?? '',
      })),
      more,
    }
  },
  getCustomer: (db, _, { id }) => readCustomerView(db, id),
  async getCustomerNames(db) {
    const { rows } = await listCustomers(db, { active: true }, { limit: MAX_CHOICES })
    return { data: rows.map(({ id, name }) => ({ id, name })) }
  },
  async getRoomPrices(db, { language }) {
    const rows = await db
      .selectFrom('room')
      .select(['id', 'price_poisha', localized(language, 'name').as('name')])
      .where('active', '=', 1)
      .orderBy('position')
      .orderBy('id')
      .execute()
    return { data: rows.map(({ id, name, price_poisha }) => ({ room: id, name, price: poishaToBdt(price_poisha) })) }
  },
  addCustomer: {
    validate: (_db, _ctx, form) => validateCustomer(form),
    execute: async (db, ctx, form) => readCustomerView(db, await addCustomer(db, ctx, toForm(form))),
  },
  saveCustomer: {
    validate: (_db, _ctx, form) => validateCustomer(form),
    async execute(db, ctx, { id, version, ...form }) {
      await saveCustomer(db, ctx, { id, version, ...toForm(form) })
      return readCustomerView(db, id)
    },
  },
} satisfies Handlers<typeof customersContract>

const PAGE_SIZE = 50
const MAX_CHOICES = 2_000

type CustomerInput = Omit<CustomerRecord, 'id' | 'version'>

const toForm = ({ payment_days, rates, ...form }: CustomerInput): CustomerForm => ({
  ...form,
  paymentDays: payment_days,
  rates: [...new Map(rates.map(({ room, night }) => [room, night]))].map(([roomId, night]) => ({
    roomId,
    nightPoisha: bdtToPoisha(night),
  })),
})

async function readCustomerView(db: Database, id: number): Promise<CustomerRecord> {
  const row = await loadCustomer(db, id)
  return {
    id,
    version: row.version,
    kind: row.kind,
    name: row.name,
    bin: row.bin,
    address: row.address,
    notes: row.notes,
    payment_days: row.payment_days,
    active: row.active === 1,
    contacts: await listContacts(db, id),
    rates: Array.from(await readAgreedRates(db, id), ([room, night]) => ({ room, night: poishaToBdt(night) })),
  }
}
