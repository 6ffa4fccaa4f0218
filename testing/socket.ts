import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A connection that says exactly what it is told, and reads only when asked to. */
export interface RawSocket {
  socket: Socket
  say(text: string): void
  /** All that comes until the other side ends, or the patience does. */
  rest(patienceMs?: number): Promise<string>
  /** Whether the other side has ended the connection, within that time: asked of the system, since who does not read is told nothing. */
  isCut(withinMs: number): Promise<boolean>
}

export async function openSocket(
  url: string,
  { reads = true, from }: { reads?: boolean; from?: string } = {},
): Promise<RawSocket> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), ...(from && { localAddress: from }) })
  let heard = ''
  const ended = new Promise<void>((resolve) => socket.once('close', resolve))
  socket.on('error', () => {})
  if (reads) socket.setEncoding('latin1').on('data', (chunk: string) => (heard += chunk))
  else socket.pause()
  await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', resolve))
  const { localPort } = socket
  const isOpen = async () => !socket.destroyed && (await openPorts()).has(localPort!)
  return {
    socket,
    say: (text) => void socket.write(text),
    async rest(patienceMs = 5_000) {
      await Promise.race([ended, sleep(patienceMs, undefined, { ref: false })])
      socket.destroy()
      return heard
    },
    async isCut(withinMs) {
      const deadline = performance.now() + withinMs
      while (await isOpen()) {
        if (performance.now() > deadline) return false
        await sleep(100)
      }
      return true
    },
  }
}

/** The ports of this machine from which a connection is established. */
async function openPorts(): Promise<Set<number>> {
  const rows = (await readFile('/proc/net/tcp', 'utf8'))
    .split('\n')
    .slice(1)
    .map((row) => row.trim().split(/\s+/))
  const established = '01'
  return new Set(
    rows.filter(([, , , state]) => state === established).map(([, local]) => parseInt(local!.split(':')[1]!, 16)),
  )
}
