import { readCompany } from '#content/company.ts'
import { validateLabel, labelWith, readOwnWords, saveLabel, type Label } from '#content/labels.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { publish } from '#platform/database/publish.ts'
import { conflict, invalid, notFound, assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { languages, type Language } from '#routes/public.ts'
import { wordedAs } from '#locales/both.ts'
import { emailKinds, type EmailKind } from './kinds.ts'
import { emailHeader } from './outbox.ts'
import { renderEmail } from './render.ts'
import type { EmailSamples } from './samples.ts'

/** A text of an email in the company's wording. */
interface Worded {
  key: string
  own_en: string
  own_bn: string
}

interface Wording {
  kind: EmailKind
  words: readonly Worded[]
}

/** Returns the texts of an email, the subject first, with the version of all of them together. */
export async function wordingOf(db: Database, kind: EmailKind): Promise<{ version: number; words: Label[] }> {
  const words: Label[] = []
  for (const key of emailKinds[kind]) words.push(await labelWith(db, key))
  return { version: words.reduce((sum, word) => sum + word.version, 0), words }
}

/** Saves the company's wording of an email. An empty text restores the default. */
export async function saveWording(
  db: WholeDatabase,
  ctx: RequestContext,
  { kind, version, words }: Wording & { version: number },
): Promise<void> {
  assertValid(validateWording(db, ctx, { kind, words }).fieldErrors)
  await publish(db, async (tx) => {
    const before = await wordingOf(tx, kind)
    if (before.version !== version) throw conflict('error.conflict')
    for (const { key, own_en, own_bn } of words) {
      const was = before.words.find((word) => word.key === key)!
      if (was.own_en !== own_en || was.own_bn !== own_bn)
        await saveLabel(tx, ctx, { key, version: was.version, own_en, own_bn })
    }
  })
}

/** Checks that each text belongs to the email and keeps its placeholders, such as {code} or {room}. */
export function validateWording(
  db: Database,
  ctx: RequestContext,
  { kind, words = [] }: Partial<Wording>,
): ValidationResult {
  const fieldErrors: FieldMessages = {}
  if (kind === undefined) return { fieldErrors }
  const known: readonly string[] = emailKinds[kind]
  for (const [at, word] of words.entries()) {
    if (!known.includes(word.key)) fieldErrors[`words.${at}.key`] = [{ key: 'error.choice' }]
    const own = validateLabel(db, ctx, word).fieldErrors
    for (const [field, messages] of Object.entries(own)) fieldErrors[`words.${at}.${field}`] = messages
  }
  return { fieldErrors }
}

interface Previewed {
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
  samples: EmailSamples,
): Promise<Previewed | null> {
  assertValid(validateWording(db, ctx, { kind, words }).fieldErrors)
  const look = samples[kind]
  if (!look) throw notFound()
  const sample = await look(db, ctx, { language, code })
  if (!sample) {
    if (code !== null) throw invalid({ code: 'letters.no_such_stay' })
    return null
  }
  const company = await readCompany(db)
  const own = await readOwnWords(db)
  for (const each of languages)
    for (const word of words) {
      const text = word[`own_${each}`]
      if (text) own[each][word.key] = text
      else delete own[each][word.key]
    }
  return wordedAs(own, () => {
    const email = sample.make()
    const head = emailHeader(company, email, language)
    const isToUs = kind.startsWith('company_')
    const { text, html } = renderEmail(email, isToUs ? { ...head, signature: [] } : head, language)
    return { about: sample.about, subject: email.subject, html, text }
  })
}
