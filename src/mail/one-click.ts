import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { href, inLanguage, languages } from '#routes/public.ts'
import { declineEmails, formerOneClickRoute, formerUnsubscribePath, oneClickRoute } from './unsubscribe.ts'

/** The maximum size of the form. Its only field is `List-Unsubscribe=One-Click`. */
const MAX_FORM_BYTES = 4 * 1024

/**
 * Serves the one-click unsubscribe. The token in the URL is enough, so the body is ignored. Mail programs follow no
 * redirects, so a POST unsubscribes at once. A GET leads to a page that asks first, because some programs open links
 * unasked.
 */
export function serveOneClick(app: FastifyInstance, db: Database, { clock }: Pick<Context, 'clock'>): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_FORM_BYTES }, async () => null)
    const readToken = (params: unknown) => String((params as { token?: string }).token ?? '').slice(0, 100)
    const schema = { hide: true }
    for (const route of [oneClickRoute, formerOneClickRoute]) {
      scope.post(route, { schema }, async ({ params }, reply) => {
        await declineEmails(db, clock(), { token: readToken(params), declines: true })
        return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('OK\n')
      })
      scope.get(route, { schema }, ({ params }, reply) =>
        reply.redirect(href('unsubscribe', null, { token: readToken(params) }), 303),
      )
    }
    for (const language of languages)
      scope.get(inLanguage(formerUnsubscribePath, language), { schema }, ({ query }, reply) =>
        reply.redirect(inLanguage(href('unsubscribe', null, { token: readToken(query) }), language), 301),
      )
  })
}
