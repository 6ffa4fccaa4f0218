import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { PublishTransaction } from '#platform/database/publish.ts'
import { conflict, type FieldMessages } from '#platform/errors.ts'
import { recordChange } from '#platform/audit.ts'
import { languages, type Language } from '#routes/public.ts'
import { findProductText } from '#locales/both.ts'
import { zoneKey } from '#locales/translator.ts'
import { readCompany } from '#content/company.ts'

/** A text of an email in the words of the company. An empty text means the default. */
export interface OwnText {
  key: string
  own_en: string
  own_bn: string
}

/** A text with its version and its default. */
export interface EmailText extends OwnText {
  version: number
  product_en: string
  product_bn: string
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
  const timeZoneMessages: Record<string, string> = timeZone === 'Asia/Dhaka' ? {} : { [zoneKey]: timeZone }
  const customTexts: Record<Language, Record<string, string>> = {
    en: { ...timeZoneMessages },
    bn: { ...timeZoneMessages },
  }
  const rows = await db
    .selectFrom('wording')
    .select(['key', 'language', 'text'])
    .where('key', 'in', keys)
    .where('text', '<>', '')
    .execute()
  for (const { key, language, text } of rows) {
    const productText = findProductText(key)?.[language as Language]
    if (productText !== undefined && findPlaceholders(text).join() === findPlaceholders(productText).join())
      customTexts[language as Language][key] = text
  }
  return customTexts
}

/** Reads the texts of emails with these keys, in their order. */
export async function listEmailTexts(db: Database, keys: readonly string[]): Promise<EmailText[]> {
  const rows = keys.length === 0 ? [] : await db.selectFrom('wording').selectAll().where('key', 'in', keys).execute()
  return keys.map((key) => {
    const productTexts = findProductText(key)!
    const [en, bn] = languages.map((language) => rows.find((row) => row.key === key && row.language === language))
    return {
      key,
      version: Math.max(en?.version ?? 0, bn?.version ?? 0),
      product_en: productTexts.en,
      product_bn: productTexts.bn,
      own_en: en?.text ?? '',
      own_bn: bn?.text ?? '',
    }
  })
}

/** Saves the custom text of an email, if nobody has changed it since `before`. An empty text restores the default. */
export async function saveEmailText(
  tx: PublishTransaction,
  ctx: RequestContext,
  before: EmailText,
  form: OwnText,
): Promise<void> {
  const { key, version } = before
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
    const changedRowCount =
      'numUpdatedRows' in saveResult ? saveResult.numUpdatedRows : saveResult.numInsertedOrUpdatedRows
    if (changedRowCount === 0n) throw conflict('error.conflict')
  }
  await recordChange(tx, ctx, 'label changed', `label ${key}`, {
    before: { english: before.own_en || before.product_en, bangla: before.own_bn || before.product_bn },
    after: { english: form.own_en || before.product_en, bangla: form.own_bn || before.product_bn },
  })
}

/** Requires each custom text to have exactly the placeholders of the default, such as {count} or {day}. */
export function validateEmailText({ key, ...texts }: OwnText): FieldMessages {
  const fieldErrors: FieldMessages = {}
  const productTexts = findProductText(key)
  if (!productTexts) return fieldErrors
  for (const language of languages) {
    const text = texts[`own_${language}`]
    const placeholders = findPlaceholders(productTexts[language])
    if (text && findPlaceholders(text).join() !== placeholders.join())
      fieldErrors[`own_${language}`] =
        placeholders.length > 0
          ? [{ key: 'error.placeholders_missing', values: { places: [...new Set(placeholders)].join(', ') } }]
          : [{ key: 'error.no_placeholders' }]
  }
  return fieldErrors
}

const findPlaceholders = (text: string): string[] => (text.match(/\{\w*\}/g) ?? []).sort()
