import { createSecretToken } from '../codes.ts'
import type { Context } from '../context.ts'
import { conflict } from '../errors.ts'

/** A secret text as it is stored. It is encrypted, not hashed, because it must be shown or used again. */
interface SealedText {
  sealed: Uint8Array
  about: string
}

export function sealText({ sealer }: Pick<Context, 'sealer'>, text: string, about = createSecretToken()): SealedText {
  if (!sealer) throw conflict('error.no_seal_key', { setting: 'SEAL_KEY' })
  return { sealed: sealer.seal(Buffer.from(text), about), about }
}

/** Returns null if there is no key, or if the text was sealed with another one. */
export function decryptText({ sealer }: Pick<Context, 'sealer'>, { sealed, about }: SealedText): string | null {
  const bytes = sealer?.open(sealed, about)
  return bytes ? Buffer.from(bytes).toString() : null
}
