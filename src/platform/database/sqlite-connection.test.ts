import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runWhenUnlocked } from './sqlite-connection.ts'

const busyError = Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 })

describe('runWhenUnlocked', () => {
  test('retries until the file is unlocked', async () => {
    let attemptCount = 0
    await runWhenUnlocked(() => {
      if (++attemptCount < 5) throw busyError
    })
    assert.equal(attemptCount, 5)
  })

  test('does not retry for a caller that has already waited for the maximum time', async () => {
    let attemptCount = 0
    const work = () => {
      attemptCount++
      throw busyError
    }
    await assert.rejects(runWhenUnlocked(work, performance.now() - 4_001), /database is locked/)
    assert.equal(attemptCount, 1)
  })

  test('does not retry after another error', async () => {
    let attemptCount = 0
    const work = () => {
      attemptCount++
      throw new Error('disk full')
    }
    await assert.rejects(runWhenUnlocked(work), /disk full/)
    assert.equal(attemptCount, 1)
  })
})
