import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What came to a program outside. */
export interface Told {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** What it does with whoever tells it something. */
export type Manner = (response: ServerResponse, told: Told) => void

/** A program outside that is told what happens, and behaves as it is told to. */
export interface WebhookServer {
  url: string
  /** What it does from now on. */
  manner: Manner
  /** All that came, in its order. */
  told: Told[]
  /** The same as what it says: its type, and its data. */
  events(): { id: string; type: string; timestamp: string; data: Record<string, unknown> }[]
  close(): Promise<void>
}

export const takes: Manner = (response) => void response.writeHead(200).end('ok')
export const answers =
  (status: number, text = '', headers: Record<string, string> = {}): Manner =>
  (response) =>
    void response.writeHead(status, headers).end(text)
/** Takes what comes, and never says a word. */
export const hangs: Manner = () => {}

export async function openWebhookServer(host = '127.0.0.1'): Promise<WebhookServer> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const told = { path: request.url!, headers: request.headers, body: Buffer.concat(parts).toString() }
      webhooks.told.push(told)
      webhooks.manner(response, told)
    })
    request.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const webhooks: WebhookServer = {
    url: `http://${host}:${(server.address() as AddressInfo).port}/hook`,
    manner: takes,
    told: [],
    events: () => webhooks.told.map(({ body }) => JSON.parse(body) as ReturnType<WebhookServer['events']>[number]),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return webhooks
}

/** By the words of the specification, and by nothing of the product. */
export function signaturesOf({ headers, body }: Told, secret: string): { right: string; given: string[] } {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const right = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return { right, given: String(headers['webhook-signature']).split(' ') }
}
