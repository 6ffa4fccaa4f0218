import type { Words } from '#locales/words.ts'
import type { LetterKind } from '../kinds.ts'

export const nameOfKind = (kind: LetterKind, { t }: Words): string => t(`letters.kind_${kind}`)
