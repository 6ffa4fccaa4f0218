import type { Selectable } from 'kysely'
import { mustMayPublish } from '#platform/publishing-right.ts'
import { raiseSection } from '#content/settings.ts'
import { isPicture } from '#content/media/store.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { mustNameAll, writeOrder } from '#platform/database/order.ts'
import { publish } from '#platform/database/publish.ts'
import { conflict, invalid, notFound, assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { recordChange } from '#platform/work/audit.ts'
import type { Tables } from '#schema/tables.ts'
import { choicesOf } from './choices.ts'
import type { Unit } from './limits.ts'

/** A list item in English and Bangla. `bn` is empty if the item is not translated. */
interface Pair {
  en: string
  bn: string
}

/** The form of a product: its texts, its specification and the options for enquiries. */
export interface WrittenProduct {
  picture: string
  name_en: string
  name_bn: string
  summary_en: string
  summary_bn: string
  description_en: string
  description_bn: string
  materials: Pair[]
  sizes: Pair[]
  finishes: Pair[]
  minimum_order_en: string
  minimum_order_bn: string
  lead_time_en: string
  lead_time_bn: string
  sample_policy_en: string
  sample_policy_bn: string
  units: Unit[]
  choice_sizes: Pair[]
  choice_finishes: Pair[]
  choice_shades: Pair[]
  active: boolean
}

export type ProductRow = Selectable<Tables['product']>

/** Adds a product at the end of the list and returns its ID. The slug cannot be changed later. */
export async function addProduct(
  db: WholeDatabase,
  ctx: RequestContext,
  { slug, ...form }: WrittenProduct & { slug: string },
): Promise<number> {
  mustMayPublish(ctx, form.active)
  assertValid((await validateProduct(db, ctx, { ...form, slug })).fieldErrors)
  return publish(db, async (tx) => {
    const last = await tx
      .selectFrom('product')
      .select(({ fn }) => fn.max('position').as('position'))
      .executeTakeFirst()
    const added = await tx
      .insertInto('product')
      .values({ slug, ...rowOf(form), position: (last?.position ?? 0) + 1 })
      .onConflict((taken) => taken.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw invalid({ slug: 'error.product_slug_taken' })
    await recordChange(tx, ctx, 'product added', `product ${added.id}`, { after: { slug, ...told(form) } })
    return added.id
  })
}

/** Saves a product. Earlier enquiries keep the old wording. */
export async function saveProduct(
  db: WholeDatabase,
  ctx: RequestContext,
  { id, version, ...form }: WrittenProduct & { id: number; version: number },
): Promise<void> {
  const before = await productWith(db, id)
  mustMayPublish(ctx, before.active === 1 || form.active)
  assertValid((await validateProduct(db, ctx, form)).fieldErrors)
  await publish(db, async (tx) => {
    const was = await productWith(tx, id)
    const { numUpdatedRows } = await tx
      .updateTable('product')
      .set({ ...rowOf(form), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    const now = await productWith(tx, id)
    await recordChange(tx, ctx, 'product changed', `product ${id}`, {
      before: told(formOf(was)),
      after: told(formOf(now)),
    })
  })
}

/** Changes the order of the products. The list must contain exactly the current products. */
export async function orderProducts(
  db: WholeDatabase,
  ctx: RequestContext,
  { ids, version }: { ids: readonly number[]; version: number },
): Promise<void> {
  const before = await allProducts(db)
  mustNameAll(before, ids, 'error.order_changed')
  const one = (id: number) => before.find((product) => product.id === id)!
  const seen = (order: readonly number[]) => order.filter((id) => one(id).active === 1).join()
  mustMayPublish(ctx, seen(before.map(({ id }) => id)) !== seen(ids))
  await publish(db, async (tx) => {
    await raiseSection(tx, 'products', version)
    await writeOrder(tx, 'product', ids)
    const named = (numbers: readonly number[]) => numbers.map((id) => one(id).name_en).join(' · ')
    await recordChange(tx, ctx, 'products ordered', 'products all', {
      before: { order: named(before.map(({ id }) => id)) },
      after: { order: named(ids) },
    })
  })
}

const lists = ['materials', 'sizes', 'finishes', 'choice_sizes', 'choice_finishes', 'choice_shades'] as const

/**
 * Runs the checks that need the database or several fields: the picture exists, the slug is free and no list item is
 * repeated.
 */
export async function validateProduct(
  db: Database,
  _: RequestContext,
  form: Partial<WrittenProduct & { slug: string }>,
): Promise<ValidationResult> {
  const fieldErrors: FieldMessages = {}
  const { picture, slug, units } = form
  if (picture !== undefined && !(await isPicture(db, picture)))
    fieldErrors['picture'] = [{ key: 'error.picture_unknown' }]
  if (slug !== undefined && (await isTaken(db, slug))) fieldErrors['slug'] = [{ key: 'error.product_slug_taken' }]
  if (units && new Set(units).size !== units.length) fieldErrors['units'] = [{ key: 'error.line_twice' }]
  for (const name of lists) {
    const said = (form[name] ?? []).map(({ en }) => en.toLowerCase())
    for (const [at, en] of said.entries())
      if (said.indexOf(en) < at) fieldErrors[`${name}.${at}.en`] = [{ key: 'error.line_twice' }]
  }
  return { fieldErrors }
}

const isTaken = async (db: Database, slug: string): Promise<boolean> =>
  (await db.selectFrom('product').select('id').where('slug', '=', slug).executeTakeFirst()) !== undefined

export const allProducts = (db: Database): Promise<ProductRow[]> =>
  db.selectFrom('product').selectAll().orderBy('position').orderBy('id').execute()

export async function productWith(db: Database, id: number): Promise<ProductRow> {
  const row = await db.selectFrom('product').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Each language stores a complete specification; untranslated parts are stored in English. */
function rowOf(form: WrittenProduct) {
  return {
    picture: form.picture,
    name_en: form.name_en,
    name_bn: form.name_bn || null,
    summary_en: form.summary_en,
    summary_bn: form.summary_bn || null,
    description_en: form.description_en,
    description_bn: form.description_bn || null,
    specification_en: specificationOf(form, 'en'),
    specification_bn: specificationOf(form, 'bn'),
    active: form.active ? (1 as const) : (0 as const),
  }
}

function specificationOf(form: WrittenProduct, language: 'en' | 'bn'): string {
  const lines = (pairs: readonly Pair[]) => pairs.map((pair) => pair[language] || pair.en)
  const text = (english: string, bangla: string) => (language === 'bn' && bangla) || english
  return JSON.stringify({
    materials: lines(form.materials),
    sizes: lines(form.sizes),
    finishes: lines(form.finishes),
    minimumOrder: text(form.minimum_order_en, form.minimum_order_bn),
    leadTime: text(form.lead_time_en, form.lead_time_bn),
    samplePolicy: text(form.sample_policy_en, form.sample_policy_bn),
    units: form.units,
    choices: {
      sizes: lines(form.choice_sizes),
      finishes: lines(form.choice_finishes),
      shades: lines(form.choice_shades),
    },
  })
}

interface Specification {
  materials: string[]
  sizes: string[]
  finishes: string[]
  minimumOrder: string
  leadTime: string
  samplePolicy: string
}

/** Converts a row to the form. A Bangla text that equals the English text counts as not translated. */
export function formOf(row: ProductRow): WrittenProduct {
  const bangla = row.specification_bn ?? row.specification_en
  const [ours, theirs] = [row.specification_en, bangla].map((text) => JSON.parse(text) as Specification) as [
    Specification,
    Specification,
  ]
  const other = (en: string, bn: string | undefined) => (bn === undefined || bn === en ? '' : bn)
  const pairs = (name: 'materials' | 'sizes' | 'finishes') =>
    ours[name].map((en, at) => ({ en, bn: other(en, theirs[name][at]) }))
  const choices = choicesOf({ specification: bangla, english: row.specification_en })
  const chosen = (name: 'sizes' | 'finishes' | 'shades') =>
    choices[name].map((choice) => ({ en: choice.value, bn: other(choice.value, choice.name) }))
  return {
    picture: row.picture,
    name_en: row.name_en,
    name_bn: row.name_bn ?? '',
    summary_en: row.summary_en,
    summary_bn: row.summary_bn ?? '',
    description_en: row.description_en,
    description_bn: row.description_bn ?? '',
    materials: pairs('materials'),
    sizes: pairs('sizes'),
    finishes: pairs('finishes'),
    minimum_order_en: ours.minimumOrder,
    minimum_order_bn: other(ours.minimumOrder, theirs.minimumOrder),
    lead_time_en: ours.leadTime,
    lead_time_bn: other(ours.leadTime, theirs.leadTime),
    sample_policy_en: ours.samplePolicy,
    sample_policy_bn: other(ours.samplePolicy, theirs.samplePolicy),
    units: choices.units,
    choice_sizes: chosen('sizes'),
    choice_finishes: chosen('finishes'),
    choice_shades: chosen('shades'),
    active: row.active === 1,
  }
}

/** Formats a form for the audit log, with each list as one line of text. */
const told = (form: WrittenProduct): object =>
  Object.fromEntries(
    Object.entries(form).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? value
            .map((each) => (typeof each === 'string' ? each : each.bn ? `${each.en} (${each.bn})` : each.en))
            .join('; ')
        : (value as unknown),
    ]),
  )
