import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { projectRoot } from '#platform/project-root.ts'
import { sendRequest } from '#testing/send-request.ts'
import { sqlite } from '#testing/engines.ts'
import { startTestApp } from '#testing/test-app.ts'
import { readSettings, settingsTable } from './settings.ts'

const folder = join(projectRoot, 'deploy', 'ha')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const findAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first]) => first!).sort()

describe('the files of the highly available installation (OPS-8)', () => {
  const startScript = read('start.sh')

  test('give the app settings that exist, with allowed values', () => {
    const [, command] = /launch "app\$n" ([^]*?)\n {4}"\$node"/.exec(startScript)!
    const variables = [...command!.matchAll(/\b([A-Z_]+)=("[^"]*"|[^\s"]+)/g)].map(([, name, value]) => [name, value])
    const settings = Object.fromEntries(variables) as Record<string, string>
    const names = Object.keys(settings).filter((name) => !['NODE_ENV', 'NODE_COMPILE_CACHE'].includes(name))
    assert.deepEqual(
      names.filter((name) => !(name in settingsTable)),
      [],
    )
    for (const name of ['DATABASE_URL', 'SEAL_KEY', 'PORT']) assert.ok(names.includes(name), name)
    const secrets: Record<string, string> = { n: '1', SEAL_KEY: '0'.repeat(64), FOLDER: '/srv', APP_PASSWORD: 'x' }
    const fill = (value: string) =>
      value.replace(/\$\{\w+:-(\w+)\}/g, '$1').replace(/\$(\w+)/g, (_, name: string) => secrets[name] ?? '')
    const filledSettings = Object.fromEntries(names.map((name) => [name, fill(settings[name]!.replaceAll('"', ''))]))
    assert.match(readSettings(filledSettings).DATABASE_URL!, /[?&]pgbouncer=true$/)
  })

  test('agree on ports', () => {
    const readPort = (text: string, pattern: RegExp) => pattern.exec(text)![1]
    assert.equal(
      readPort(startScript, /@127\.0\.0\.1:(\d+)\/selvage\?pgbouncer/),
      readPort(read('pgbouncer.ini'), /listen_port = (\d+)/),
    )
    assert.equal(
      readPort(read('pgbouncer.ini'), /port=(\d+) /),
      readPort(read('haproxy.cfg'), /listen database\n +bind \S+:(\d+)/),
    )
    const postgresPorts = findAll(read('haproxy.cfg'), /server \w+ 127\.0\.0\.1:(\d+)/g)
    assert.deepEqual([...new Set(postgresPorts)], ['5441', '5442'])
    assert.deepEqual([...new Set(findAll(read('haproxy.cfg'), /check port (\d+)/g))], ['8041', '8042'])
    assert.match(startScript, /"544\$n" "804\$n"/)
    const etcdPorts = findAll(read('patroni.yml').split('etcd3:')[1]!.split('\n\n')[0]!, /127\.0\.0\.1:(\d+)/g)
    assert.deepEqual(etcdPorts, ['23791', '23792', '23793'])
    assert.match(startScript, /--listen-client-urls="http:\/\/127\.0\.0\.1:2379\$n"/)
    assert.deepEqual([...new Set(findAll(read('Caddyfile'), / 127\.0\.0\.1:(\d+)/g))], ['3041', '3042'])
    assert.match(startScript, /"PORT=304\$n"/)
  })

  test('leave no placeholder without a value', () => {
    const filledNames = findAll(startScript, /\|@(\w+)@\|/g)
    for (const name of ['patroni.yml', 'pgbackrest.conf', 'haproxy.cfg', 'pgbouncer.ini', 'Caddyfile']) {
      assert.deepEqual(
        findAll(read(name), /@(\w+)@/g).filter((word) => !filledNames.includes(word)),
        [],
        name,
      )
    }
  })

  test('check the health of the app at paths that answer', async (t) => {
    const app = await startTestApp(sqlite)
    t.after(() => app.close())
    const generalCaddyfile = readFileSync(join(projectRoot, 'deploy/caddy/Caddyfile'), 'utf8')
    for (const caddyfile of [read('Caddyfile'), generalCaddyfile]) {
      const paths = findAll(caddyfile, /health_uri (\S+)/g)
      // While no process is ready, the live ones still serve what they can read.
      assert.deepEqual(paths, ['/healthz', '/readyz'])
      for (const path of paths) assert.equal((await sendRequest(app.url, path)).status, 200, path)
    }
  })

  test('are scripts that the shell can parse', { skip: process.platform === 'win32' && 'there is no bash' }, () => {
    const scripts = readdirSync(folder).filter((name) => name.endsWith('.sh'))
    assert.ok(scripts.length >= 3)
    for (const name of scripts) execFileSync('bash', ['-n', join(folder, name)])
  })
})
