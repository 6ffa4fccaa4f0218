import type { Translator } from '#locales/translator.ts'
import type { EmailKind } from '../kinds.ts'

export const formatEmailKind = (kind: EmailKind, { t }: Translator): string => t(`emails.kind_${kind}`)
