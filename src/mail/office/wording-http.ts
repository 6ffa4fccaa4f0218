import type { Handlers } from '#platform/http/handlers.ts'
import type { Database } from '#platform/database/database.ts'
import { allEmailKinds, emailKinds, type EmailKind } from '../kinds.ts'
import type { EmailSamples } from '../samples.ts'
import { validateWording, previewEmail, saveWording, readWording } from '../wording.ts'
import type { EmailWording, emailWordingContract } from './wording-contract.ts'

/** `samples`: the functions that make a sample of each email with editable texts. */
export const emailWordingHandlers = (samples: EmailSamples) =>
  ({
    async getLetterWordings(db) {
      const rows = await db.selectFrom('wording').select('key').where('text', '<>', '').execute()
      const ownKeys = new Set(rows.map(({ key }) => key))
      const isOwn = (kind: EmailKind) => emailKinds[kind].some((key) => ownKeys.has(key))
      const data = allEmailKinds.filter((kind) => kind in samples).map((kind) => ({ kind, is_own: isOwn(kind) }))
      return { data }
    },
    getLetterWording: (db, _, { kind }) => readEmailWording(db, kind),
    saveLetterWording: {
      validate: validateWording,
      async act(db, ctx, form) {
        await saveWording(db, ctx, form)
        return readEmailWording(db, form.kind)
      },
    },
    previewLetter: {
      validate: validateWording,
      act: async (db, ctx, { code, ...form }) => ({
        letter: await previewEmail(db, ctx, { ...form, code: code || null }, samples),
      }),
    },
  }) satisfies Handlers<typeof emailWordingContract>

async function readEmailWording(db: Database, kind: EmailKind): Promise<EmailWording> {
  const { version, words } = await readWording(db, kind)
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
