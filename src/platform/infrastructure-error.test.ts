import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { logInfrastructureError, findInfrastructureCause } from './infrastructure-error.ts'

describe('findInfrastructureCause and logInfrastructureError', () => {
  test('distinguish infrastructure failures from bugs, for every source', () => {
    const createErrorWith = (properties: object, message = 'no') => Object.assign(new Error(message), properties)
    const infrastructureErrors = [
      ...['57P01', '57P03', '53300', '53100', '53200', '08006', '57014', '55P03', '58030'].map((code) =>
        createErrorWith({ code }),
      ),
      ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH'].map((code) =>
        createErrorWith({ code, syscall: 'connect' }),
      ),
      ...['ENOSPC', 'EMFILE', 'ENFILE', 'EIO'].map((code) => createErrorWith({ code, syscall: 'open' })),
      ...[5, 6, 7, 8, 10, 13, 14, 261, 3338].map((errcode) => createErrorWith({ code: 'ERR_SQLITE_ERROR', errcode })),
      ...['Connection terminated unexpectedly', 'timeout exceeded when trying to connect', 'Query read timeout'].map(
        (text) => new Error(text),
      ),
      new Error('outside', { cause: createErrorWith({ code: '57P01' }) }),
      new AggregateError([createErrorWith({ code: 'ECONNREFUSED', syscall: 'connect' })]),
    ]
    for (const error of infrastructureErrors)
      assert.ok(findInfrastructureCause(error), `${error.message} ${JSON.stringify(error)}`)
    const bugs = [
      ...['23505', '42P01', '22003'].map((code) => createErrorWith({ code })),
      ...[1, 11, 19, 20].map((errcode) => createErrorWith({ code: 'ERR_SQLITE_ERROR', errcode })),
      createErrorWith({ code: 'ECONNRESET' }, 'aborted'), // a client that disconnected
      new TypeError('undefined is not a function'),
      'text',
      null,
    ]
    for (const error of bugs) assert.equal(findInfrastructureCause(error), undefined, String(error))
  })

  test('name the cause as an operator would', () => {
    const causes = ['53100', '53200', '53300', '57014'].map((code) =>
      findInfrastructureCause(Object.assign(new Error('no'), { code })),
    )
    assert.deepEqual(causes, ['disk full', 'no memory', 'too many connections', 'database too slow'])
  })

  test('log each cause once in ten seconds, however often it occurs', () => {
    const logEntries: object[] = []
    const log = { error: (entry: object) => void logEntries.push(entry) }
    for (let i = 0; i < 1_000; i++) {
      assert.ok(logInfrastructureError(log, Object.assign(new Error('full'), { code: '53100' })))
      assert.ok(logInfrastructureError(log, Object.assign(new Error('gone'), { code: '57P01' })))
      assert.ok(!logInfrastructureError(log, new Error('a bug')))
    }
    assert.deepEqual(logEntries, [
      { cause: 'disk full', text: 'full', count: 1 },
      { cause: 'connection lost', text: 'gone', count: 1 },
    ])
  })
})
