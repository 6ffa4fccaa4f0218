import { versionsOfSections } from '#content/settings.ts'
import { picturesNamed } from '#content/media/store.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import type { Language } from '#routes/public.ts'
import {
  addProduct,
  allProducts,
  formOf,
  validateProduct,
  orderProducts,
  productWith,
  saveProduct,
} from '../product-writing.ts'
import type { OfficeProduct, OfficeProducts, productsOfficeContract } from './products-contract.ts'

export const productsOfficeHandlers = {
  getOfficeProducts: (db, { language }) => everyProduct(db, language),
  getOfficeProduct: (db, { language }, { id }) => oneProduct(db, language, id),
  addProduct: {
    validate: validateProduct,
    act: async (db, ctx, form) => oneProduct(db, ctx.language, await addProduct(db, ctx, form)),
  },
  saveProduct: {
    validate: validateProduct,
    async act(db, ctx, form) {
      await saveProduct(db, ctx, form)
      return oneProduct(db, ctx.language, form.id)
    },
  },
  async orderProducts(db, ctx, form) {
    await orderProducts(db, ctx, form)
    return everyProduct(db, ctx.language)
  },
} satisfies Handlers<typeof productsOfficeContract>

async function everyProduct(db: Database, language: Language): Promise<OfficeProducts> {
  const [versions, rows] = [await versionsOfSections(db), await allProducts(db)]
  const pictures = await picturesNamed(
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

async function oneProduct(db: Database, language: Language, id: number): Promise<OfficeProduct> {
  const row = await productWith(db, id)
  const pictures = await picturesNamed(db, language, [row.picture])
  return {
    id,
    version: row.version,
    slug: row.slug,
    shown: pictures.get(row.picture) ?? null,
    ...formOf(row),
  }
}
