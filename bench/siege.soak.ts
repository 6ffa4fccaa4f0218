import './siege.test.ts'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { measureAttack } from './siege.ts'

test(
  'the server rejects no visitor during one minute of attacks (T49)',
  { skip: process.platform !== 'linux' },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'siege-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    const figures = await measureAttack(folder, 60, 30)
    const findFigure = (label: RegExp) => figures.find((each) => label.test(each.label))!
    for (const { label, ours, unit } of figures) t.diagnostic(`${label}: ${ours[0]!.toFixed(0)} ${unit}`)
    assert.match(findFigure(/in a siege/).label, /p99 of \d{3,}/, 'there were visitors')
    assert.deepEqual(findFigure(/refused/).ours, [0], findFigure(/refused/).against ?? '')
    assert.deepEqual(findFigure(/ends/).ours, [0])
  },
)
