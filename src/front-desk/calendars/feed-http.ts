import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { matchesEtag } from '#platform/http/page-cache.ts'
import { headerOf } from '#platform/http/headers.ts'
import { enforceRateLimit } from '#platform/http/rate-limit.ts'
import { feedPath } from '#routes/office.ts'
import { feedAt } from './feeds.ts'

/** Calendars ask each quarter of an hour or less often; a house of a hundred units may be read from one network. */
const readings = { bucket: 'calendar feed', times: 600, seconds: 3_600 }
const ENDING = '.ics'

/**
 * The calendars that others read, each at an address that is its key. Asked whether anything is otherwise since then, it says
 * no in a line. Nothing is kept on the way, and no address is logged.
 */
export function serveFeeds(
  app: FastifyInstance,
  { db, askerOf: requestContextOf }: { db: Database; askerOf: (request: FastifyRequest) => RequestContext },
): void {
  app.get(feedPath, { schema: { hide: true } }, async (request, reply) => {
    const ctx = requestContextOf(request)
    await enforceRateLimit(db, ctx, readings)
    const { feed: file } = request.params as { feed: string }
    const feed = file.endsWith(ENDING) ? await feedAt(db, ctx.context, file.slice(0, -ENDING.length), ctx.now) : null
    if (!feed) throw notFound()
    const tag = `"${feed.body.slice(0, 22)}"`
    const changed = Math.floor(feed.changedAt / 1000) * 1000
    reply.headers({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="calendar.ics"',
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
      etag: tag,
      'last-modified': new Date(changed).toUTCString(),
    })
    return isKnown(request, tag, changed) ? asUnchanged(reply) : feed.text
  })
}

/** By its tag, if one is sent: what is asked by the hour may have changed within a second. */
function isKnown({ headers }: FastifyRequest, tag: string, changed: number): boolean {
  const known = headerOf(headers, 'if-none-match')
  if (known !== undefined) return matchesEtag(known, tag)
  const since = Date.parse(headerOf(headers, 'if-modified-since') ?? '')
  return since >= changed
}

const asUnchanged = (reply: FastifyReply) => reply.code(304).removeHeader('content-type').send()
