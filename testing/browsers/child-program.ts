import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdtempSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { scaleTimeout } from '../patience.ts'

/** The time limit for the start of a browser. On a busy machine a start takes half a minute. */
const START_TIMEOUT_MS = scaleTimeout(60_000)
export const RESPONSE_TIMEOUT_MS = scaleTimeout(60_000)

/**
 * A program that ends with this process, even if this process is killed. Its child processes end too, and its folder is
 * deleted.
 */
export interface ChildProgram {
  /** Resolves when the output matches the pattern. Rejects if the program exits first or takes too long. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>
  end(): Promise<void>
}

/** Creates a home folder for one program, without the settings of the user of this machine. */
export const openFolder = (): string => mkdtempSync(join(tmpdir(), 'browser-'))

export function startProgram(
  command: string[],
  folder: string,
  environment: Record<string, string> = {},
): ChildProgram {
  const home = { HOME: folder, TMPDIR: folder, XDG_CONFIG_HOME: folder, XDG_RUNTIME_DIR: folder }
  const shell = spawn('sh', ['-c', shellScript, folder, ...command], {
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', LANGUAGE: 'en_US', ...home, ...environment },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const exitPromise = once(shell, 'exit')
  let output = ''
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-20_000)))
    ;(stream as unknown as Socket).unref()
  }
  ;(shell.stdin as unknown as Socket).unref()
  shell.unref()
  return {
    async waitForOutput(pattern) {
      for (const startedAt = performance.now(); performance.now() - startedAt < START_TIMEOUT_MS; await sleep(20)) {
        const match = pattern.exec(output)
        if (match) return match
        if (output.includes(ENDED_MESSAGE)) break
      }
      throw new Error(`${command[0]} did not print ${pattern}, but:\n${output}`)
    },
    async end() {
      shell.stdin.end()
      await exitPromise
    },
  }
}

const ENDED_MESSAGE = 'the program has ended'

/** The shell leads a process group. When its input ends, it sends the group SIGTERM, and SIGKILL two seconds later. */
const shellScript = `
  trap : TERM
  exec 3<&0
  { trap : TERM; "$@" 3<&-; echo "${ENDED_MESSAGE}: $?"; } </dev/null & program=$!
  read -r _ <&3
  kill -TERM 0
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    kill -0 $program 2>/dev/null || break
    sleep 0.1
  done
  rm -rf "$0"
  kill -KILL 0`

export const isInstalled = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

export async function findFreePort(): Promise<number> {
  const { server, port } = await listen()
  server.close()
  await once(server, 'close')
  return port
}

let closedPort: Promise<number> | undefined

/** Returns the port of a proxy that closes every connection, so that a browser reaches only this machine. */
export const findClosedProxyPort = (): Promise<number> =>
  (closedPort ??= listen().then(({ server, port }) => {
    server.on('connection', (socket) => socket.destroy()).unref()
    return port
  }))

async function listen(): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}
