import { isAddressConfirmed } from '#people/accounts/address.ts'
import { loadCompany, readCompany } from '#content/company.ts'
import { mailGuestAndCompany } from '#mail/outbox.ts'
import { dayIn } from '#platform/clock.ts'
import { createReadableCode } from '#platform/codes.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { claimRequest } from '#platform/database/idempotency-key.ts'
import { parseDay } from '#platform/day.ts'
import { assertValid, type FieldMessages } from '#platform/errors.ts'
import type { FormOf, ValidationResult } from '#platform/http/handlers.ts'
import type { Language } from '#routes/public.ts'
import type { MessageKey } from '#locales/translator.ts'
import { fingerprintFiles, attachFiles } from './attachment.ts'
import { findChoice, readChoices, type Choice } from './choices.ts'
import type { enquiriesContract } from './contract.ts'
import { openConversation } from './conversation.ts'
import { createAcknowledgement, composeEmailToCompany } from './enquiry-emails.ts'
import { choiceNames, type ChoiceName } from './limits.ts'
import { normalizePantone } from './pantone.ts'
import { insertEnquiry, selectOfferedProducts, type Enquiry, type EnquiryLine, type OfferedProduct } from './store.ts'
import { publishEnquiryReceived } from './events.ts'

type Form = Omit<FormOf<typeof enquiriesContract.sendEnquiry>, 'website'>
type Line = Form['lines'][number]

/** Stores an enquiry with its lines and files and emails both sides, in one transaction. Returns the reference. */
export function sendEnquiry(db: Database, ctx: RequestContext, form: Form): Promise<string> {
  const { now } = ctx
  return inTransaction(db, async (transaction) => {
    const code = createReadableCode(8)
    const { files, ...fields } = form
    const request = files.length > 0 ? { ...fields, files: fingerprintFiles(files) } : fields
    const requestKey = { scope: 'enquiry', key: ctx.idempotencyKey, request, answer: code }
    const earlierCode = await claimRequest(transaction, requestKey, now)
    if (earlierCode) return earlierCode
    const { fieldErrors, products } = await validateEnquiry(transaction, ctx, form)
    assertValid(fieldErrors)
    const { company, name, email, phone = '', message: notes = '' } = form
    const lines = form.lines.map((line) => buildLine(line, products.get(line.product)!, ctx.language))
    const enquiry: Enquiry = { code, company, name, email, phone, notes, language: ctx.language, lines }
    // Several visitors may share the guest session of a browser. Only a member account belongs to one person.
    const memberId = ctx.account?.role === 'member' ? ctx.account.id : null
    const id = await insertEnquiry(transaction, enquiry, memberId, now)
    await openConversation(transaction, { enquiry_id: id }, enquiry, now)
    await attachFiles(transaction, files, { enquiry_id: id })
    const companySettings = await readCompany(transaction)
    const isVerified = ctx.account !== null && (await isAddressConfirmed(transaction, ctx.account.id, email))
    const emails = {
      guestEmail: await createAcknowledgement(transaction, ctx, enquiry, { files, isVerified }),
      companyEmail: composeEmailToCompany(enquiry, files, companySettings, ctx.context.publicUrl),
    }
    await mailGuestAndCompany(transaction, now, companySettings, enquiry, emails)
    await publishEnquiryReceived(transaction, { now, company: companySettings }, { id, code })
    return code
  })
}

type Products = ReadonlyMap<string, OfferedProduct>

/** Checks that the products, units and choices are offered and that no date is in the past. */
export async function validateEnquiry(
  db: Database,
  ctx: RequestContext,
  { lines = [] }: Partial<Form>,
): Promise<ValidationResult & { products: Products }> {
  const slugs = [...new Set(lines.map((line) => line.product))]
  const rows =
    slugs.length === 0 ? [] : await selectOfferedProducts(db, ctx.language).where('product.slug', 'in', slugs).execute()
  const products = new Map(rows.map((row) => [row.slug, row]))
  const today = dayIn((await loadCompany(db, ctx)).timeZone, ctx.now)
  const fieldErrors: FieldMessages = {}
  for (const [index, line] of lines.entries())
    for (const [field, key] of Object.entries(validateLine(line, products.get(line.product), today)))
      fieldErrors[`lines.${index}.${field}`] = [{ key }]
  return { fieldErrors, products }
}

function validateLine(line: Line, product: OfferedProduct | undefined, today: number): Record<string, MessageKey> {
  if (!product) return { product: 'error.product_gone' }
  const fieldErrors: Record<string, MessageKey> = {}
  const choices = readChoices(product)
  if (line.unit && !choices.units.includes(line.unit)) fieldErrors['unit'] = 'error.unit_not_offered'
  for (const name of choiceNames) {
    if (line[name]?.some((value) => !findChoice(choices, name, value, 'en'))) fieldErrors[name] = 'error.choice_gone'
  }
  if (line.needed_by && parseDay(line.needed_by)! < today) fieldErrors['needed_by'] = 'error.needed_by_past'
  return fieldErrors
}

/** Builds an enquiry line. An amount without a unit gets the default unit of the product. */
function buildLine(line: Line, product: OfferedProduct, language: Language): EnquiryLine {
  const { quantity = '', notes = '', pantone = '', amount = null, unit, needed_by, purpose = null } = line
  const choices = readChoices(product)
  const listChosen = (name: ChoiceName): Choice[] => {
    const values = choices[name].map(({ value }) => value)
    const getPosition = (value: string) => (values.includes(value) ? values.indexOf(value) : values.length)
    return [...new Set(line[name])]
      .toSorted((one, other) => getPosition(one) - getPosition(other))
      .map((value) => findChoice(choices, name, value, language)!)
  }
  return {
    product,
    quantity,
    notes,
    amount,
    purpose,
    unit: amount === null ? null : (unit ?? choices.units[0] ?? null),
    neededBy: needed_by ?? null,
    pantone: normalizePantone(pantone),
    chosen: Object.fromEntries(choiceNames.map((name) => [name, listChosen(name)])) as EnquiryLine['chosen'],
  }
}
