import type { RequestContext } from '#platform/contract.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import type { Database } from '#platform/database/database.ts'
import type { EmailDefinitions } from '../definition.ts'
import { allEmailKinds, emailKinds, type EmailKind } from '../kinds.ts'
import { validateWording, previewEmail, saveWording, readWording } from '../wording.ts'
import type { EmailWording, emailWordingContract } from './wording-contract.ts'

export function emailWordingHandlers(definitions: EmailDefinitions) {
  const validate = (db: Database, ctx: RequestContext, form: Parameters<typeof validateWording>[2]) =>
    validateWording(db, ctx, form, definitions)
  return {
    async getEmailWordings(db) {
      const rows = await db.selectFrom('wording').select('key').where('text', '<>', '').execute()
      const ownKeys = new Set(rows.map(({ key }) => key))
      const isOwn = (kind: EmailKind) => definitions[kind].texts.some((key) => ownKeys.has(key))
      const writtenKinds = allEmailKinds.filter((kind) => definitions[kind].sample !== null)
      return {
        data: writtenKinds.map((kind) => {
          const isEditable = emailKinds[kind].isEditable === true
          return { kind, is_editable: isEditable, is_own: isEditable && isOwn(kind) }
        }),
      }
    },
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
        letter: await previewEmail(db, ctx, { ...form, code: code || null }, definitions),
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
