import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { basisPointsToPercent, percentToBasisPoints, poishaToBdt, bdtToPoisha } from '#platform/money.ts'
import { addExtra, listExtras, loadExtra, orderExtras, saveExtra, type Extra, type ExtraForm } from '../extras.ts'
import type { extrasContract, OfficeExtra, OfficeExtras } from './contract.ts'

export const extrasHandlers = {
  getExtras: (db) => readExtras(db),
  getExtra: (db, _, { id }) => readExtra(db, id),
  addExtra: async (db, ctx, form) => readExtra(db, await addExtra(db, ctx, toForm(form))),
  async saveExtra(db, ctx, { id, version, ...form }) {
    await saveExtra(db, ctx, { id, version, ...toForm(form) })
    return readExtra(db, id)
  },
  async orderExtras(db, ctx, form) {
    await orderExtras(db, ctx, form)
    return readExtras(db)
  },
} satisfies Handlers<typeof extrasContract>

const readExtras = async (db: Database): Promise<OfficeExtras> => ({ data: (await listExtras(db)).map(toExtraView) })
const readExtra = async (db: Database, id: number): Promise<OfficeExtra> => toExtraView(await loadExtra(db, id))

const toForm = ({ price, vat, ...form }: Omit<OfficeExtra, 'id' | 'version' | 'price'> & { price: number }) =>
  ({
    ...form,
    pricePoisha: bdtToPoisha(price),
    vatBasisPoints: vat === null ? null : percentToBasisPoints(vat),
  }) satisfies ExtraForm

const toExtraView = (row: Extra): OfficeExtra => ({
  id: row.id,
  version: row.version,
  name_en: row.name_en,
  name_bn: row.name_bn ?? '',
  price: poishaToBdt(row.price_poisha),
  vat: row.vat_basis_points === null ? null : basisPointsToPercent(row.vat_basis_points),
  active: row.active === 1,
})
