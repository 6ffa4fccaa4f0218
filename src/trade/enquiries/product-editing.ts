import type { Selectable } from 'kysely'
import { requirePublishPermission } from '#platform/publish-permission.ts'
import { incrementSectionVersion } from '#content/settings.ts'
import { isKnownPicture } from '#content/media/store.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { assertContainsEveryId, savePositions } from '#platform/database/positions.ts'
import { publish, type PublishTransaction } from '#platform/database/publish.ts'
import { conflict, invalid, notFound, assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { recordChange } from '#platform/audit.ts'
import { languages } from '#routes/public.ts'
import type { Tables } from '#schema/tables.ts'
import { readChoices } from './choices.ts'
import { listCertificates, listCertificateUses } from './certificates.ts'
import { choiceNames, type ChoiceName, type ProductCategory, type QuantityUnit } from './limits.ts'

/** A list item in English and Bangla. `bn` is empty if the item is not translated. */
interface BilingualText {
  en: string
  bn: string
}

/** The form of a product: its texts, its specification, its facts and the options for enquiries. */
export interface ProductForm {
  picture: string
  name_en: string
  name_bn: string
  summary_en: string
  summary_bn: string
  description_en: string
  description_bn: string
  materials: BilingualText[]
  sizes: BilingualText[]
  finishes: BilingualText[]
  measures: BilingualText[]
  category: ProductCategory
  minimum_quantity: number | null
  minimum_unit: QuantityUnit | null
  minimum_order_en: string
  minimum_order_bn: string
  lead_from_days: number | null
  lead_to_days: number | null
  lead_time_en: string
  lead_time_bn: string
  sample_policy_en: string
  sample_policy_bn: string
  /** The IDs of its certificates. */
  certificates: number[]
  units: QuantityUnit[]
  choice_kinds: BilingualText[]
  choice_sizes: BilingualText[]
  choice_lengths: BilingualText[]
  choice_types: BilingualText[]
  choice_finishes: BilingualText[]
  choice_fittings: BilingualText[]
  choice_shades: BilingualText[]
  active: boolean
}

type ProductRow = Selectable<Tables['product']>
type StoredProduct = ProductRow & { certificates: number[] }

/** Adds a product at the end of the list and returns its ID. The slug cannot be changed later. */
export async function addProduct(
  db: WholeDatabase,
  ctx: RequestContext,
  { slug, ...form }: ProductForm & { slug: string },
): Promise<number> {
  requirePublishPermission(ctx, form.active)
  assertValid((await validateProduct(db, ctx, { ...form, slug })).fieldErrors)
  return publish(db, async (tx) => {
    const lastProduct = await tx
      .selectFrom('product')
      .select(({ fn }) => fn.max('position').as('position'))
      .executeTakeFirst()
    const addedProduct = await tx
      .insertInto('product')
      .values({ slug, ...toRow(form), position: (lastProduct?.position ?? 0) + 1 })
      .onConflict((conflicting) => conflicting.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!addedProduct) throw invalid({ slug: 'error.product_slug_taken' })
    await saveCertificates(tx, addedProduct.id, form.certificates)
    await recordChange(tx, ctx, 'product added', `product ${addedProduct.id}`, {
      after: { slug, ...toLogEntry(form, await listCertificates(tx)) },
    })
    return addedProduct.id
  })
}

/** Saves a product. Rejects an outdated version. Earlier enquiries keep the old wording. */
export async function saveProduct(
  db: WholeDatabase,
  ctx: RequestContext,
  { id, version, ...form }: ProductForm & { id: number; version: number },
): Promise<void> {
  const productBefore = await getProduct(db, id)
  requirePublishPermission(ctx, productBefore.active === 1 || form.active)
  assertValid((await validateProduct(db, ctx, form)).fieldErrors)
  await publish(db, async (tx) => {
    const previousProduct = await getProduct(tx, id)
    const { numUpdatedRows } = await tx
      .updateTable('product')
      .set({ ...toRow(form), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    await saveCertificates(tx, id, form.certificates)
    const [currentProduct, certificates] = [await getProduct(tx, id), await listCertificates(tx)]
    await recordChange(tx, ctx, 'product changed', `product ${id}`, {
      before: toLogEntry(toForm(previousProduct), certificates),
      after: toLogEntry(toForm(currentProduct), certificates),
    })
  })
}

async function saveCertificates(tx: PublishTransaction, id: number, certificates: readonly number[]): Promise<void> {
  await tx.deleteFrom('product_certificate').where('product_id', '=', id).execute()
  if (certificates.length === 0) return
  const rows = certificates.map((certificate_id) => ({ product_id: id, certificate_id }))
  await tx.insertInto('product_certificate').values(rows).execute()
}

/**
 * Changes the order of the products. The list must contain exactly the current products. Rejects an outdated version.
 */
export async function orderProducts(
  db: WholeDatabase,
  ctx: RequestContext,
  { ids, version }: { ids: readonly number[]; version: number },
): Promise<void> {
  const productsBefore = await listProducts(db)
  assertContainsEveryId(productsBefore, ids, 'error.order_changed')
  const findProduct = (id: number) => productsBefore.find((product) => product.id === id)!
  const filterActive = (order: readonly number[]) => order.filter((id) => findProduct(id).active === 1).join()
  requirePublishPermission(ctx, filterActive(productsBefore.map(({ id }) => id)) !== filterActive(ids))
  await publish(db, async (tx) => {
    await incrementSectionVersion(tx, 'products', version)
    await savePositions(tx, 'product', ids)
    const formatProductNames = (productIds: readonly number[]) =>
      productIds.map((id) => findProduct(id).name_en).join(' · ')
    await recordChange(tx, ctx, 'products reordered', 'products all', {
      before: { order: formatProductNames(productsBefore.map(({ id }) => id)) },
      after: { order: formatProductNames(ids) },
    })
  })
}

const choiceFieldNames = choiceNames.map((name) => `choice_${name}` as const)
const listFieldNames = ['materials', 'sizes', 'finishes', 'measures', ...choiceFieldNames] as const

/** Runs the checks that need the database or several fields. */
export async function validateProduct(
  db: Database,
  _: RequestContext,
  form: Partial<ProductForm & { slug: string }>,
): Promise<ValidationResult> {
  const fieldErrors: FieldMessages = {}
  const { picture, slug, units, certificates = [] } = form
  if (picture !== undefined && !(await isKnownPicture(db, picture)))
    fieldErrors['picture'] = [{ key: 'error.picture_unknown' }]
  if (slug !== undefined && (await isSlugTaken(db, slug))) fieldErrors['slug'] = [{ key: 'error.product_slug_taken' }]
  if (units && new Set(units).size !== units.length) fieldErrors['units'] = [{ key: 'error.line_duplicate' }]
  if (!isSubset(certificates, certificates.length > 0 ? await listCertificates(db) : []))
    fieldErrors['certificates'] = [{ key: 'error.certificate_unknown' }]
  Object.assign(fieldErrors, validateNumbers(fieldErrors['units'] ? { ...form, units: undefined } : form))
  for (const name of listFieldNames) {
    const englishTexts = (form[name] ?? []).map(({ en }) => en.toLowerCase())
    for (const [index, en] of englishTexts.entries())
      if (englishTexts.indexOf(en) < index) fieldErrors[`${name}.${index}.en`] = [{ key: 'error.line_duplicate' }]
  }
  for (const [index, pair] of (form.measures ?? []).entries())
    for (const language of languages)
      if (pair[language] && !isMeasure(pair[language]))
        fieldErrors[`measures.${index}.${language}`] = [{ key: 'error.measure' }]
  return { fieldErrors }
}

/** Whether the text is a name and a value with a colon between them. */
function isMeasure(text: string): boolean {
  const colon = text.indexOf(':')
  return text.slice(0, Math.max(colon, 0)).trim() !== '' && text.slice(colon + 1).trim() !== ''
}

const isSubset = (ids: readonly number[], rows: readonly { id: number }[]): boolean =>
  new Set(ids).size === ids.length && ids.every((id) => rows.some((row) => row.id === id))

/** Checks the smallest order and the lead time: each has both of its parts or none. */
function validateNumbers({
  minimum_quantity,
  minimum_unit,
  units,
  lead_from_days: from,
  lead_to_days: to,
}: Partial<ProductForm>): FieldMessages {
  const fieldErrors: FieldMessages = {}
  if (minimum_quantity && minimum_unit === null) fieldErrors['minimum_unit'] = [{ key: 'error.required' }]
  if (minimum_quantity === null && minimum_unit) fieldErrors['minimum_quantity'] = [{ key: 'error.required' }]
  if (minimum_quantity && minimum_unit && units && !units.includes(minimum_unit))
    fieldErrors['minimum_unit'] = [{ key: 'error.unit_not_offered' }]
  if (from && to === null) fieldErrors['lead_to_days'] = [{ key: 'error.required' }]
  if (from === null && to) fieldErrors['lead_from_days'] = [{ key: 'error.required' }]
  if (from && to && to < from) fieldErrors['lead_to_days'] = [{ key: 'error.too_small', values: { min: from } }]
  return fieldErrors
}

const isSlugTaken = async (db: Database, slug: string): Promise<boolean> =>
  (await db.selectFrom('product').select('id').where('slug', '=', slug).executeTakeFirst()) !== undefined

export const listProducts = (db: Database): Promise<ProductRow[]> =>
  db.selectFrom('product').selectAll().orderBy('position').orderBy('id').execute()

export async function getProduct(db: Database, id: number): Promise<StoredProduct> {
  const row = await db.selectFrom('product').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  const certificateUses = await listCertificateUses(db)
  const certificates = certificateUses
    .filter(({ product_id }) => product_id === id)
    .map(({ certificate_id }) => certificate_id)
  return { ...row, certificates }
}

/**
 * Converts the form to a row. Each language stores a complete specification, in which untranslated parts are in
 * English.
 */
function toRow(form: ProductForm) {
  return {
    picture: form.picture,
    name_en: form.name_en,
    name_bn: form.name_bn || null,
    summary_en: form.summary_en,
    summary_bn: form.summary_bn || null,
    description_en: form.description_en,
    description_bn: form.description_bn || null,
    specification_en: toSpecification(form, 'en'),
    specification_bn: toSpecification(form, 'bn'),
    category: form.category,
    minimum_quantity: form.minimum_quantity,
    minimum_unit: form.minimum_unit,
    lead_from_days: form.lead_from_days,
    lead_to_days: form.lead_to_days,
    active: form.active ? (1 as const) : (0 as const),
  }
}

function toSpecification(form: ProductForm, language: 'en' | 'bn'): string {
  const pickLines = (pairs: readonly BilingualText[]) => pairs.map((pair) => pair[language] || pair.en)
  const pickText = (english: string, bangla: string) => (language === 'bn' && bangla) || english
  return JSON.stringify({
    materials: pickLines(form.materials),
    sizes: pickLines(form.sizes),
    finishes: pickLines(form.finishes),
    measures: pickLines(form.measures),
    minimumOrder: pickText(form.minimum_order_en, form.minimum_order_bn),
    leadTime: pickText(form.lead_time_en, form.lead_time_bn),
    samplePolicy: pickText(form.sample_policy_en, form.sample_policy_bn),
    units: form.units,
    choices: Object.fromEntries(choiceNames.map((name) => [name, pickLines(form[`choice_${name}`])])),
  })
}

interface Specification {
  materials: string[]
  sizes: string[]
  finishes: string[]
  measures?: string[]
  minimumOrder: string
  leadTime: string
  samplePolicy: string
}

/** Converts a row to the form. A Bangla text that equals the English text counts as not translated. */
export function toForm(row: StoredProduct): ProductForm {
  const banglaSpecification = row.specification_bn ?? row.specification_en
  const [english, translatedLines] = [row.specification_en, banglaSpecification].map(
    (text) => JSON.parse(text) as Specification,
  ) as [Specification, Specification]
  const toTranslation = (en: string, bn: string | undefined) => (bn === undefined || bn === en ? '' : bn)
  const listPairs = (name: 'materials' | 'sizes' | 'finishes' | 'measures') =>
    (english[name] ?? []).map((en, index) => ({ en, bn: toTranslation(en, translatedLines[name]?.[index]) }))
  const choices = readChoices({ specification: banglaSpecification, english: row.specification_en })
  const listChoicePairs = (name: ChoiceName) =>
    choices[name].map((choice) => ({ en: choice.value, bn: toTranslation(choice.value, choice.name) }))
  return {
    picture: row.picture,
    name_en: row.name_en,
    name_bn: row.name_bn ?? '',
    summary_en: row.summary_en,
    summary_bn: row.summary_bn ?? '',
    description_en: row.description_en,
    description_bn: row.description_bn ?? '',
    materials: listPairs('materials'),
    sizes: listPairs('sizes'),
    finishes: listPairs('finishes'),
    measures: listPairs('measures'),
    category: row.category as ProductCategory,
    minimum_quantity: row.minimum_quantity,
    minimum_unit: row.minimum_unit as QuantityUnit | null,
    minimum_order_en: english.minimumOrder,
    minimum_order_bn: toTranslation(english.minimumOrder, translatedLines.minimumOrder),
    lead_from_days: row.lead_from_days,
    lead_to_days: row.lead_to_days,
    lead_time_en: english.leadTime,
    lead_time_bn: toTranslation(english.leadTime, translatedLines.leadTime),
    sample_policy_en: english.samplePolicy,
    sample_policy_bn: toTranslation(english.samplePolicy, translatedLines.samplePolicy),
    certificates: row.certificates,
    units: choices.units,
    choice_kinds: listChoicePairs('kinds'),
    choice_sizes: listChoicePairs('sizes'),
    choice_lengths: listChoicePairs('lengths'),
    choice_types: listChoicePairs('types'),
    choice_finishes: listChoicePairs('finishes'),
    choice_fittings: listChoicePairs('fittings'),
    choice_shades: listChoicePairs('shades'),
    active: row.active === 1,
  }
}

/** Formats a form for the audit log, with each list as one line of text. */
const toLogEntry = (
  { certificates, ...form }: ProductForm,
  existingRows: readonly { id: number; name_en: string }[],
): object => ({
  ...Object.fromEntries(
    Object.entries(form).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? value
            .map((item) => (typeof item === 'string' ? item : item.bn ? `${item.en} (${item.bn})` : item.en))
            .join('; ')
        : (value as unknown),
    ]),
  ),
  certificates: existingRows
    .filter(({ id }) => certificates.includes(id))
    .map(({ name_en }) => name_en)
    .join('; '),
})
