import type { Selectable } from 'kysely'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { recordChange } from '#platform/work/audit.ts'
import type { Tables } from '#schema/tables.ts'
import type { Language } from '#routes/public.ts'
import { referenceOf } from './answering.ts'
import type { Conversation } from './conversation.ts'

/** A prepared answer. It is never deleted, only deactivated. */
export interface CannedForm {
  name_en: string
  /** Empty: same as the English name. */
  name_bn: string
  text_en: string
  /** Empty: same as the English text. */
  text_bn: string
  active: boolean
}

export type Canned = Selectable<Tables['canned_answer']>

const MOST = 200

export const allCanned = (db: Database): Promise<Canned[]> =>
  db.selectFrom('canned_answer').selectAll().orderBy('name_en').orderBy('id').execute()

export async function cannedWith(db: Database, id: number): Promise<Canned> {
  const row = await db.selectFrom('canned_answer').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export const addCanned = (db: Database, ctx: RequestContext, form: CannedForm): Promise<number> =>
  inTransaction(db, async (transaction) => {
    if ((await allCanned(transaction)).length >= MOST) throw conflict('error.canned_full')
    const { id } = await transaction
      .insertInto('canned_answer')
      .values(rowOf(form))
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChange(transaction, ctx, 'canned answer added', `canned ${id}`, { after: told(rowOf(form)) })
    return id
  })

/** Saves a canned answer. Rejects an outdated version. */
export const saveCanned = (
  db: Database,
  ctx: RequestContext,
  { id, version, ...form }: CannedForm & { id: number; version: number },
): Promise<void> =>
  inTransaction(db, async (transaction) => {
    const was = await cannedWith(transaction, id)
    const { numUpdatedRows } = await transaction
      .updateTable('canned_answer')
      .set({ ...rowOf(form), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    await recordChange(transaction, ctx, 'canned answer changed', `canned ${id}`, {
      before: told(was),
      after: told(rowOf(form)),
    })
  })

/** Returns the active canned answers in the language of the buyer, with the buyer's name and reference filled in. */
export async function cannedFor(db: Database, conversation: Conversation, reader: Language) {
  const { name, language } = conversation
  const places = { '{name}': name, '{reference}': referenceOf(conversation) }
  const rows = (await allCanned(db)).filter(({ active }) => active === 1)
  return rows.map(({ id, name_en, name_bn, text_en, text_bn }) => ({
    id,
    name: (reader === 'bn' && name_bn) || name_en,
    text: ((language === 'bn' && text_bn) || text_en).replace(
      /\{name\}|\{reference\}/g,
      (place) => places[place as keyof typeof places],
    ),
  }))
}

const rowOf = ({ name_en, name_bn, text_en, text_bn, active }: CannedForm) => ({
  name_en,
  name_bn: name_bn || null,
  text_en,
  text_bn: text_bn || null,
  active: active ? (1 as const) : (0 as const),
})

const told = (row: ReturnType<typeof rowOf>) => ({
  name_en: row.name_en,
  name_bn: row.name_bn ?? '',
  text_en: row.text_en,
  text_bn: row.text_bn ?? '',
  in_use: row.active === 1,
})
