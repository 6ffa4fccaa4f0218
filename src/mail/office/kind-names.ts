import type { Translator } from '#locales/words.ts'
import type { LetterKind } from '../kinds.ts'

export const nameOfKind = (kind: LetterKind, { t }: Translator): string => t(`letters.kind_${kind}`)
