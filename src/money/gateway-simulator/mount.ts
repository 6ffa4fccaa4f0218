import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import { openSimulator, type Simulator } from './simulator.ts'

interface MountOptions {
  file: string | null
  /** The address people know the site by. */
  publicUrl: string
  clock: Clock
}

const PATH = '/demo-gateway'

/**
 * Stands the simulator into the house itself, for a demo that needs nothing beside it: its pages are seen under a path of
 * the site, the house asks it in this process by `store`, and its notices come as from the network. What the house asks is
 * answered to nobody else.
 */
export async function mountSimulator(app: FastifyInstance, options: MountOptions): Promise<Simulator> {
  const { file, publicUrl, clock } = options
  const simulator = await openSimulator({ file, baseUrl: publicUrl + PATH, clock, deliver })
  app.addHook('onClose', () => simulator.close())
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) => body)
    scope.route({
      method: ['GET', 'POST'],
      url: `${PATH}/*`,
      schema: { hide: true },
      handler: async (request, reply) => {
        const answer = await simulator.visit(requestOf(request))
        return reply
          .code(answer.status)
          .headers(Object.fromEntries(answer.headers))
          .send(Buffer.from(await answer.arrayBuffer()))
      },
    })
  })
  return simulator

  async function deliver(url: string, form: string): Promise<void> {
    const { pathname, search } = new URL(url)
    const { statusCode } = await app.inject({
      method: 'POST',
      url: pathname + search,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: form,
      remoteAddress: ADDRESS,
    })
    if (statusCode >= 400) throw new Error(`status ${statusCode}`)
  }
}

/** Not that of anybody who waits for an answer: it must not stand behind them in their own queue. */
const ADDRESS = '127.0.0.2'

function requestOf({ method, url, headers, body }: FastifyRequest): Request {
  const { 'accept-language': language } = headers
  return new Request(new URL(url, 'http://house'), {
    method,
    headers: language === undefined ? {} : { 'accept-language': language },
    ...(typeof body === 'string' && { body }),
  })
}
