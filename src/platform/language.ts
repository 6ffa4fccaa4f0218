import type { FastifyRequest } from 'fastify'
import type { Language } from '../urls.ts'

/** The language the reader asked for; the first one that is ours. */
export function languageOf(request: FastifyRequest): Language {
  const wishes = (request.headers['accept-language'] ?? '').toLowerCase().split(',')
  const first = wishes.map((wish) => wish.trim().slice(0, 2)).find((wish) => wish === 'en' || wish === 'bn')
  return first === 'bn' ? 'bn' : 'en'
}
