import type { FileType } from '#platform/file-kinds.ts'
import type { Translator } from '#locales/translator.ts'
import { toMegabytes } from './limits.ts'

/** Describes a file by name, type and size. */
export const describeFile = (
  { t }: Translator,
  { name, type, bytes }: { name: string; type: string; bytes: number },
): string => `${name} (${typeNames[type as FileType]}, ${t('files.mb', { size: toMegabytes(bytes) })})`

const typeNames: Record<FileType, string> = { 'application/pdf': 'PDF', 'image/png': 'PNG', 'image/jpeg': 'JPEG' }
