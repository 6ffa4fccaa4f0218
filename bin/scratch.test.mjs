import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, beforeEach, test } from 'node:test'

let memoryFolder
const createdFolders = []
beforeEach(() => createdFolders.push((memoryFolder = mkdtempSync(join(tmpdir(), 'selvage-memory-')))))
after(() => createdFolders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** Runs a process that writes into its scratch folder. Returns its pid and the environment it got. */
async function run({ folder = memoryFolder, needed: neededBytes = 1, isKilled = false } = {}) {
  const program = `
    import { writeFileSync } from 'node:fs'
    import { openScratch } from ${JSON.stringify(new URL('scratch.mjs', import.meta.url))}
    const scratch = openScratch(${JSON.stringify(folder)}, ${neededBytes})
    if (scratch.TMPDIR) writeFileSync(scratch.TMPDIR + '/written', 'by a test')
    process.stdout.write(JSON.stringify(scratch), () => ${isKilled} && process.kill(process.pid, 'SIGKILL'))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (piece) => (output += piece))
  await once(child, 'close')
  return { pid: child.pid, env: JSON.parse(output) }
}

test('openScratch creates a folder in memory and removes it at exit', async () => {
  const { env } = await run()
  assert.deepEqual(Object.keys(env), ['TMPDIR'])
  assert.equal(dirname(env.TMPDIR), memoryFolder)
  assert.deepEqual(readdirSync(memoryFolder), [])
})

test('openScratch sets no variable if memory is too small', async () => {
  for (const { env } of [await run({ needed: 2 ** 60 }), await run({ folder: join(memoryFolder, 'none') })])
    assert.deepEqual(env, {})
})

test('openScratch removes folders of killed runs, but not those of active runs or of other programs', async () => {
  const killedRun = await run({ isKilled: true })
  assert.ok(existsSync(join(killedRun.env.TMPDIR, 'written')))
  assert.equal(statSync(killedRun.env.TMPDIR).mode & 0o777, 0o711, 'PostgreSQL of another user can enter the folder')
  const activeFolder = join(memoryFolder, `selvage-tests-${process.pid}-a`)
  const foreignFolder = join(memoryFolder, `other-${killedRun.pid}`)
  for (const folder of [activeFolder, foreignFolder]) {
    mkdirSync(folder)
    writeFileSync(join(folder, 'written'), '')
  }
  await run()
  assert.deepEqual(
    readdirSync(memoryFolder).sort(),
    [activeFolder, foreignFolder].map((folder) => folder.slice(memoryFolder.length + 1)).sort(),
  )
})
