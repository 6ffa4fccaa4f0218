import type { Handlers } from '#platform/http/handlers.ts'
import type { Database } from '#platform/database/database.ts'
import { everyLetterKind, letterKinds, type LetterKind } from '../kinds.ts'
import type { LetterSamples } from '../samples.ts'
import { validateWording, previewLetter, saveWording, wordingOf } from '../wording.ts'
import type { LetterWording, letterWordingContract } from './wording-contract.ts'

/** `samples`: how each letter that is made of words is shown. */
export const letterWordingHandlers = (samples: LetterSamples) =>
  ({
    async getLetterWordings(db) {
      const rows = await db.selectFrom('wording').select('key').where('text', '<>', '').execute()
      const own = new Set(rows.map(({ key }) => key))
      const isOwn = (kind: LetterKind) => letterKinds[kind].some((key) => own.has(key))
      const data = everyLetterKind.filter((kind) => kind in samples).map((kind) => ({ kind, is_own: isOwn(kind) }))
      return { data }
    },
    getLetterWording: (db, _, { kind }) => present(db, kind),
    saveLetterWording: {
      validate: validateWording,
      async act(db, ctx, form) {
        await saveWording(db, ctx, form)
        return present(db, form.kind)
      },
    },
    previewLetter: {
      validate: validateWording,
      act: async (db, ctx, { code, ...form }) => ({
        letter: await previewLetter(db, ctx, { ...form, code: code || null }, samples),
      }),
    },
  }) satisfies Handlers<typeof letterWordingContract>

async function present(db: Database, kind: LetterKind): Promise<LetterWording> {
  const { version, words } = await wordingOf(db, kind)
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
