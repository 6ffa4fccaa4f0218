import { createReadableCode } from '#platform/codes.ts'
import { notFound } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { loadCompany } from '#content/company.ts'
import { getPictures } from '#content/media/store.ts'
import { dayIn } from '#platform/clock.ts'
import { translatorFor } from '#locales/both.ts'
import { findAttachment } from './attachment.ts'
import { CAPTCHA_TTL_MS, createCaptcha } from './captcha.ts'
import { listValidCertificates } from './certificates.ts'
import { listCardShades } from './colour-card/card-shades.ts'
import type { enquiriesContract } from './contract.ts'
import { validateEnquiry, sendEnquiry } from './enquiry.ts'
import { validateContactMessage, sendContactMessage } from './contact-message.ts'
import { toDetailsView } from './product-views.ts'
import { findProducts, type ReadSearchTexts } from './product-search.ts'
import { selectOfferedProducts } from './store.ts'

/** The endpoints for enquiries. A bot that fills in the hidden field gets a success response, but nothing is stored. */
export const createEnquiriesHandlers = (readSearchTexts: ReadSearchTexts): Handlers<typeof enquiriesContract> => ({
  async getCaptcha(db, { now }) {
    const { token, first, second } = await createCaptcha(db, now)
    return { captcha_token: token, first, second, lasts_seconds: CAPTCHA_TTL_MS / 1000 }
  },

  sendContact: {
    validate: validateContactMessage,
    async execute(db, ctx, { website, ...email }) {
      if (!website) await sendContactMessage(db, ctx, email)
      return { message: translatorFor(ctx.language).t('contact.thanks') }
    },
  },

  getProducts: (db, ctx, form) => findProducts(db, ctx, form, readSearchTexts),

  async getProductDetails(db, ctx, { slug, shade }) {
    const { language } = ctx
    const product = await selectOfferedProducts(db, language).where('product.slug', '=', slug).executeTakeFirst()
    if (!product) throw notFound()
    const [pictures, certificates] = [
      await getPictures(db, language, [product.picture]),
      await listValidCertificates(db, language, dayIn((await loadCompany(db, ctx)).timeZone, ctx.now)),
    ]
    return toDetailsView(product, pictures, certificates.get(product.id) ?? [], { language, shade })
  },

  getColourCard: async (_, { language }) => ({ data: listCardShades(language) }),

  sendEnquiry: {
    validate: validateEnquiry,
    async execute(db, ctx, { website, ...form }) {
      return { reference: website ? createReadableCode(8) : await sendEnquiry(db, ctx, form) }
    },
  },

  getAttachment: findAttachment,
})
