import type { Clock } from '../platform/clock.ts'
import { readableCode } from '../platform/codes.ts'
import type { Handlers, Judges } from '../platform/contract.ts'
import type { Database } from '../platform/database/database.ts'
import { notFound } from '../platform/errors.ts'
import { picturesNamed } from '../media/store.ts'
import type { Picture } from '../platform/pictures.ts'
import { wordsIn } from '../words/both.ts'
import { isSumOf, LASTS_MS, newCaptcha } from './captcha.ts'
import type { enquiriesContract, Product, ProductDetails } from './contract.ts'
import { sendEnquiry } from './enquiry.ts'
import { sendLetter } from './contact-message.ts'
import { offeredProducts, type OfferedProduct } from './store.ts'

export const enquiriesHandlers = ({
  db,
  clock,
}: {
  db: Database
  clock: Clock
}): Handlers<typeof enquiriesContract> => ({
  async getCaptcha() {
    const { token, first, second } = await newCaptcha(db, clock())
    return { captcha_token: token, first, second, lasts_seconds: LASTS_MS / 1000 }
  },

  async sendContact({ name, email, subject = '', message = '', website, ...solved }, { language, idempotencyKey }) {
    // A machine that fills in every field is thanked like anybody.
    if (!website) await sendLetter(db, clock(), language, { name, email, subject, message }, solved, idempotencyKey)
    return { message: wordsIn(language).t('contact.thanks') }
  },

  async getProducts(_, { language }) {
    const products = await offeredProducts(db, language).orderBy('product.position').orderBy('product.id').execute()
    const pictures = await picturesNamed(
      db,
      language,
      products.map((product) => product.picture),
    )
    return { data: products.map((product) => presentProduct(product, pictures)) }
  },

  async getProductDetails({ slug }, { language }) {
    const product = await offeredProducts(db, language).where('product.slug', '=', slug).executeTakeFirst()
    if (!product) throw notFound()
    return presentDetails(product, await picturesNamed(db, language, [product.picture]))
  },

  async sendEnquiry({ website, ...form }, asker) {
    if (website) return { reference: readableCode(8) } // as above
    return { reference: await sendEnquiry(db, clock, asker, form) }
  },
})

/** What else is wrong with a letter of which some field is not even what it should be. */
export const enquiriesJudges = ({ db, clock }: { db: Database; clock: Clock }): Judges<typeof enquiriesContract> => ({
  async sendContact({ captcha_token: token, captcha }) {
    const isWrong = token !== undefined && captcha !== undefined && !(await isSumOf(db, clock(), token, captcha))
    return { ...(isWrong && { captcha: [{ key: 'error.captcha' }] }) }
  },
})

const presentProduct = (product: OfferedProduct, pictures: ReadonlyMap<string, Picture>): Product => ({
  slug: product.slug,
  name: product.name,
  summary: product.summary,
  picture: pictures.get(product.picture)!,
})

function presentDetails(product: OfferedProduct, pictures: ReadonlyMap<string, Picture>): ProductDetails {
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
