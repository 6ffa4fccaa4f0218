import type { Selectable } from 'kysely'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { recordChange } from '#platform/audit.ts'
import type { Tables } from '#schema/tables.ts'
import type { Language } from '#routes/public.ts'
import { getBuyerReference } from './answering.ts'
import type { Conversation } from './conversation.ts'

/** A prepared answer. It is never deleted, only deactivated. */
export interface CannedAnswerForm {
  name_en: string
  /** Empty: same as the English name. */
  name_bn: string
  text_en: string
  /** Empty: same as the English text. */
  text_bn: string
  active: boolean
}

export type CannedAnswerRow = Selectable<Tables['canned_answer']>

const MAX_CANNED_ANSWERS = 200

export const listCannedAnswers = (db: Database): Promise<CannedAnswerRow[]> =>
  db.selectFrom('canned_answer').selectAll().orderBy('name_en').orderBy('id').execute()

export async function getCannedAnswer(db: Database, id: number): Promise<CannedAnswerRow> {
  const row = await db.selectFrom('canned_answer').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export const addCannedAnswer = (db: Database, ctx: RequestContext, form: CannedAnswerForm): Promise<number> =>
  inTransaction(db, async (transaction) => {
    if ((await listCannedAnswers(transaction)).length >= MAX_CANNED_ANSWERS) throw conflict('error.canned_full')
    const { id } = await transaction
      .insertInto('canned_answer')
      .values(toRow(form))
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChange(transaction, ctx, 'canned answer added', `canned ${id}`, { after: toLogEntry(toRow(form)) })
    return id
  })

/** Saves a canned answer. Rejects an outdated version. */
export const saveCannedAnswer = (
  db: Database,
  ctx: RequestContext,
  { id, version, ...form }: CannedAnswerForm & { id: number; version: number },
): Promise<void> =>
  inTransaction(db, async (transaction) => {
    const previousAnswer = await getCannedAnswer(transaction, id)
    const { numUpdatedRows } = await transaction
      .updateTable('canned_answer')
      .set({ ...toRow(form), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    await recordChange(transaction, ctx, 'canned answer changed', `canned ${id}`, {
      before: toLogEntry(previousAnswer),
      after: toLogEntry(toRow(form)),
    })
  })

/** Returns the active canned answers in the language of the buyer, with the buyer's name and reference filled in. */
export async function fillCannedAnswers(db: Database, conversation: Conversation, readerLanguage: Language) {
  const { name, language } = conversation
  const placeholders = { '{name}': name, '{reference}': getBuyerReference(conversation) }
  const rows = (await listCannedAnswers(db)).filter(({ active }) => active === 1)
  return rows.map(({ id, name_en, name_bn, text_en, text_bn }) => ({
    id,
    name: (readerLanguage === 'bn' && name_bn) || name_en,
    text: ((language === 'bn' && text_bn) || text_en).replace(
      /\{name\}|\{reference\}/g,
      (placeholder) => placeholders[placeholder as keyof typeof placeholders],
    ),
  }))
}

const toRow = ({ name_en, name_bn, text_en, text_bn, active }: CannedAnswerForm) => ({
  name_en,
  name_bn: name_bn || null,
  text_en,
  text_bn: text_bn || null,
  active: active ? (1 as const) : (0 as const),
})

const toLogEntry = (row: ReturnType<typeof toRow>) => ({
  name_en: row.name_en,
  name_bn: row.name_bn ?? '',
  text_en: row.text_en,
  text_bn: row.text_bn ?? '',
  in_use: row.active === 1,
})
