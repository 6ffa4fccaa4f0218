import { readCompany } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { publish } from '#platform/database/publish.ts'
import { conflict, invalid, notFound, assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { languages, type Language } from '#routes/public.ts'
import { withCustomMessages } from '#locales/both.ts'
import type { EmailDefinitions } from './definition.ts'
import { allEmailKinds, emailKinds, type EmailKind } from './kinds.ts'
import {
  listEmailTexts,
  readCustomMessages,
  saveEmailText,
  validateEmailText,
  type EmailText,
  type OwnText,
} from './email-texts.ts'
import { createEmailHeader } from './outbox.ts'
import { renderEmail } from './render.ts'

interface Wording {
  kind: EmailKind
  words: readonly OwnText[]
}

/** The texts that the company can change. The wording of most emails is fixed. */
const listEditableTexts = (kind: EmailKind, definitions: EmailDefinitions): readonly string[] =>
  emailKinds[kind].isEditable ? definitions[kind].texts : []

/** Lists the keys of all texts that the company can change. */
export const listEditableKeys = (definitions: EmailDefinitions): string[] =>
  allEmailKinds.flatMap((kind) => listEditableTexts(kind, definitions))

/** Lists the emails that have a preview, and whether the company can change or has changed their texts. */
export async function listWordings(db: Database, definitions: EmailDefinitions) {
  const texts = await listEmailTexts(db, listEditableKeys(definitions))
  const ownKeys = new Set(texts.filter(({ own_en, own_bn }) => own_en || own_bn).map(({ key }) => key))
  return allEmailKinds
    .filter((kind) => definitions[kind].sample !== null)
    .map((kind) => ({
      kind,
      is_editable: emailKinds[kind].isEditable === true,
      is_own: listEditableTexts(kind, definitions).some((key) => ownKeys.has(key)),
    }))
}

/**
 * Returns the texts of an email that the company can change, the subject first, with the version of all of them
 * together.
 */
export async function readWording(
  db: Database,
  kind: EmailKind,
  definitions: EmailDefinitions,
): Promise<{ version: number; words: EmailText[] }> {
  const words = await listEmailTexts(db, listEditableTexts(kind, definitions))
  return { version: words.reduce((sum, word) => sum + word.version, 0), words }
}

/** Saves the company's wording of an email. An empty text restores the default. */
export async function saveWording(
  db: WholeDatabase,
  ctx: RequestContext,
  { kind, version, words }: Wording & { version: number },
  definitions: EmailDefinitions,
): Promise<void> {
  assertValid(validateWording({ kind, words }, definitions).fieldErrors)
  await publish(db, async (tx) => {
    const currentWording = await readWording(tx, kind, definitions)
    if (currentWording.version !== version) throw conflict('error.conflict')
    for (const word of words) {
      const currentWord = currentWording.words.find(({ key }) => key === word.key)!
      if (currentWord.own_en !== word.own_en || currentWord.own_bn !== word.own_bn)
        await saveEmailText(tx, ctx, currentWord, word)
    }
  })
}

/** Checks that each text belongs to the email and keeps its placeholders, such as {code} or {room}. */
export function validateWording(
  { kind, words = [] }: Partial<Wording>,
  definitions: EmailDefinitions,
): ValidationResult {
  const fieldErrors: FieldMessages = {}
  if (kind === undefined) return { fieldErrors }
  const knownKeys = listEditableTexts(kind, definitions)
  for (const [index, word] of words.entries()) {
    if (!knownKeys.includes(word.key)) fieldErrors[`words.${index}.key`] = [{ key: 'error.choice' }]
    for (const [field, messages] of Object.entries(validateEmailText(word)))
      fieldErrors[`words.${index}.${field}`] = messages
  }
  return { fieldErrors }
}

interface EmailPreview {
  about: string
  subject: string
  html: string
  text: string
}

/**
 * Previews an email in the given wording, about the requested record or the latest one. Returns null if there is no
 * record yet. Stores nothing.
 */
export async function previewEmail(
  db: Database,
  ctx: RequestContext,
  { kind, words, language, code }: Wording & { language: Language; code: string | null },
  definitions: EmailDefinitions,
): Promise<EmailPreview | null> {
  assertValid(validateWording({ kind, words }, definitions).fieldErrors)
  const loadSample = definitions[kind].sample
  if (!loadSample) throw notFound()
  const sample = await loadSample(db, ctx, { language, code })
  if (!sample) {
    if (code !== null) throw invalid({ code: 'emails.no_such_stay' })
    return null
  }
  const company = await readCompany(db)
  const ownWords = await readCustomMessages(db, listEditableKeys(definitions))
  for (const locale of languages)
    for (const word of words) {
      const text = word[`own_${locale}`]
      if (text) ownWords[locale][word.key] = text
      else delete ownWords[locale][word.key]
    }
  return withCustomMessages(ownWords, () => {
    const email = sample.make()
    const head = createEmailHeader(company, email, language)
    const isToCompany = emailKinds[kind].to === 'company'
    const { text, html } = renderEmail(email, isToCompany ? { ...head, signature: [] } : head, language)
    return { about: sample.about, subject: email.subject, html, text }
  })
}
