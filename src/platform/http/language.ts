import type { IncomingMessage } from 'node:http'
import type { Language } from '#routes/public.ts'
import { headerOf } from './headers.ts'

/** Returns the first supported language in Accept-Language. */
export function languageOf({ headers }: Pick<IncomingMessage, 'headers'>): Language {
  const wishes = (headerOf(headers, 'accept-language') ?? '').toLowerCase().split(',')
  const first = wishes.map((wish) => wish.trim().slice(0, 2)).find((wish) => wish === 'en' || wish === 'bn')
  return first === 'bn' ? 'bn' : 'en'
}
