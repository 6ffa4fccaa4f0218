import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Certificate } from '../context.ts'

/** Connects to an address of this site and returns its certificate, also if browsers would reject it. */
export async function readCertificate(publicUrl: string, timeLimitMs = 5_000): Promise<Certificate> {
  const { protocol, hostname, port } = new URL(publicUrl)
  if (protocol !== 'https:') return { kind: 'not encrypted' }
  const { promise, resolve } = Promise.withResolvers<Certificate>()
  // `rejectUnauthorized` is off, because an expired certificate has to be reported. Nothing is sent.
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: isIP(hostname) ? '' : hostname,
    rejectUnauthorized: false,
    timeout: timeLimitMs,
  })
  socket.once('secureConnect', () => {
    const validUntil = Date.parse(socket.getPeerCertificate().valid_to)
    resolve({ kind: 'found', validUntil, isTrusted: socket.authorized })
  })
  for (const event of ['error', 'timeout', 'close'] as const) socket.once(event, () => resolve({ kind: 'unreachable' }))
  const certificate = await promise
  socket.destroy()
  return certificate
}
