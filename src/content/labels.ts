import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { publish, type Publisher } from '#platform/database/publish.ts'
import { conflict, notFound, assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { recordChange } from '#platform/background/audit.ts'
import { languages, type Language } from '#routes/public.ts'
import { editableMessageKeys, findProductText } from '#locales/both.ts'
import { zoneKey } from '#locales/translator.ts'
import { readCompany } from './company.ts'

/** A message with its default text and the custom text of the company. An empty custom text means the default. */
export interface Label {
  key: string
  version: number
  product_en: string
  product_bn: string
  own_en: string
  own_bn: string
}

/**
 * Reads the custom texts and the time zone of the company. Omits texts whose message no longer exists or has other
 * placeholders.
 */
export async function readCustomMessages(db: Database): Promise<Record<Language, Record<string, string>>> {
  const { timeZone } = await readCompany(db)
  const clocks: Record<string, string> = timeZone === 'Asia/Dhaka' ? {} : { [zoneKey]: timeZone }
  const customTexts: Record<Language, Record<string, string>> = { en: { ...clocks }, bn: { ...clocks } }
  const rows = await db.selectFrom('wording').select(['key', 'language', 'text']).where('text', '<>', '').execute()
  for (const { key, language, text } of rows) {
    const product = findProductText(key)?.[language as Language]
    if (product !== undefined && placeholdersIn(text).join() === placeholdersIn(product).join())
      customTexts[language as Language][key] = text
  }
  return customTexts
}

/** Finds labels whose key or texts contain all search words, sorted by key, page by page. */
export async function findLabels(
  db: Database,
  { search, onlyCustom, after = '', limit }: { search: string; onlyCustom: boolean; after?: string; limit: number },
): Promise<{ data: Label[]; more: string | null; all: number }> {
  const searchWords = search.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean)
  const customMessages = await loadCustomMessages(db)
  const matching = editableMessageKeys
    .map((key) => buildLabel(key, customMessages))
    .filter((label) => !onlyCustom || label.own_en || label.own_bn)
    .filter((label) => {
      const searchText = [label.key, label.product_en, label.product_bn, label.own_en, label.own_bn]
        .join('\n')
        .toLowerCase()
      return searchWords.every((word) => searchText.includes(word))
    })
  const rest = matching.filter(({ key }) => key > after)
  const data = rest.slice(0, limit)
  return { data, more: rest.length > limit ? data.at(-1)!.key : null, all: matching.length }
}

export async function getLabel(db: Database, key: string): Promise<Label> {
  if (!findProductText(key)) throw notFound()
  return buildLabel(key, await loadCustomMessages(db, key))
}

/** Saves the custom text of a message. An empty text restores the default. */
export async function saveLabel(
  db: Publisher,
  ctx: RequestContext,
  form: { key: string; version: number; own_en: string; own_bn: string },
): Promise<void> {
  const { key, version } = form
  if (!findProductText(key)) throw notFound()
  assertValid(validateLabel(db, ctx, form).fieldErrors)
  await publish(db, async (tx) => {
    const before = buildLabel(key, await loadCustomMessages(tx, key))
    if (before.version !== version) throw conflict('error.conflict')
    for (const language of languages) {
      const text = form[`own_${language}`]
      const saveResult =
        version === 0
          ? await tx
              .insertInto('wording')
              .values({ key, language, text, version: 1 })
              .onConflict((existing) => existing.columns(['key', 'language']).doNothing())
              .executeTakeFirst()
          : await tx
              .updateTable('wording')
              .set({ text, version: version + 1 })
              .where('key', '=', key)
              .where('language', '=', language)
              .where('version', '=', version)
              .executeTakeFirst()
      const rows = 'numUpdatedRows' in saveResult ? saveResult.numUpdatedRows : saveResult.numInsertedOrUpdatedRows
      if (rows === 0n) throw conflict('error.conflict')
    }
    await recordChange(tx, ctx, 'label changed', `label ${key}`, {
      before: { english: before.own_en || before.product_en, bangla: before.own_bn || before.product_bn },
      after: { english: form.own_en || before.product_en, bangla: form.own_bn || before.product_bn },
    })
  })
}

/** Requires the custom text to keep all placeholders, such as {count} or {day}. */
export function validateLabel(
  _: Database,
  __: RequestContext,
  form: Partial<{ key: string; own_en: string; own_bn: string }>,
): ValidationResult {
  const fieldErrors: FieldMessages = {}
  const product = form.key === undefined ? null : findProductText(form.key)
  if (!product) return { fieldErrors }
  for (const language of languages) {
    const text = form[`own_${language}`]
    const placeholders = placeholdersIn(product[language])
    if (text && placeholdersIn(text).join() !== placeholders.join())
      fieldErrors[`own_${language}`] =
        placeholders.length > 0
          ? [{ key: 'error.placeholders_missing', values: { places: [...new Set(placeholders)].join(', ') } }]
          : [{ key: 'error.no_placeholders' }]
  }
  return { fieldErrors }
}

const placeholdersIn = (text: string): string[] => (text.match(/\{\w*\}/g) ?? []).sort()

type CustomMessages = Map<string, { text: string; version: number }>

async function loadCustomMessages(db: Database, key?: string): Promise<CustomMessages> {
  const rows = await db
    .selectFrom('wording')
    .selectAll()
    .$if(key !== undefined, (query) => query.where('key', '=', key!))
    .execute()
  return new Map(rows.map((row) => [`${row.language} ${row.key}`, row]))
}

function buildLabel(key: string, customMessages: CustomMessages): Label {
  const product = findProductText(key)!
  const [en, bn] = languages.map((language) => customMessages.get(`${language} ${key}`))
  return {
    key,
    version: Math.max(en?.version ?? 0, bn?.version ?? 0),
    product_en: product.en,
    product_bn: product.bn,
    own_en: en?.text ?? '',
    own_bn: bn?.text ?? '',
  }
}
