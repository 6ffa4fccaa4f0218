import { readableCode } from '#platform/codes.ts'
import { notFound } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { getPictures } from '#content/media/store.ts'
import type { PictureData } from '#platform/pictures.ts'
import { translatorFor } from '#locales/both.ts'
import { findAttachment } from './attachment.ts'
import { CAPTCHA_TTL_MS, createCaptcha } from './captcha.ts'
import { readChoices } from './choices.ts'
import type { enquiriesContract, Product, ProductDetails } from './contract.ts'
import { validateEnquiry, sendEnquiry } from './enquiry.ts'
import { validateContactMessage, sendContactMessage } from './contact-message.ts'
import { ownEnquiries } from './own-enquiries.ts'
import { selectOfferedProducts, type OfferedProduct } from './store.ts'

/** A bot that fills in the hidden field gets a success response, but nothing is stored. */
export const enquiriesHandlers = {
  async getCaptcha(db, { now }) {
    const { token, first, second } = await createCaptcha(db, now)
    return { captcha_token: token, first, second, lasts_seconds: CAPTCHA_TTL_MS / 1000 }
  },

  sendContact: {
    validate: validateContactMessage,
    async act(db, ctx, { website, ...email }) {
      if (!website) await sendContactMessage(db, ctx, email)
      return { message: translatorFor(ctx.language).t('contact.thanks') }
    },
  },

  async getProducts(db, { language }, { choices }) {
    const products = await selectOfferedProducts(db, language)
      .orderBy('product.position')
      .orderBy('product.id')
      .execute()
    const pictures = await getPictures(
      db,
      language,
      products.map((product) => product.picture),
    )
    return {
      data: products.map((product) => ({
        ...presentProduct(product, pictures),
        ...(choices && { choices: readChoices(product) }),
      })),
    }
  },

  async getProductDetails(db, { language }, { slug }) {
    const product = await selectOfferedProducts(db, language).where('product.slug', '=', slug).executeTakeFirst()
    if (!product) throw notFound()
    return presentDetails(product, await getPictures(db, language, [product.picture]))
  },

  sendEnquiry: {
    validate: validateEnquiry,
    async act(db, ctx, { website, ...form }) {
      return { reference: website ? readableCode(8) : await sendEnquiry(db, ctx, form) }
    },
  },

  getOwnEnquiries: ownEnquiries,
  getAttachment: findAttachment,
} satisfies Handlers<typeof enquiriesContract>

const presentProduct = (product: OfferedProduct, pictures: ReadonlyMap<string, PictureData>): Product => ({
  slug: product.slug,
  name: product.name,
  summary: product.summary,
  picture: pictures.get(product.picture)!,
})

function presentDetails(product: OfferedProduct, pictures: ReadonlyMap<string, PictureData>): ProductDetails {
  const { materials, sizes, finishes, minimumOrder, leadTime, samplePolicy } = JSON.parse(product.specification)
  return {
    ...presentProduct(product, pictures),
    description: product.description,
    specification: {
      materials,
      sizes,
      finishes,
      minimum_order: minimumOrder,
      lead_time: leadTime,
      sample_policy: samplePolicy,
    },
  }
}
