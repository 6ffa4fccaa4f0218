import { loadCompany } from '#content/company.ts'
import { listSectionVersions } from '#content/settings.ts'
import { getPictures } from '#content/media/store.ts'
import { dayIn } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import type { Language } from '#routes/public.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import { isExpired, listCertificates, listCertificateUses } from '../certificates.ts'
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
  getOfficeProducts: (db, ctx) => readAllProductViews(db, ctx),
  getOfficeProduct: (db, { language }, { id }) => readOneProductView(db, language, id),
  addProduct: {
    validate: validateProduct,
    execute: async (db, ctx, form) => readOneProductView(db, ctx.language, await addProduct(db, ctx, form)),
  },
  saveProduct: {
    validate: validateProduct,
    async execute(db, ctx, form) {
      await saveProduct(db, ctx, form)
      return readOneProductView(db, ctx.language, form.id)
    },
  },
  async orderProducts(db, ctx, form) {
    await orderProducts(db, ctx, form)
    return readAllProductViews(db, ctx)
  },
} satisfies Handlers<typeof productsOfficeContract>

async function readAllProductViews(db: Database, ctx: RequestContext): Promise<OfficeProducts> {
  const { language } = ctx
  const [versions, rows] = [await listSectionVersions(db), await listProducts(db)]
  const getExpiredCertificates = await findExpiredCertificates(db, ctx)
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
      expired_certificates: getExpiredCertificates(id),
    })),
  }
}

/** Returns a function that lists the expired certificates of a product by name. */
async function findExpiredCertificates(db: Database, ctx: RequestContext): Promise<(productId: number) => string[]> {
  const today = dayIn((await loadCompany(db, ctx)).timeZone, ctx.now)
  const expiredCertificates = (await listCertificates(db)).filter((certificate) => isExpired(certificate, today))
  const certificateUses = expiredCertificates.length > 0 ? await listCertificateUses(db) : []
  return (productId) =>
    expiredCertificates
      .filter(({ id }) => certificateUses.some((use) => use.product_id === productId && use.certificate_id === id))
      .map((certificate) => pickLocalizedName(ctx.language, certificate))
}

async function readOneProductView(db: Database, language: Language, id: number): Promise<OfficeProduct> {
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
