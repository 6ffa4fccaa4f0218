import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { projectRoot } from '#platform/project-root.ts'
import { sqlite } from '#testing/engines.ts'
import { startTestApp } from '#testing/test-app.ts'
import { readSettings, settingsTable } from './settings.ts'

const read = (name: string) => readFileSync(join(projectRoot, name), 'utf8')

describe('the container image and compose.yaml (OPS-24)', () => {
  const dockerfile = read('Dockerfile')
  const compose = read('compose.yaml')
  const find = (text: string, pattern: RegExp) => pattern.exec(text)![1]!
  const appService = find(compose, /\n {2}selvage:\n([^]*?)\n {2}\w/)
  const workFolder = find(dockerfile, /^WORKDIR (\S+)$/m)

  test('give the app settings that exist, with allowed values', () => {
    const lines = find(appService, /\n {4}environment:\n((?: {6}.*\n)+)/).matchAll(/^ {6}([A-Z_]+): (.*)$/gm)
    const substitutes = { SEED: 'demo', SEAL_KEY: '5e'.repeat(32) }
    const fill = (text: string) =>
      text.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
        assert.ok(kind === '-' || name in substitutes, `${name} has no value`)
        return (substitutes as Record<string, string>)[name] ?? rest
      })
    const environment = Object.fromEntries([...lines].map(([, name, value]) => [name!, fill(value!)]))
    environment.HOST = find(dockerfile, /^ENV HOST=(\S+)$/m)
    assert.deepEqual(
      Object.keys(environment).filter((name) => !(name in settingsTable)),
      [],
    )
    for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'SEED', 'SEAL_KEY']) assert.ok(environment[name], name)
    const { username, password, hostname, pathname } = new URL(readSettings(environment).DATABASE_URL!)
    const databaseService = find(compose, /\n {2}database:\n([^]*?)\n\w/)
    assert.equal(hostname, 'database')
    assert.equal(username, find(databaseService, /POSTGRES_USER: (\w+)/))
    assert.equal(password, find(databaseService, /POSTGRES_PASSWORD: (\w+)/))
    // Without POSTGRES_DB, the database has the name of the user.
    assert.equal(pathname, `/${username}`)
  })

  test('agree on port, data folder and volumes, and publish the port to this machine only', () => {
    const { PORT, DATA_DIR } = readSettings({})
    assert.equal(find(dockerfile, /^EXPOSE (\d+)$/m), String(PORT))
    assert.equal(find(appService, /ports: \['([^']+)'\]/), `127.0.0.1:${PORT}:${PORT}`)
    assert.equal(find(dockerfile, /^VOLUME (\S+)$/m), join(workFolder, DATA_DIR))
    assert.equal(find(appService, /volumes: \['data:([^']+)'\]/), join(workFolder, DATA_DIR))
    const usedVolumes = [...compose.matchAll(/volumes: \['(\w+):/g)].map(([, name]) => name)
    const declaredVolumes = [...compose.slice(compose.indexOf('\nvolumes:\n')).matchAll(/^ {2}(\w+):$/gm)].map(
      ([, name]) => name,
    )
    assert.deepEqual(usedVolumes, declaredVolumes)
    assert.match(dockerfile, /chown (\d+:\d+) data\nUSER \1\n/)
  })

  test('run a command that exists, and check a path that answers', async () => {
    const commands = [...dockerfile.matchAll(/\bCMD (\[.*\])$/gm)].map(([, json]) => JSON.parse(json!) as string[])
    const [check, start] = commands as [string[], string[]]
    assert.equal(start[0], 'node')
    assert.ok(existsSync(join(projectRoot, start[1]!)))
    assert.deepEqual(check.slice(0, 2), ['node', '-e'])
    const testApp = await startTestApp(sqlite)
    const site = `http://127.0.0.1:${readSettings({}).PORT}/`
    assert.ok(check[2]!.includes(site))
    const runCheck = async () => {
      const child = spawn(process.execPath, ['-e', check[2]!.replace(site, `${testApp.url}/`)])
      return ((await once(child, 'exit')) as [number])[0]
    }
    assert.equal(await runCheck(), 0)
    await testApp.close()
    assert.equal(await runCheck(), 1)
  })

  test('are built only from a root file system with Node.js', { skip: process.platform !== 'linux' }, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'root-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const { status, stderr } = spawnSync(join(projectRoot, 'deploy/container/build.sh'), [folder], { encoding: 'utf8' })
    assert.equal(status, 1)
    assert.match(stderr, /^(buildah is missing: apt install buildah|\S+ has no node: chroot .*)\n$/)
  })
})
