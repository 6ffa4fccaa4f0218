import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { valueForTier } from '#testing/tier.ts'
import { measureAttackOnce } from './siege.ts'

// The addresses of the attackers and visitors, 127.0.0.0/8, exist only on Linux.
const isSkipped = process.platform !== 'linux'

test('the server rejects no visitor during one round of every attack (T49)', { skip: isSkipped }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'siege-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const [responseFigure, rejectionFigure, exitFigure, ...mailFigures] = await measureAttackOnce(folder, {
    visits: valueForTier({ gate: 8, all: 36, soak: 200 }),
  })
  t.diagnostic(`${responseFigure!.ours[0]} answers; ${rejectionFigure!.against}`)
  assert.deepEqual(rejectionFigure!.ours, [0], rejectionFigure!.against ?? '')
  assert.deepEqual(exitFigure!.ours, [0])
  for (const { label, ours } of mailFigures) assert.deepEqual(ours, [0], label)
})
