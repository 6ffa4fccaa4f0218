import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { bdtOf, poishaOf } from '#platform/money.ts'
import { addExtra, allExtras, extraWith, orderExtras, saveExtra, type Extra, type ExtraForm } from '../extras.ts'
import type { extrasContract, OfficeExtra, OfficeExtras } from './contract.ts'

export const extrasHandlers = {
  getExtras: (db) => all(db),
  getExtra: (db, _, { id }) => one(db, id),
  addExtra: async (db, ctx, form) => one(db, await addExtra(db, ctx, formOf(form))),
  async saveExtra(db, ctx, { id, version, ...form }) {
    await saveExtra(db, ctx, { id, version, ...formOf(form) })
    return one(db, id)
  },
  async orderExtras(db, ctx, form) {
    await orderExtras(db, ctx, form)
    return all(db)
  },
} satisfies Handlers<typeof extrasContract>

const all = async (db: Database): Promise<OfficeExtras> => ({ data: (await allExtras(db)).map(present) })
const one = async (db: Database, id: number): Promise<OfficeExtra> => present(await extraWith(db, id))

const formOf = ({ price, vat, ...form }: Omit<OfficeExtra, 'id' | 'version' | 'price'> & { price: number }) =>
  ({
    ...form,
    pricePoisha: poishaOf(price),
    vatBasisPoints: vat === null ? null : Math.round(vat * 100),
  }) satisfies ExtraForm

const present = (row: Extra): OfficeExtra => ({
  id: row.id,
  version: row.version,
  name_en: row.name_en,
  name_bn: row.name_bn ?? '',
  price: bdtOf(row.price_poisha),
  vat: row.vat_basis_points === null ? null : row.vat_basis_points / 100,
  active: row.active === 1,
})
