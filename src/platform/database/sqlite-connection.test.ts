import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { whenUnlocked } from './sqlite-connection.ts'

const busy = Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 })

describe('waiting for a locked file', () => {
  test('tries until the file is free', async () => {
    let tries = 0
    await whenUnlocked(() => {
      if (++tries < 5) throw busy
    })
    assert.equal(tries, 5)
  })

  test('tries just once for a caller that has already waited for as long as anybody does', async () => {
    let tries = 0
    const work = () => {
      tries++
      throw busy
    }
    await assert.rejects(whenUnlocked(work, performance.now() - 4_001), /database is locked/)
    assert.equal(tries, 1)
  })

  test('does not repeat work that fails for another reason', async () => {
    let tries = 0
    const work = () => {
      tries++
      throw new Error('disk full')
    }
    await assert.rejects(whenUnlocked(work), /disk full/)
    assert.equal(tries, 1)
  })
})
