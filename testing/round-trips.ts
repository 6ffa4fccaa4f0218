import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { openDatabase } from '#platform/database/database.ts'
import { postgres, type TestDatabase, type TestEngine } from './engines.ts'
import { scaleTimeout } from './patience.ts'
import { readMessages, READY_FOR_QUERY } from './postgres-messages.ts'

/** PostgreSQL behind a proxy that records what goes over the wire. */
export interface RecordedPostgres {
  engine: TestEngine
  /**
   * Runs `work` and returns its statements by round trip. Statements that do not wait for each other's answer are in
   * one round trip.
   */
  recordRoundTrips(work: () => Promise<unknown>): Promise<string[][]>
  /** Lets PostgreSQL reject the next statement without parameters that has this text. */
  failNext(text: string): void
}

export function recordPostgres(): RecordedPostgres {
  let sentStatements: SentStatement[] = []
  let failingRoundTrip: string | undefined

  const listener: Listener = {
    onStatement(statement) {
      const finishedRoundTrips = sentStatements.filter(({ isFinished }) => isFinished).map(({ roundTrip }) => roundTrip)
      statement.roundTrip = Math.max(0, ...finishedRoundTrips) + 1
      if (!isBackgroundStatement(statement.text)) sentStatements.push(statement)
    },
    mustFail(text) {
      const isFailing = text === failingRoundTrip
      if (isFailing) failingRoundTrip = undefined
      return isFailing
    },
  }

  async function record(openingPromise: Promise<TestDatabase>): Promise<TestDatabase> {
    const directDatabase = await openingPromise
    const proxy = await startProxy(directDatabase.at.url!, listener)
    const recordedDatabase = await openDatabase({ url: proxy.url, file: '', statementsLastMs: scaleTimeout(120_000) })
    return {
      ...recordedDatabase,
      at: directDatabase.at,
      async close() {
        await recordedDatabase.close()
        await proxy.close()
        await directDatabase.close()
      },
    }
  }

  return {
    engine: {
      ...postgres,
      bare: () => record(postgres.bare()),
      filled: (content) => record(postgres.filled(content)),
    },
    failNext: (text) => void (failingRoundTrip = text),
    async recordRoundTrips(work) {
      sentStatements = []
      await work()
      const statementsByRoundTrip = Map.groupBy(sentStatements, ({ roundTrip }) => roundTrip)
      return Array.from(statementsByRoundTrip.values(), (statements) => statements.map(({ text }) => text))
    },
  }
}

interface SentStatement {
  text: string
  roundTrip: number
  isFinished: boolean
}

/** Returns whether no request waits for a statement: a check for new content or a notice to other processes. */
const isBackgroundStatement = (text: string) =>
  /^(select "version" from "content_version"$|select pg_notify\(|listen )/.test(text)

interface Listener {
  onStatement(statement: SentStatement): void
  mustFail(text: string): boolean
}

/** The server must accept the user without a password. */
async function startProxy(serverUrl: string, listener: Listener): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port } = new URL(serverUrl)
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    for (const socket of [client, server]) {
      sockets.add(socket.setNoDelay())
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
    forwardMessages(client, server, listener)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = new URL(serverUrl)
  url.port = String((proxy.address() as AddressInfo).port)
  url.hostname = '127.0.0.1'
  return {
    url: url.href,
    async close() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

/** The types of the messages that a client sends. */
const PARSE = 'P'
const BIND = 'B'
const SYNC = 'S'
const QUERY = 'Q'

function forwardMessages(client: Socket, server: Socket, { onStatement, mustFail }: Listener): void {
  const preparedStatements = new Map<string, string>()
  const pendingStatements: SentStatement[] = []
  let text = ''

  function send(): void {
    const statement = { text, roundTrip: 0, isFinished: false }
    pendingStatements.push(statement)
    onStatement(statement)
  }

  function readMessage(message: Buffer): void {
    const [firstText = '', secondText = ''] = message.subarray(5).toString().split('\0', 2)
    const type = String.fromCharCode(message[0]!)
    if (type === PARSE) preparedStatements.set(firstText, secondText)
    if (type === BIND) text = preparedStatements.get(secondText)!
    if (type === QUERY) text = firstText
    if (type === SYNC || type === QUERY) send()
    // The first letter of the text makes it invalid.
    if (type === QUERY && mustFail(firstText)) message[5] = 'x'.charCodeAt(0)
    server.write(message)
  }

  client.once('data', (startup: Buffer) => {
    server.write(startup)
    readMessages(client, readMessage)
  })
  readMessages(server, (message) => {
    if (message[0] === READY_FOR_QUERY) {
      const statement = pendingStatements.shift()
      if (statement) statement.isFinished = true
    }
    client.write(message)
  })
}
