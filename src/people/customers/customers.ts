import { sql, type Selectable } from 'kysely'
import { recordChange } from '#platform/audit.ts'
import type { RequestContext } from '#platform/contract.ts'
import { findConstraintName } from '#platform/database/constraint.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { containsWord } from '#platform/database/contains-word.ts'
import { hasEmail } from '#platform/database/has-email.ts'
import { getNameKey } from '#platform/database/search-words.ts'
import { assertValid, conflict, invalid, notFound, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { poishaToBdt } from '#platform/money.ts'
import { toLatinDigits } from '#locales/digits.ts'
import type { CustomerKind } from '#schema/customers.ts'
import type { Tables } from '#schema/tables.ts'
import { normalizeBin } from './bin.ts'

/** A company whose buyers stay here and order goods. */
export interface CustomerForm {
  kind: CustomerKind
  name: string
  /** Empty: unknown. */
  bin: string
  address: string
  notes: string
  paymentDays: number
  active: boolean
  contacts: readonly Contact[]
  rates: readonly AgreedRate[]
}

export interface Contact {
  name: string
  job: string
  email: string
  phone: string
}

/** The agreed price per night of a room type. */
interface AgreedRate {
  roomId: number
  nightPoisha: number
}

export type Customer = Selectable<Tables['customer']>

interface CustomerQuery {
  search?: string | undefined
  active?: boolean | undefined
}

const MAX_WORDS = 6

/** Lists customers by name, with their first contact. `after`: the name key of the last one on the page before. */
export async function listCustomers(
  db: Database,
  { search = '', active }: CustomerQuery,
  { limit, after }: { limit: number; after?: string | undefined },
) {
  const words = search.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  const matches = await db
    .selectFrom('customer')
    .leftJoin('customer_contact as contact', (join) =>
      join.onRef('contact.customer_id', '=', 'customer.id').on('contact.position', '=', 1),
    )
    .select(['customer.id', 'kind', 'customer.name', 'name_key', 'bin', 'active'])
    .select(['contact.name as contact_name', 'contact.email as contact_email', 'contact.phone as contact_phone'])
    .$if(active !== undefined, (rows) => rows.where('active', '=', active ? 1 : 0))
    .where(({ and }) => and(words.map(matchesWord)))
    .$if(after !== undefined, (rows) => rows.where('name_key', '>', after!))
    .orderBy('name_key')
    .limit(limit + 1)
    .execute()
  const rows = matches.slice(0, limit)
  return { rows, more: matches.length > limit ? rows.at(-1)!.name_key : null }
}

/** Matches a part of the name, of the BIN, or of the name or email address of a contact. */
function matchesWord(word: string) {
  const namePart = getNameKey(word)
  const isInName = namePart === '' ? sql`1 = 0` : sql`customer.name_key like ${`%${namePart}%`}`
  return sql<boolean>`(${isInName} or ${containsWord([sql`customer.bin`], toLatinDigits(word))}
    or exists (select 1 from customer_contact as person where person.customer_id = customer.id
      and ${containsWord([sql`person.name`, sql`person.email`], word)}))`
}

export async function loadCustomer(db: Database, id: number): Promise<Customer> {
  const row = await db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export const listContacts = (db: Database, customerId: number): Promise<Contact[]> =>
  db
    .selectFrom('customer_contact')
    .select(['name', 'job', 'email', 'phone'])
    .where('customer_id', '=', customerId)
    .orderBy('position')
    .execute()

/** Returns the agreed prices per night by room type. */
export async function readAgreedRates(db: Database, customerId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('customer_rate')
    .select(['room_id', 'night_poisha'])
    .where('customer_id', '=', customerId)
    .orderBy('room_id')
    .execute()
  return new Map(rows.map(({ room_id, night_poisha }) => [room_id, night_poisha]))
}

/** Finds the customer that has a contact with this address. */
export const findCustomerByEmail = async (db: Database, email: string): Promise<{ id: number; name: string } | null> =>
  email === ''
    ? null
    : ((await db
        .selectFrom('customer_contact')
        .innerJoin('customer', 'customer.id', 'customer_id')
        .select(['customer.id', 'customer.name'])
        .where('customer_contact.email', '<>', '')
        .where(hasEmail('customer_contact.email', [email]))
        .orderBy('customer.active', 'desc')
        .orderBy('customer.id')
        .limit(1)
        .executeTakeFirst()) ?? null)

/** Validates the BIN. A BIN needs an address, because an invoice with a BIN needs both. */
export function validateCustomer({ bin, address }: Partial<Pick<CustomerForm, 'bin' | 'address'>>): ValidationResult {
  const fieldErrors: FieldMessages = {}
  if (bin && normalizeBin(bin) === undefined) fieldErrors['bin'] = [{ key: 'invoice.invalid_bin' }]
  if (bin && address === '') fieldErrors['address'] = [{ key: 'invoice.needs_address' }]
  return { fieldErrors }
}

/** Adds a customer and returns its ID. */
export const addCustomer = (db: Database, ctx: RequestContext, form: CustomerForm): Promise<number> =>
  inTransaction(db, async (transaction) => {
    assertValid(validateCustomer(form).fieldErrors)
    const { id } = await transaction
      .insertInto('customer')
      .values({ ...toRow(form), created_at: ctx.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await replaceContactsAndRates(transaction, id, form)
    await recordChange(transaction, ctx, 'customer added', `customer ${id}`, {
      after: await toLogEntry(transaction, form),
    })
    return id
  }).catch(rethrowDuplicateName)

/** Replaces a customer with its contacts and agreed rates. Rejects a stale version. */
export const saveCustomer = (
  db: Database,
  ctx: RequestContext,
  { id, version, ...form }: CustomerForm & { id: number; version: number },
): Promise<void> =>
  inTransaction(db, async (transaction) => {
    assertValid(validateCustomer(form).fieldErrors)
    const formBefore = await toLogEntry(transaction, await readForm(transaction, id))
    const { numUpdatedRows } = await transaction
      .updateTable('customer')
      .set({ ...toRow(form), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    await replaceContactsAndRates(transaction, id, form)
    await recordChange(transaction, ctx, 'customer changed', `customer ${id}`, {
      before: formBefore,
      after: await toLogEntry(transaction, form),
    })
  }).catch(rethrowDuplicateName)

function rethrowDuplicateName(error: unknown): never {
  throw findConstraintName(error) === 'customer_name' ? invalid({ name: 'customer.name_taken' }) : error
}

async function replaceContactsAndRates(db: Transaction, id: number, { contacts, rates }: CustomerForm): Promise<void> {
  await db.deleteFrom('customer_contact').where('customer_id', '=', id).execute()
  if (contacts.length > 0)
    await db
      .insertInto('customer_contact')
      .values(contacts.map((contact, index) => ({ ...contact, customer_id: id, position: index + 1 })))
      .execute()
  const knownRooms = await loadRoomNames(db, rates)
  await db.deleteFrom('customer_rate').where('customer_id', '=', id).execute()
  const knownRates = rates.filter(({ roomId }) => knownRooms.has(roomId))
  if (knownRates.length > 0)
    await db
      .insertInto('customer_rate')
      .values(knownRates.map((rate) => ({ customer_id: id, room_id: rate.roomId, night_poisha: rate.nightPoisha })))
      .execute()
}

/** The names of the room types with an agreed rate. A room type may have been removed while the form was open. */
async function loadRoomNames(db: Database, rates: readonly AgreedRate[]): Promise<Map<number, string>> {
  if (rates.length === 0) return new Map()
  const ids = rates.map(({ roomId }) => roomId)
  const rows = await db.selectFrom('room').select(['id', 'name_en']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name_en }) => [id, name_en]))
}

const toRow = ({ kind, name, bin, address, notes, paymentDays, active }: CustomerForm) => ({
  kind,
  name,
  name_key: getNameKey(name),
  bin: normalizeBin(bin) ?? '',
  address,
  notes,
  payment_days: paymentDays,
  active: active ? (1 as const) : (0 as const),
})

async function readForm(db: Database, id: number): Promise<CustomerForm> {
  const { payment_days, active, ...row } = await loadCustomer(db, id)
  return {
    ...row,
    paymentDays: payment_days,
    active: active === 1,
    contacts: await listContacts(db, id),
    rates: Array.from(await readAgreedRates(db, id), ([roomId, nightPoisha]) => ({ roomId, nightPoisha })),
  }
}

/**
 * Returns the log entry of a customer. It contains the number of contacts but no names, because the log is stored
 * longer.
 */
async function toLogEntry(db: Database, form: CustomerForm) {
  const { kind, name, bin, address, payment_days, active } = toRow(form)
  const names = await loadRoomNames(db, form.rates)
  return {
    company_kind: kind,
    name,
    bin,
    address,
    payment_days,
    in_use: active === 1,
    contacts: form.contacts.length,
    rates: form.rates
      .filter(({ roomId }) => names.has(roomId))
      .toSorted((a, b) => a.roomId - b.roomId)
      .map(({ roomId, nightPoisha }) => `${names.get(roomId)} ${poishaToBdt(nightPoisha)}`)
      .join(' · '),
  }
}
