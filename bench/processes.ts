import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Load, LoadResult } from './load.ts'

export interface Server extends AsyncDisposable {
  pid: number
  port: number
  url: string
}

const root = fileURLToPath(new URL('..', import.meta.url))

/** The product as people run it, on a data folder of its own. */
export const startProduct = (dataFolder: string, script = 'src/main.ts', args: string[] = []): Promise<Server> =>
  startServer([script, ...args], { DATA_DIR: dataFolder, PORT: '0', HOST: '127.0.0.1', RATE_LIMIT: 'off', DATABASE_URL: '' })

/** Nothing but node:http, sending one answer from a file. */
export const startBare = (answerFile: string): Promise<Server> => startServer(['bench/bare.ts', answerFile], {})

async function startServer(argv: string[], env: NodeJS.ProcessEnv): Promise<Server> {
  const child = spawn(process.execPath, argv, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /http:\/\/localhost:(\d+)/.exec(line)
      if (found) resolve(Number(found[1]))
    })
    void ended.then(([code]) => reject(new Error(`${argv.join(' ')} ended with ${code}`)))
  })
  return {
    pid: child.pid!,
    port,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended
    },
  }
}

export interface LoadGenerator extends AsyncDisposable {
  run(load: Load): Promise<LoadResult>
}

/** Those who ask, in a process of their own. */
export function startLoadGenerator(): LoadGenerator {
  const child = fork(new URL('load.ts', import.meta.url))
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

/** Time that a process has had on the processors, its threads included. Known on Linux only. */
export function cpuMs(pid: number): number | null {
  if (!existsSync(`/proc/${pid}/stat`)) return null
  const msPerTick = 10
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * msPerTick
}

/** The memory of a process, of which what it shares with others counts in part. Known on Linux only. */
export function memoryMiB(pid: number, kind: 'Rss' | 'Pss'): number | null {
  const file = `/proc/${pid}/smaps_rollup`
  if (!existsSync(file)) return null
  return Number(new RegExp(`^${kind}:\\s+(\\d+) kB`, 'm').exec(readFileSync(file, 'utf8'))![1]) / 1024
}
