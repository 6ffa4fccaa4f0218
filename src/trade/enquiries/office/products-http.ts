import { listSectionVersions } from '#content/settings.ts'
import { getPictures } from '#content/media/store.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import type { Language } from '#routes/public.ts'
import {
  addProduct,
  listProducts,
  toForm,
  validateProduct,
  orderProducts,
  getProduct,
  saveProduct,
} from '../product-editing.ts'
import type { OfficeProduct, OfficeProducts, productsOfficeContract } from './products-contract.ts'

export const productsOfficeHandlers = {
  getOfficeProducts: (db, { language }) => presentAllProducts(db, language),
  getOfficeProduct: (db, { language }, { id }) => presentOneProduct(db, language, id),
  addProduct: {
    validate: validateProduct,
    act: async (db, ctx, form) => presentOneProduct(db, ctx.language, await addProduct(db, ctx, form)),
  },
  saveProduct: {
    validate: validateProduct,
    async act(db, ctx, form) {
      await saveProduct(db, ctx, form)
      return presentOneProduct(db, ctx.language, form.id)
    },
  },
  async orderProducts(db, ctx, form) {
    await orderProducts(db, ctx, form)
    return presentAllProducts(db, ctx.language)
  },
} satisfies Handlers<typeof productsOfficeContract>

async function presentAllProducts(db: Database, language: Language): Promise<OfficeProducts> {
  const [versions, rows] = [await listSectionVersions(db), await listProducts(db)]
  const pictures = await getPictures(
    db,
    language,
    rows.map(({ picture }) => picture),
  )
  return {
    version: versions.get('products')!,
    data: rows.map(({ id, slug, name_en, name_bn, summary_en, summary_bn, picture, active }) => ({
      id,
      slug,
      name_en,
      name_bn: name_bn ?? '',
      summary_en,
      summary_bn: summary_bn ?? '',
      shown: pictures.get(picture) ?? null,
      active: active === 1,
    })),
  }
}

async function presentOneProduct(db: Database, language: Language, id: number): Promise<OfficeProduct> {
  const row = await getProduct(db, id)
  const pictures = await getPictures(db, language, [row.picture])
  return {
    id,
    version: row.version,
    slug: row.slug,
    shown: pictures.get(row.picture) ?? null,
    ...toForm(row),
  }
}
