import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that a webhook endpoint received. */
export interface ReceivedRequest {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** How a webhook endpoint responds. */
export type Behaviour = (response: ServerResponse, request: ReceivedRequest) => void

/** A fake webhook endpoint with configurable behaviour. */
export interface WebhookServer {
  url: string
  /** The behaviour from now on. */
  behaviour: Behaviour
  receivedRequests: ReceivedRequest[]
  /** Returns the events of the received requests. */
  events(): { id: string; type: string; timestamp: string; data: Record<string, unknown> }[]
  close(): Promise<void>
}

export const accept: Behaviour = (response) => void response.writeHead(200).end('ok')
export const createResponder =
  (status: number, text = '', headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end(text)
/** Accepts a request and never responds. */
export const neverRespond: Behaviour = () => {}

export async function openWebhookServer(host = '127.0.0.1'): Promise<WebhookServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (part: Buffer) => chunks.push(part))
    request.on('end', () => {
      const receivedRequest = { path: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString() }
      webhookServer.receivedRequests.push(receivedRequest)
      webhookServer.behaviour(response, receivedRequest)
    })
    request.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const webhookServer: WebhookServer = {
    url: `http://${host}:${(server.address() as AddressInfo).port}/hook`,
    behaviour: accept,
    receivedRequests: [],
    events: () =>
      webhookServer.receivedRequests.map(({ body }) => JSON.parse(body) as ReturnType<WebhookServer['events']>[number]),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return webhookServer
}

/** Computes the signature from the specification, without code of the product. */
export function computeSignatures(
  { headers, body }: ReceivedRequest,
  secret: string,
): { expected: string; actual: string[] } {
  const signedText = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const expectedSignature = `v1,${createHmac('sha256', key).update(signedText).digest('base64')}`
  return { expected: expectedSignature, actual: String(headers['webhook-signature']).split(' ') }
}
