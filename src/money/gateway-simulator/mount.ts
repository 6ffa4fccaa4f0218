import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import { openSimulator, type Simulator } from './simulator.ts'

interface MountOptions {
  file: string | null
  /** The public URL of the site. */
  publicUrl: string
  clock: Clock
}

const MOUNT_PATH = '/demo-gateway'

/**
 * Mounts the simulator inside the app, for a demo without a second process. The pages are served under a path of the
 * site. The app calls the simulator through the `fetch` of its `store`, and its notices arrive as if from the network.
 * The store API is not reachable from outside.
 */
export async function mountSimulator(app: FastifyInstance, options: MountOptions): Promise<Simulator> {
  const { file, publicUrl, clock } = options
  const simulator = await openSimulator({ file, baseUrl: publicUrl + MOUNT_PATH, clock, deliver })
  app.addHook('onClose', () => simulator.close())
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) => body)
    scope.route({
      method: ['GET', 'POST'],
      url: `${MOUNT_PATH}/*`,
      schema: { hide: true },
      handler: async (request, reply) => {
        const response = await simulator.visit(toRequest(request))
        return reply
          .code(response.status)
          .headers(Object.fromEntries(response.headers))
          .send(Buffer.from(await response.arrayBuffer()))
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
      remoteAddress: NOTICE_ADDRESS,
    })
    if (statusCode >= 400) throw new Error(`status ${statusCode}`)
  }
}

/** A separate client address, so that notices do not queue behind the caller who waits for the reply. */
const NOTICE_ADDRESS = '127.0.0.2'

function toRequest({ method, url, headers, body }: FastifyRequest): Request {
  const { 'accept-language': language } = headers
  return new Request(new URL(url, 'http://house'), {
    method,
    headers: language === undefined ? {} : { 'accept-language': language },
    ...(typeof body === 'string' && { body }),
  })
}
