import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { matchesEtag } from '#platform/http/page-cache.ts'
import { readHeader } from '#platform/http/headers.ts'
import { enforceRateLimit } from '#platform/http/rate-limit.ts'
import { feedPath } from '#routes/office.ts'
import { serveFeed } from './feeds.ts'

/** Enough for 100 units whose calendars one network polls every 15 minutes. */
const feedRateLimit = { bucket: 'calendar feed', times: 600, seconds: 3_600 }
const FEED_EXTENSION = '.ics'

/**
 * Serves calendar feeds at secret addresses. Answers an unchanged feed with 304. Feeds must not be cached by
 * intermediaries, and their addresses are not logged.
 */
export function registerFeedRoute(
  app: FastifyInstance,
  { db, requestContextOf }: { db: Database; requestContextOf: (request: FastifyRequest) => RequestContext },
): void {
  app.get(feedPath, { schema: { hide: true } }, async (request, reply) => {
    const ctx = requestContextOf(request)
    await enforceRateLimit(db, ctx, feedRateLimit)
    const { feed: fileName } = request.params as { feed: string }
    const feed = fileName.endsWith(FEED_EXTENSION)
      ? await serveFeed(db, ctx.context, fileName.slice(0, -FEED_EXTENSION.length), ctx.now)
      : null
    if (!feed) throw notFound()
    const etag = `"${feed.contentHash.slice(0, 22)}"`
    const lastModified = Math.floor(feed.changedAt / 1000) * 1000
    reply.headers({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="calendar.ics"',
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
      etag,
      'last-modified': new Date(lastModified).toUTCString(),
    })
    return isUnchanged(request, etag, lastModified) ? sendNotModified(reply) : feed.text
  })
}

/** Compares the ETag if there is one, because content can change twice within a second. */
function isUnchanged({ headers }: FastifyRequest, tag: string, lastModified: number): boolean {
  const requestEtag = readHeader(headers, 'if-none-match')
  if (requestEtag !== undefined) return matchesEtag(requestEtag, tag)
  const since = Date.parse(readHeader(headers, 'if-modified-since') ?? '')
  return since >= lastModified
}

const sendNotModified = (reply: FastifyReply) => reply.code(304).removeHeader('content-type').send()
