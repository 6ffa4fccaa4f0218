import { fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Load, LoadResult } from './load.ts'

export interface Server extends AsyncDisposable {
  pid: number
  port: number
  url: string
}

const root = fileURLToPath(new URL('..', import.meta.url))

/** The disk of this machine, or one that takes `extraFlushMs` longer for each flush. */
export type Disk = 'as it is' | 'slow'

export const extraFlushMs = 5

/** Returns whether strace, which slows down flushes, is installed. */
export const hasStrace = (): boolean => spawnSync('strace', ['--version']).status === 0

const diskCommandPrefix: Record<Disk, string[]> = {
  'as it is': [],
  slow: [
    'strace',
    '--daemonize=grandchild',
    '--follow-forks',
    '--seccomp-bpf',
    '--quiet=all',
    '--output=/dev/null',
    '--trace=fsync,fdatasync',
    `--inject=fsync,fdatasync:delay_exit=${extraFlushMs * 1000}`,
  ],
}

/** Starts the app as `npm start` does, with its own data folder. Rate limits are off unless `limited`. */
export const startProduct = (
  dataFolder: string,
  { databaseUrl = '', disk = 'as it is' as Disk, limited: isLimited = false, mailFolder = '', workers = 1 } = {},
): Promise<Server> =>
  startServer(['bin/prepare.mjs', 'start'], disk, {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataFolder,
    DATABASE_URL: databaseUrl,
    WORKERS: String(workers),
    SEED: 'company',
    SMTP_URL: '',
    RATE_LIMIT: isLimited ? 'on' : 'off',
    LOG_LEVEL: 'info',
    ...(mailFolder && { MAIL_IN: mailFolder }),
  })

/** Starts node:http alone, which sends one response from a file. */
export const startBare = (answerFile: string): Promise<Server> => startServer(['bench/bare-server.mjs', answerFile])

/** Starts node:http with node:sqlite alone: each request books, and the response follows the commit. */
export const startOneByOne = (databaseFile: string, recipesFile: string, disk: Disk): Promise<Server> =>
  startServer(['bench/one-by-one.ts', databaseFile, recipesFile], disk)

async function startServer(argv: string[], disk: Disk = 'as it is', env: Record<string, string> = {}): Promise<Server> {
  const [program, ...programArgs] = [...diskCommandPrefix[disk], process.execPath, ...argv]
  const child = spawn(program!, programArgs, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exitEvent = once(child, 'exit')
  const kill = () => void child.kill()
  process.on('exit', kill)
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const match = /at http:\/\/localhost:(\d+)/.exec(line)
      if (match) resolve(Number(match[1]))
    })
    void exitEvent.then(([code]) => reject(new Error(`${argv.join(' ')} exited with ${code}.`)))
  })
  return {
    pid: child.pid!,
    port,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      process.off('exit', kill)
      kill()
      await exitEvent
    },
  }
}

export interface RawResponse {
  status: number
  encoding: string | undefined
  rawHeaders: string[]
  bytes: Buffer
}

/** Fetches a response with its raw bytes. `fetch` would decompress them. */
export async function fetchRaw(url: string): Promise<RawResponse> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' }, agent: false }, resolve).on('error', reject)
  })
  const { statusCode, headers, rawHeaders } = response
  return { status: statusCode!, encoding: headers['content-encoding'], rawHeaders, bytes: await buffer(response) }
}

export interface LoadGenerator extends AsyncDisposable {
  run(load: Load): Promise<LoadResult>
}

/** Starts the load generator in its own process. */
export function startLoadGenerator(): LoadGenerator {
  const child = fork(new URL('load.ts', import.meta.url), { execArgv: [] })
  return {
    async run(load) {
      child.send(load)
      const [result] = (await once(child, 'message')) as [LoadResult]
      if (result.failure !== null) throw new Error(`The load on port ${load.port} failed: ${result.failure}`)
      return result
    },
    async [Symbol.asyncDispose]() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

/** Reads a file about a process. Null if the process has ended, or if the system has no such files. */
function readProcessFile(pid: number, name: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return null
  }
}

/** Returns the CPU time of a process with its threads; NaN if the system does not report it. */
export function readProcessorMs(pid: number): number {
  const stat = readProcessFile(pid, 'stat')
  if (stat === null) return NaN
  const msPerTick = 10
  const [userTicks, systemTicks] = stat.split(') ')[1]!.split(' ').slice(11, 13)
  return (Number(userTicks) + Number(systemTicks)) * msPerTick
}

/** Returns the resident memory of a process; NaN if the system does not report it. */
export function readMemoryMiB(pid: number): number {
  const status = readProcessFile(pid, 'status')
  return status === null ? NaN : Number(/^VmRSS:\s+(\d+) kB/m.exec(status)![1]) / 1024
}
