import type { RequestContext } from '#platform/contract.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import type { Database } from '#platform/database/database.ts'
import type { EmailDefinitions } from '../definition.ts'
import type { EmailKind } from '../kinds.ts'
import { listWordings, validateWording, previewEmail, saveWording, readWording } from '../wording.ts'
import type { EmailWording, emailWordingContract } from './wording-contract.ts'

export function createEmailWordingHandlers(definitions: EmailDefinitions) {
  const validate = (_: Database, __: RequestContext, form: Parameters<typeof validateWording>[0]) =>
    validateWording(form, definitions)
  return {
    getEmailWordings: async (db) => ({ data: await listWordings(db, definitions) }),
    getEmailWording: (db, _, { kind }) => readEmailWording(db, kind, definitions),
    saveEmailWording: {
      validate,
      async execute(db, ctx, form) {
        await saveWording(db, ctx, form, definitions)
        return readEmailWording(db, form.kind, definitions)
      },
    },
    previewEmail: {
      validate,
      execute: async (db, ctx, { code, ...form }) => ({
        email: await previewEmail(db, ctx, { ...form, code: code || null }, definitions),
      }),
    },
  } satisfies Handlers<typeof emailWordingContract>
}

async function readEmailWording(db: Database, kind: EmailKind, definitions: EmailDefinitions): Promise<EmailWording> {
  const { version, words } = await readWording(db, kind, definitions)
  return {
    kind,
    version,
    words: words.map(({ key, product_en, product_bn, own_en, own_bn }) => ({
      key,
      product_en,
      product_bn,
      own_en,
      own_bn,
    })),
  }
}
