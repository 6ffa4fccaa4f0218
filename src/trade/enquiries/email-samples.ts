import { readCompany } from '#content/company.ts'
import type { EmailSamples } from '#mail/samples.ts'
import type { Database } from '#platform/database/database.ts'
import type { Language } from '#routes/public.ts'
import { contactEmailToCompany, contactEmailToSender } from './contact-message.ts'
import { emailToCompany, emailToSender } from './enquiry-emails.ts'
import { listLines, selectOfferedProducts, type Enquiry } from './store.ts'

/** Previews of the enquiry emails, made from the latest enquiry or message. */
export const enquiryEmailSamples: EmailSamples = {
  async enquiry_received(db, _, { language, code }) {
    const enquiry = await loadEnquiry(db, language, code)
    return enquiry && { about: enquiry.code, make: () => emailToSender(enquiry, [], true) }
  },
  async company_enquiry(db, { context }, { language, code }) {
    const enquiry = await loadEnquiry(db, language, code)
    return enquiry && { about: enquiry.code, make: () => emailToCompany(enquiry, [], { language }, context.publicUrl) }
  },
  async message_received(db, _, { language }) {
    const message = await loadLastMessage(db)
    return (
      message && { about: String(message.id), make: () => contactEmailToSender({ ...message, language }, [], true) }
    )
  },
  async company_message(db, { context }, { language }) {
    const message = await loadLastMessage(db)
    if (!message) return null
    const company = { ...(await readCompany(db)), language }
    const from = { ...message, language: message.language as Language }
    return { about: String(message.id), make: () => contactEmailToCompany(from, [], company, context.publicUrl) }
  },
}

const loadLastMessage = async (db: Database) =>
  (await db
    .selectFrom('contact_message')
    .selectAll()
    .where('name', '<>', '')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

/** Loads an enquiry as written, with the current product names. */
async function loadEnquiry(db: Database, language: Language, code: string | null): Promise<Enquiry | null> {
  const row = await db
    .selectFrom('enquiry')
    .selectAll()
    .$if(code !== null, (query) => query.where('code', '=', code!))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const products = new Map(
    (await selectOfferedProducts(db, language).execute()).map((product) => [product.id, product]),
  )
  const lines = (await listLines(db, [row.id])).flatMap(({ product_id, needed_by, chosen, ...line }) => {
    const product = products.get(product_id ?? 0)
    const choice = (values: string[] = []) => values.map((value) => ({ name: value, value }))
    const choices = { sizes: choice(chosen.sizes), finishes: choice(chosen.finishes), shades: choice(chosen.shades) }
    return product ? [{ ...line, product, neededBy: needed_by, chosen: choices }] : []
  })
  return { ...row, language, lines }
}
