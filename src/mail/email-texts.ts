import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { publish, type Publisher } from '#platform/database/publish.ts'
import { conflict, notFound, assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { recordChange } from '#platform/background/audit.ts'
import { languages, type Language } from '#routes/public.ts'
import { findProductText } from '#locales/both.ts'
import { zoneKey } from '#locales/translator.ts'
import { readCompany } from '#content/company.ts'

/** A text of an email with its default and the custom text of the company. An empty custom text means the default. */
export interface EmailText {
  key: string
  version: number
  product_en: string
  product_bn: string
  own_en: string
  own_bn: string
}

/**
 * Reads the custom texts for these keys and the time zone of the company. Omits texts whose message no longer exists or
 * has other placeholders.
 */
export async function readCustomMessages(
  db: Database,
  keys: readonly string[],
): Promise<Record<Language, Record<string, string>>> {
  const { timeZone } = await readCompany(db)
  const clocks: Record<string, string> = timeZone === 'Asia/Dhaka' ? {} : { [zoneKey]: timeZone }
  const customTexts: Record<Language, Record<string, string>> = { en: { ...clocks }, bn: { ...clocks } }
  const rows = await db
    .selectFrom('wording')
    .select(['key', 'language', 'text'])
    .where('key', 'in', keys)
    .where('text', '<>', '')
    .execute()
  for (const { key, language, text } of rows) {
    const product = findProductText(key)?.[language as Language]
    if (product !== undefined && placeholdersIn(text).join() === placeholdersIn(product).join())
      customTexts[language as Language][key] = text
  }
  return customTexts
}

export async function getEmailText(db: Database, key: string): Promise<EmailText> {
  if (!findProductText(key)) throw notFound()
  return buildEmailText(key, await loadCustomMessages(db, key))
}

/** Saves the custom text of an email. An empty text restores the default. */
export async function saveEmailText(
  db: Publisher,
  ctx: RequestContext,
  form: { key: string; version: number; own_en: string; own_bn: string },
): Promise<void> {
  const { key, version } = form
  if (!findProductText(key)) throw notFound()
  assertValid(validateEmailText(db, ctx, form).fieldErrors)
  await publish(db, async (tx) => {
    const before = buildEmailText(key, await loadCustomMessages(tx, key))
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
export function validateEmailText(
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

function buildEmailText(key: string, customMessages: CustomMessages): EmailText {
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
