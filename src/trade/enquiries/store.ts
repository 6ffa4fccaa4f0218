import { localized } from '#platform/database/localized.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import type { Language } from '#routes/public.ts'
import type { Choice } from './choices.ts'
import { choiceNames, type ChoiceName, type Purpose, type QuantityUnit } from './limits.ts'

/** Selects the offered products with their texts in the language of the reader. */
export const selectOfferedProducts = (db: Database, language: Language) =>
  db
    .selectFrom('product')
    .select([
      'product.id',
      'product.slug',
      'product.picture',
      'product.name_en',
      'product.category',
      'product.minimum_quantity',
      'product.minimum_unit',
      'product.lead_from_days',
      'product.lead_to_days',
      localized(language, 'product.name').as('name'),
      localized(language, 'product.summary').as('summary'),
      localized(language, 'product.description').as('description'),
      localized(language, 'product.specification').as('specification'),
      'product.specification_en as english',
    ])
    .where('product.active', '=', 1)

export async function listProductSlugs(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('product').select('slug').where('active', '=', 1).orderBy('position').execute()
  return rows.map(({ slug }) => slug)
}

export type OfferedProduct = Awaited<ReturnType<ReturnType<typeof selectOfferedProducts>['executeTakeFirstOrThrow']>>

/** An enquiry with its lines and products. */
export interface Enquiry {
  code: string
  company: string
  name: string
  email: string
  phone: string
  notes: string
  language: Language
  lines: EnquiryLine[]
}

/** `quantity` is free text, for visitors without an exact amount. `neededBy` is formatted as YYYY-MM-DD. */
export interface EnquiryLine {
  product: OfferedProduct
  quantity: string
  notes: string
  amount: number | null
  unit: QuantityUnit | null
  neededBy: string | null
  purpose: Purpose | null
  /** Empty if the buyer named none. */
  pantone: string
  chosen: Record<ChoiceName, Choice[]>
}

/** Inserts an enquiry and returns its ID. Each line stores the product name and the English values of the choices. */
export async function insertEnquiry(
  db: Database,
  { lines, ...enquiry }: Enquiry,
  accountId: number | null,
  now: number,
): Promise<number> {
  const { id } = await db
    .insertInto('enquiry')
    .values({ ...enquiry, account_id: accountId, created_at: now, handled_at: null, handled_by: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = lines.map(({ product, quantity, notes, amount, unit, neededBy, purpose, pantone, chosen }, index) => ({
    enquiry_id: id,
    position: index + 1,
    product_id: product.id,
    product_name: product.name,
    quantity,
    notes,
    amount,
    unit,
    purpose,
    needed_by: neededBy === null ? null : parseDay(neededBy)!,
    choices: JSON.stringify(getChosenValues(chosen)),
    pantone,
  }))
  await db.insertInto('enquiry_line').values(rows).execute()
  return id
}

/** Returns the lines of enquiries, as they were sent. */
export async function listLines(db: Database, enquiryIds: readonly number[]) {
  if (enquiryIds.length === 0) return []
  const rows = await db
    .selectFrom('enquiry_line')
    .selectAll()
    .where('enquiry_id', 'in', enquiryIds)
    .orderBy('enquiry_id')
    .orderBy('position')
    .execute()
  return rows.map(
    ({
      enquiry_id,
      product_id,
      product_name,
      quantity,
      notes,
      amount,
      unit,
      purpose,
      needed_by,
      pantone,
      choices,
    }) => ({
      enquiry_id,
      product_id,
      product: product_name,
      quantity,
      notes,
      amount,
      unit: unit as QuantityUnit | null,
      purpose: purpose as Purpose | null,
      needed_by: needed_by === null ? null : isoDay(needed_by),
      pantone,
      chosen: JSON.parse(choices) as Partial<Record<ChoiceName, string[]>>,
    }),
  )
}

/** Returns the files of enquiries or messages in order. File number 1 is the first. */
export const listAttachments = async (
  db: Database,
  ownerColumn: 'enquiry_id' | 'message_id',
  ids: readonly number[],
) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('attachment')
        .leftJoin('conversation_entry as entry', 'entry.id', 'attachment.entry_id')
        .select([`attachment.${ownerColumn} as of`, 'attachment.position as number', 'attachment.name'])
        .select(['attachment.type', 'attachment.bytes', 'attachment.entry_id', 'entry.kind as entryKind'])
        .where(`attachment.${ownerColumn}`, 'in', ids)
        .orderBy(`attachment.${ownerColumn}`)
        .orderBy('attachment.position')
        .execute()

/** Leaves out groups without any chosen option. */
const getChosenValues = (chosen: EnquiryLine['chosen']) =>
  Object.fromEntries(
    choiceNames
      .map((name) => [name, chosen[name].map(({ value }) => value)] as const)
      .filter(([, values]) => values.length > 0),
  )
