import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdtempSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { patience } from '../patience.ts'

/** A browser that hangs must not block the tests. On a busy machine a start takes half a minute. */
const STARTS_WITHIN_MS = patience(60_000)
export const ANSWERS_WITHIN_MS = patience(60_000)

/** A program that ends with this process, even if this process is killed. Its child processes and its folder go too. */
export interface Kept {
  /** Resolves when the output matches the pattern. Rejects if the program exits first or takes too long. */
  says(what: RegExp): Promise<RegExpExecArray>
  end(): Promise<void>
}

/** Creates a home folder for one program, without the settings of the user of this machine. */
export const openFolder = (): string => mkdtempSync(join(tmpdir(), 'browser-'))

export function keep(command: string[], folder: string, environment: Record<string, string> = {}): Kept {
  const home = { HOME: folder, TMPDIR: folder, XDG_CONFIG_HOME: folder, XDG_RUNTIME_DIR: folder }
  const keeper = spawn('sh', ['-c', keepUntilInputEnds, folder, ...command], {
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', LANGUAGE: 'en_US', ...home, ...environment },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = once(keeper, 'exit')
  let printed = ''
  for (const stream of [keeper.stdout, keeper.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed = (printed + text).slice(-20_000)))
    ;(stream as unknown as Socket).unref()
  }
  ;(keeper.stdin as unknown as Socket).unref()
  keeper.unref()
  return {
    async says(what) {
      for (const began = performance.now(); performance.now() - began < STARTS_WITHIN_MS; await sleep(20)) {
        const found = what.exec(printed)
        if (found) return found
        if (printed.includes(HAS_ENDED)) break
      }
      throw new Error(`${command[0]} did not print ${what}, but:\n${printed}`)
    },
    async end() {
      keeper.stdin.end()
      await ended
    },
  }
}

const HAS_ENDED = 'the program has ended'

/** The shell leads a process group. When its input ends, it sends SIGTERM to the group, and SIGKILL two seconds later. */
const keepUntilInputEnds = `
  trap : TERM
  exec 3<&0
  { trap : TERM; "$@" 3<&-; echo "${HAS_ENDED}: $?"; } </dev/null & program=$!
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

export async function freePort(): Promise<number> {
  const { server, port } = await listening()
  server.close()
  await once(server, 'close')
  return port
}

let nobody: Promise<number> | undefined

/** Returns the port of a proxy that closes every connection, so that a browser reaches only this machine. */
export const nobodyElse = (): Promise<number> =>
  (nobody ??= listening().then(({ server, port }) => {
    server.on('connection', (socket) => socket.destroy()).unref()
    return port
  }))

async function listening(): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}
