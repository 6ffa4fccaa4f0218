import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Channel } from './notifications.ts'

const CHANNEL_NAME = 'selvage'
/** The interval of test queries. A lost network does not close the connection. */
const HEARTBEAT_MS = 15_000
const SILENCE_MS = 4_500
const CONNECT_TIMEOUT_MS = 4_000
/** The pauses between attempts to connect grow up to the longest one. */
const MIN_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 15_000
const CLOSE_TIMEOUT_MS = 1_000

/**
 * Sends and receives notifications over PostgreSQL. It listens on a separate connection, which reconnects after an
 * outage. Without this connection, `sendByPool` sends.
 */
export function createPostgresChannel(
  url: string,
  sendByPool: (name: string, text: string) => Promise<unknown>,
): Channel {
  let listeningClient: pg.Client | null = null
  return {
    get isListening() {
      return listeningClient !== null
    },
    send: (text) =>
      listeningClient
        ? runOn(listeningClient, 'select pg_notify($1, $2)', [CHANNEL_NAME, text])
        : sendByPool(CHANNEL_NAME, text),
    listen(onText, onChange) {
      const stopController = new AbortController()
      const endPromise = keepListening(url, stopController.signal, {
        onText,
        onClient(client) {
          const hasChanged = listeningClient !== client
          listeningClient = client
          if (hasChanged) onChange()
        },
      })
      return async () => {
        stopController.abort()
        listeningClient = null
        // A silent server does not confirm the end of a connection.
        await Promise.race([endPromise, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
      }
    },
  }
}

interface Callbacks {
  onText(text: string): void
  /** Called with the connection that listens, and with null when it is lost. */
  onClient(client: pg.Client | null): void
}

async function keepListening(url: string, stop: AbortSignal, { onText, onClient }: Callbacks): Promise<void> {
  for (let failureCount = 0; !stop.aborted; failureCount++) {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'selvage listener',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    })
    const { promise: lostPromise, resolve } = Promise.withResolvers<void>()
    const markLost = () => resolve()
    client.on('end', markLost)
    // The pool logs outages. Without a listener, the event would end the process.
    client.on('error', markLost)
    stop.addEventListener('abort', markLost)
    client.on('notification', ({ processId, payload = '' }) => {
      if (processId !== (client as { processID?: number }).processID) onText(payload)
    })
    try {
      await client.connect()
      await runOn(client, `listen ${CHANNEL_NAME}`)
      failureCount = -1
      if (!stop.aborted) onClient(client)
      const heartbeat = setInterval(() => void runOn(client, 'select 1').catch(() => {}), HEARTBEAT_MS).unref()
      await lostPromise
      clearInterval(heartbeat)
    } catch {
      // The server cannot be reached, or is a standby, which cannot listen.
    }
    stop.removeEventListener('abort', markLost)
    const endPromise = client.end().catch(() => {})
    if (stop.aborted) return void (await endPromise)
    onClient(null)
    const pauseMs = Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** Math.max(0, failureCount))
    await sleep(pauseMs, undefined, { ref: false, signal: stop }).catch(() => {})
  }
}

/** Runs a statement. Ends a connection that does not answer. */
async function runOn(client: pg.Client, statement: string, values: string[] = []): Promise<void> {
  const timeoutTimer = setTimeout(() => void client.end(), SILENCE_MS)
  try {
    await client.query(statement, values)
  } finally {
    clearTimeout(timeoutTimer)
  }
}
