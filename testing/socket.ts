import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { scaleTimeout } from './patience.ts'

/** A connection that sends raw text. It reads responses only if `reads` is set. */
export interface RawSocket {
  socket: Socket
  write(text: string): void
  /** Returns all text received until the server ends the connection or the limit passes. */
  readAll(limitMs?: number): Promise<string>
  /** Waits until the server has ended the connection. Asks the system, as a socket that does not read gets no event. */
  waitUntilClosed(limitMs?: number): Promise<boolean>
}

export async function openSocket(
  url: string,
  { reads = true, from }: { reads?: boolean; from?: string } = {},
): Promise<RawSocket> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), ...(from && { localAddress: from }) })
  let receivedText = ''
  const closePromise = new Promise<void>((resolve) => socket.once('close', resolve))
  socket.on('error', () => {})
  if (reads) socket.setEncoding('latin1').on('data', (chunk: string) => (receivedText += chunk))
  else socket.pause()
  await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', resolve))
  const { localPort } = socket
  const isOpen = async () => !socket.destroyed && (await listEstablishedPorts()).has(localPort!)
  return {
    socket,
    write: (text) => void socket.write(text),
    async readAll(limitMs = scaleTimeout(120_000)) {
      await Promise.race([closePromise, sleep(limitMs, undefined, { ref: false })])
      socket.destroy()
      return receivedText
    },
    async waitUntilClosed(limitMs = scaleTimeout(120_000)) {
      const deadline = performance.now() + limitMs
      while (await isOpen()) {
        if (performance.now() > deadline) return false
        await sleep(50)
      }
      return true
    },
  }
}

/** Returns the local ports of established connections. */
async function listEstablishedPorts(): Promise<Set<number>> {
  const rows = (await readFile('/proc/net/tcp', 'utf8'))
    .split('\n')
    .slice(1)
    .map((row) => row.trim().split(/\s+/))
  const ESTABLISHED = '01'
  return new Set(
    rows.filter(([, , , state]) => state === ESTABLISHED).map(([, local]) => parseInt(local!.split(':')[1]!, 16)),
  )
}
