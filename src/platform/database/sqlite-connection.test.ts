import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runWhenUnlocked } from './sqlite-connection.ts'

const isBusy = Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 })

describe('runWhenUnlocked', () => {
  test('retries until the file is unlocked', async () => {
    let attempts = 0
    await runWhenUnlocked(() => {
      if (++attempts < 5) throw isBusy
    })
    assert.equal(attempts, 5)
  })

  test('does not retry for a caller that has already waited for the maximum time', async () => {
    let attempts = 0
    const work = () => {
      attempts++
      throw isBusy
    }
    await assert.rejects(runWhenUnlocked(work, performance.now() - 4_001), /database is locked/)
    assert.equal(attempts, 1)
  })

  test('does not retry after another error', async () => {
    let attempts = 0
    const work = () => {
      attempts++
      throw new Error('disk full')
    }
    await assert.rejects(runWhenUnlocked(work), /disk full/)
    assert.equal(attempts, 1)
  })
})
