import { request, type Agent, type IncomingHttpHeaders } from 'node:http'
import { scaleTimeout } from './patience.ts'

export interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  body?: string
  agent?: Agent
}
export interface RawResponse {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

const TIMEOUT_MS = scaleTimeout(120_000)

/** Sends a request exactly as given. Unlike `fetch` it normalises, decodes and follows nothing. */
export function sendRequest(
  url: string,
  path: string,
  { method = 'GET', headers = {}, body, agent }: RequestOptions = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      { hostname, port, path, method, headers, agent: agent ?? false, timeout: TIMEOUT_MS },
      (response) => {
        response
          .toArray()
          .then(
            (chunks) =>
              resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
            reject,
          )
      },
    )
    clientRequest.on('timeout', () => clientRequest.destroy(new Error(`no answer to ${method} ${path}`)))
    clientRequest.on('error', reject)
    clientRequest.end(body)
  })
}
