import type { IncomingMessage } from 'node:http'
import type { Language } from '#routes/public.ts'
import { readHeader } from './headers.ts'

/** Returns the first supported language in Accept-Language, or English. Ignores quality values. */
export function readLanguage({ headers }: Pick<IncomingMessage, 'headers'>): Language {
  const acceptedLanguages = (readHeader(headers, 'accept-language') ?? '').toLowerCase().split(',')
  const firstSupportedLanguage = acceptedLanguages
    .map((accepted) => accepted.trim().slice(0, 2))
    .find((accepted) => accepted === 'en' || accepted === 'bn')
  return firstSupportedLanguage === 'bn' ? 'bn' : 'en'
}
