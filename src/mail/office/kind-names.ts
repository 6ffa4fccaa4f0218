import type { Translator } from '#locales/words.ts'
import type { EmailKind } from '../kinds.ts'

export const nameOfKind = (kind: EmailKind, { t }: Translator): string => t(`letters.kind_${kind}`)
