import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, beforeEach, test } from 'node:test'

let memory
const used = []
beforeEach(() => used.push((memory = mkdtempSync(join(tmpdir(), 'selvage-memory-')))))
after(() => used.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** A run of the tests that writes a file where it is told to; and what it was told. */
async function run({ folder = memory, needed = 1, dies = false } = {}) {
  const program = `
    import { writeFileSync } from 'node:fs'
    import { openScratch } from ${JSON.stringify(new URL('scratch.mjs', import.meta.url))}
    const scratch = openScratch(${JSON.stringify(folder)}, ${needed})
    if (scratch.TMPDIR) writeFileSync(scratch.TMPDIR + '/written', 'by a test')
    process.stdout.write(JSON.stringify(scratch), () => ${dies} && process.kill(process.pid, 'SIGKILL'))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', (piece) => (out += piece))
  await once(child, 'close')
  return { pid: child.pid, env: JSON.parse(out) }
}

test('tests write into a folder in memory, which goes with the run', async () => {
  const { env } = await run()
  assert.deepEqual(Object.keys(env), ['TMPDIR'])
  assert.equal(dirname(env.TMPDIR), memory)
  assert.deepEqual(readdirSync(memory), [])
})

test('where there is no such memory, or too little, they write where every program does', async () => {
  for (const { env } of [await run({ needed: 2 ** 60 }), await run({ folder: join(memory, 'none') })])
    assert.deepEqual(env, {})
})

test('what a run left that was killed is cleared by the next one; a run under way and what is not ours are left', async () => {
  const killed = await run({ dies: true })
  assert.ok(existsSync(join(killed.env.TMPDIR, 'written')))
  assert.equal(statSync(killed.env.TMPDIR).mode & 0o777, 0o711, 'a PostgreSQL of another user gets to its folder')
  const underWay = join(memory, `selvage-tests-${process.pid}-a`)
  const foreign = join(memory, `somebody-${killed.pid}`)
  for (const folder of [underWay, foreign]) {
    mkdirSync(folder)
    writeFileSync(join(folder, 'written'), '')
  }
  await run()
  assert.deepEqual(
    readdirSync(memory).sort(),
    [underWay, foreign].map((folder) => folder.slice(memory.length + 1)).sort(),
  )
})
