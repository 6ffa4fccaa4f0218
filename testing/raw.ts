import { request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http'
import { Readable } from 'node:stream'

export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** How much of the body was taken from the sender before the answer came. */
  sentBytes: number
}

/** A request that is sent as it stands: fetch would correct what is odd about it. */
export function sendRaw(url: string, path: string, { body = '', ...options }: RequestOptions & { body?: string | Iterable<Buffer> }): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let answered = false
    const { hostname, port } = new URL(url)
    const request = httpRequest({ hostname, port, path, agent: false, ...options }, async (response) => {
      answered = true
      const answer = { status: response.statusCode!, headers: response.headers, sentBytes: request.socket!.bytesWritten }
      response.setEncoding('utf8').on('error', () => {})
      let text = ''
      for await (const chunk of response) text += chunk
      request.destroy()
      resolve({ ...answer, text })
    })
    request.on('error', (error) => !answered && reject(error))
    if (typeof body === 'string') request.end(body)
    else Readable.from(body).on('error', () => {}).pipe(request)
  })
}
