import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { frugalEnvironment, frugalFlags } from '../bin/frugal.mjs'
import { openDatabase, type WholeDatabase } from '#platform/database/database.ts'
import { settingsTable } from '#app/settings.ts'
import type { TestEngine } from './engines.ts'
import { scaleTimeout } from './patience.ts'

type Environment = Record<string, string>

/** The real server in its own process, on a free port. */
export interface ServerProcess {
  url: string
  pid: number
  output(): string
  errors(): string
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>
  /** Sends SIGKILL, like a power cut: no handler runs, nothing is flushed. */
  kill(): Promise<void>
  ended: Promise<number | null>
}

export async function startServer(environment: Environment): Promise<ServerProcess> {
  const { child, ended, output, errors } = launch(environment)
  const port = new Promise<string>((resolve) => {
    child.stdout.on('data', () => {
      const startMatch = /Selvage is running at http:\/\/\S+:(\d+)\n/.exec(output())
      if (startMatch) resolve(startMatch[1]!)
    })
  })
  const result = await Promise.race([port, ended])
  if (typeof result !== 'string') throw new Error(`the server did not start:\n${output()}${errors()}`)
  return {
    url: `http://127.0.0.1:${result}`,
    pid: child.pid!,
    output,
    errors,
    ended,
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Starts a server that is expected to fail. Returns the exit code and the error output. */
export async function startExpectingFailure(
  environment: Environment,
): Promise<{ code: number | null; errors: string }> {
  const { child, ended, errors } = launch(environment)
  const timeout = setTimeout(() => child.kill('SIGKILL'), scaleTimeout(120_000))
  const exitCode = await ended
  clearTimeout(timeout)
  return { code: exitCode, errors: errors() }
}

/** The data folder of a server, and a connection to its database. */
export interface ServerData {
  environment: Environment
  folder: string
  db: WholeDatabase
  close(): Promise<void>
}

export async function openServerData(engine: TestEngine): Promise<ServerData> {
  const folder = await mkdtemp(join(tmpdir(), 'server-'))
  const bareDatabase = engine.name === 'postgres' ? await engine.bare() : null
  const { db, close } = bareDatabase ?? (await openDatabase({ file: join(folder, 'selvage.sqlite') }))
  return {
    environment: { DATA_DIR: folder, DATABASE_URL: bareDatabase?.at.url ?? '', SEED: 'company', LOG_LEVEL: 'error' },
    folder,
    db,
    async close() {
      await close()
      await rm(folder, { recursive: true })
    },
  }
}

const root = fileURLToPath(new URL('../', import.meta.url))
const compileCacheFolder = join(root, 'node_modules/.cache/node')

function launch(environment: Environment) {
  const inheritedVariables = Object.entries(process.env).filter(([name]) => !(name in settingsTable))
  const child = spawn(process.execPath, [...frugalFlags, 'dist/server/main.js'], {
    cwd: root,
    env: {
      NODE_COMPILE_CACHE: compileCacheFolder,
      ...Object.fromEntries(inheritedVariables),
      NODE_ENV: 'production',
      ...frugalEnvironment,
      PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const killChild = () => void child.kill('SIGKILL')
  process.once('exit', killChild)
  const closePromise = once(child, 'close').then(([code]) => {
    process.off('exit', killChild)
    return code as number | null
  })
  const collectText = (stream: NodeJS.ReadableStream) => {
    let output = ''
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    return () => output
  }
  return { child, ended: closePromise, output: collectText(child.stdout), errors: collectText(child.stderr) }
}
