import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '#platform/project-root.ts'
import { findFreePort } from '#testing/postgres.ts'
import { sendRequest } from '#testing/send-request.ts'

const root = process.env.CONTAINER_ROOT

test(
  'buildah builds the image from a root file system, and its container answers (OPS-24)',
  { skip: findReasonToSkip(), timeout: 3_600_000 },
  async (t) => {
    const environment = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' }
    const runBuildah = (...argv: string[]) =>
      execFileSync('buildah', argv, { env: environment, encoding: 'utf8' }).trim()
    const image = `localhost/selvage-test-${process.pid}`
    const cleanUps: (() => unknown)[] = [() => runBuildah('rmi', image, `${image}-base`)]
    t.after(async () => {
      for (const cleanUp of cleanUps.toReversed()) await cleanUp()
    })
    const build = spawn(join(projectRoot, 'deploy/container/build.sh'), [root!, image], { stdio: 'inherit' })
    assert.deepEqual(await once(build, 'exit'), [0, null])
    const config = JSON.parse(runBuildah('inspect', '--type=image', image)) as {
      Docker: { config: { User: string; ExposedPorts: object; Volumes: object; Healthcheck: { Test: string[] } } }
    }
    const { User, ExposedPorts, Volumes, Healthcheck } = config.Docker.config
    assert.equal(User, '1000:1000')
    assert.deepEqual([Object.keys(ExposedPorts), Object.keys(Volumes)], [['3000/tcp'], ['/selvage/data']])

    const container = runBuildah('from', image)
    cleanUps.push(() => runBuildah('rm', container))
    const port = String(await findFreePort())
    const settings = ['HOST=127.0.0.1', `PORT=${port}`, 'SEED=demo'].map((setting) => `--env=${setting}`)
    const serverProcess = spawn('buildah', ['run', ...settings, container, '--', 'node', 'bin/prepare.mjs', 'start'], {
      env: environment,
      stdio: 'inherit',
      detached: true,
    })
    const exitPromise = once(serverProcess, 'exit')
    cleanUps.push(async () => {
      process.kill(-serverProcess.pid!, 'SIGTERM')
      await exitPromise
    })
    const url = `http://127.0.0.1:${port}`
    const isReady = () =>
      sendRequest(url, '/readyz').then(
        ({ status }) => status === 200,
        () => false,
      )
    while (!(await isReady())) {
      assert.equal(serverProcess.exitCode, null)
      await sleep(200)
    }
    assert.match(String((await sendRequest(url, '/')).body), /<title>[^<]*Selvage/)
    const healthCommand = Healthcheck.Test.slice(1).map((part) => part.replace(':3000/', `:${port}/`))
    runBuildah('run', container, '--', ...healthCommand)
    assert.equal(runBuildah('run', container, '--', 'stat', '--format=%u', 'data/selvage.sqlite'), '1000')
  },
)

function findReasonToSkip(): string | false {
  if (spawnSync('buildah', ['--version']).status !== 0) return 'buildah is not installed'
  if (!root) return 'CONTAINER_ROOT names no root file system (docs/operations.md)'
  return process.getuid?.() === 0 ? false : 'buildah needs root here'
}
