import type { IncomingMessage } from 'node:http'
import type { Language } from '#routes/public.ts'
import { headerOf } from './headers.ts'

/** Returns the first supported language in Accept-Language. */
export function readLanguage({ headers }: Pick<IncomingMessage, 'headers'>): Language {
  const acceptedLanguages = (headerOf(headers, 'accept-language') ?? '').toLowerCase().split(',')
  const firstSupported = acceptedLanguages
    .map((accepted) => accepted.trim().slice(0, 2))
    .find((accepted) => accepted === 'en' || accepted === 'bn')
  return firstSupported === 'bn' ? 'bn' : 'en'
}
