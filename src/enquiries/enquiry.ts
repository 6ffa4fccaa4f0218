import type { z } from 'zod'
import { addressIsConfirmed } from '../accounts/address.ts'
import { readCompany } from '../content/company.ts'
import { mailLater, tellCompany } from '../messages/outbox.ts'
import { readableCode } from '../platform/codes.ts'
import type { Asker } from '../platform/contract.ts'
import { inTransaction, type Database } from '../platform/database/database.ts'
import { invalid } from '../platform/errors.ts'
import { answeredBefore } from '../platform/database/idempotency-key.ts'
import type { Language } from '../urls.ts'
import type { enquiriesContract } from './contract.ts'
import { letterToCompany, letterToSender } from './enquiry-letters.ts'
import { keepEnquiry, offeredProducts, type Enquiry } from './store.ts'

type Form = Omit<z.output<(typeof enquiriesContract.sendEnquiry)['input']>, 'website'>

/** Keeps an enquiry with its lines, tells the company and thanks the sender, all or nothing; says the reference. */
export function sendEnquiry(db: Database, asker: Asker, form: Form): Promise<string> {
  const { now } = asker
  return inTransaction(db, async (transaction) => {
    const code = readableCode(8)
    const asked = { scope: 'enquiry', key: asker.idempotencyKey, request: form, answer: code }
    const before = await answeredBefore(transaction, asked, now)
    if (before) return before
    const { company, name, email, phone = '', message: notes = '' } = form
    const lines = await linesWithProducts(transaction, asker.language, form)
    const enquiry: Enquiry = { code, company, name, email, phone, notes, language: asker.language, lines }
    await keepEnquiry(transaction, enquiry, asker.account?.id ?? null, now)
    const us = await readCompany(transaction)
    const letter = letterToCompany(enquiry, us, asker.context.publicUrl)
    await tellCompany(transaction, now, us, letter, { name, address: email })
    const isKnown = asker.account !== null && (await addressIsConfirmed(transaction, asker.account.id, email))
    await mailLater(transaction, now, email, asker.language, letterToSender(enquiry, isKnown), us)
    return code
  })
}

async function linesWithProducts(db: Database, language: Language, { lines }: Form): Promise<Enquiry['lines']> {
  const slugs = [...new Set(lines.map((line) => line.product))]
  const rows = await offeredProducts(db, language).where('product.slug', 'in', slugs).execute()
  const products = new Map(rows.map((row) => [row.slug, row]))
  const unknown = lines.flatMap((line, index) => (products.has(line.product) ? [] : [`lines.${index}.product`]))
  if (unknown.length > 0) throw invalid(Object.fromEntries(unknown.map((field) => [field, 'error.product_gone'])))
  return lines.map(({ product, quantity = '', notes = '' }) => ({ product: products.get(product)!, quantity, notes }))
}
