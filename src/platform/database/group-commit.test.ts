import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { sql, type Transaction } from 'kysely'
import { insertItem, type Items, readKeys, createRange, openItems } from '#testing/items.ts'

describe('group commit', () => {
  test('commits the transactions of one event-loop iteration together', async (t) => {
    const { db, commits } = await openItems(t)
    const commitsBefore = await commits()
    await Promise.all(
      createRange(64).map((key) =>
        db.transaction().execute(async (transaction) => {
          await insertItem(transaction, key)
          await insertItem(transaction, key + 100)
        }),
      ),
    )
    await Promise.all(createRange(64).map((key) => insertItem(db, key + 200)))
    assert.equal((await commits()) - commitsBefore, 2)
    for (const key of createRange(5)) await insertItem(db, key + 300)
    assert.equal((await commits()) - commitsBefore, 7)
  })

  test('resolves a transaction only after other connections can see its rows', async (t) => {
    const { db, keysSeenByOthers } = await openItems(t)
    await Promise.all(
      createRange(20).map(async (key) => {
        await (key % 2 ? insertItem(db, key) : db.transaction().execute((transaction) => insertItem(transaction, key)))
        assert.ok(keysSeenByOthers().includes(key))
      }),
    )
  })

  test('reports a conflict with another transaction of the group only after that one is visible to other connections', async (t) => {
    const { db, keysSeenByOthers } = await openItems(t)
    const insertIn = (key: number) => db.transaction().execute((transaction) => insertItem(transaction, key))
    const isSeen = (key: number) => (error: Error) => /UNIQUE/.test(error.message) && keysSeenByOthers().includes(key)
    const insertAgain = (key: number) => (key % 2 ? insertItem(db, key) : insertIn(key))
    await Promise.all(createRange(20).flatMap((key) => [insertIn(key), assert.rejects(insertAgain(key), isSeen(key))]))
  })

  test('rolls back a failing transaction and no other transaction of the group', async (t) => {
    const { db, commits, keysSeenByOthers } = await openItems(t)
    const commitsBefore = await commits()
    const outcomes = await Promise.allSettled(
      createRange(9).map((key) =>
        db.transaction().execute(async (transaction) => {
          await insertItem(transaction, key)
          if (key % 3 === 0) throw new Error('second thoughts')
          if (key % 3 === 1) await insertItem(transaction, key)
        }),
      ),
    )
    assert.deepEqual(
      outcomes.map(({ status }) => status === 'fulfilled'),
      createRange(9).map((key) => key % 3 === 2),
    )
    assert.deepEqual(keysSeenByOthers(), [2, 5, 8])
    assert.equal((await commits()) - commitsBefore, 1)
  })

  test('gives the same result as running the transactions one after the other, even with failures and waits', async (t) => {
    const { db, keysSeenByOthers } = await openItems(t)
    await fc.assert(
      fc.asyncProperty(fc.array(anyTransaction, { maxLength: 12 }), async (transactions) => {
        await db.deleteFrom('item').execute()
        const startedPlans: TransactionPlan[] = []
        const outcomes = new Map<TransactionPlan, boolean>()
        await Promise.all(
          transactions.map(async (plan) => {
            outcomes.set(
              plan,
              await db
                .transaction()
                .execute(async (transaction) => {
                  startedPlans.push(plan)
                  await perform(plan, transaction)
                })
                .then(
                  () => true,
                  () => false,
                ),
            )
          }),
        )
        const model = new Map<number, number>()
        for (const plan of startedPlans)
          assert.equal(outcomes.get(plan), performOnModel(plan, model), JSON.stringify(plan))
        const rows = await db.selectFrom('item').selectAll().orderBy('key').execute()
        assert.deepEqual(
          rows,
          [...model].sort(([a], [b]) => a - b).map(([key, n]) => ({ key, n })),
        )
        assert.deepEqual(
          keysSeenByOthers(),
          rows.map(({ key }) => key),
        )
      }),
      { numRuns: 150 },
    )
  })

  test('rejects the whole group if its commit fails, and continues', async (t) => {
    const { db, keysSeenByOthers } = await openItems(t)
    await sql`create table debt (key integer references item (key) deferrable initially deferred) strict`.execute(db)
    const outcomes = await Promise.allSettled([
      insertItem(db, 1),
      db.transaction().execute((transaction) => insertItem(transaction, 2)),
      sql`insert into debt values (99)`.execute(db),
    ])
    assert.deepEqual(
      outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.message),
      Array(3).fill('FOREIGN KEY constraint failed'),
    )
    assert.deepEqual(keysSeenByOthers(), [])
    await insertItem(db, 3)
    assert.deepEqual(keysSeenByOthers(), [3])
  })

  test('writes nothing outside of a transaction that the engine has rolled back', async (t) => {
    const { db, keysSeenByOthers } = await openItems(t)
    const concurrentInsert = insertItem(db, 1)
    const rolledBackTransaction = db.transaction().execute(async (transaction) => {
      await insertItem(transaction, 2)
      // A full disk can have this effect on any statement: the whole transaction is rolled back, not only the
      // statement.
      await assert.rejects(sql`insert or rollback into item values (2, 0)`.execute(transaction), /UNIQUE/)
      await assert.rejects(insertItem(transaction, 3), /can only be rolled back/)
    })
    await assert.rejects(concurrentInsert, /UNIQUE/)
    await assert.rejects(rolledBackTransaction)
    await insertItem(db, 4)
    assert.deepEqual(keysSeenByOthers(), [4])
  })

  test('blocks writers but not readers while a transaction waits', async (t) => {
    const { db } = await openItems(t)
    const order: string[] = []
    const slowTransaction = db
      .transaction()
      .execute(async (transaction) => {
        await insertItem(transaction, 1)
        await sleep(30)
        await insertItem(transaction, 2)
      })
      .then(() => order.push('slow'))
    const fastInsert = insertItem(db, 3).then(() => order.push('fast'))
    await sleep(5)
    assert.deepEqual(await readKeys(db), [])
    order.push('read')
    await Promise.all([slowTransaction, fastInsert])
    assert.deepEqual(order, ['read', 'slow', 'fast'])
    assert.deepEqual(await readKeys(db), [1, 2, 3])
  })

  test('finishes pending transactions when the database is closed, and rejects later ones', async (t) => {
    const { db, keysSeenByOthers } = await openItems(t)
    const slowTransaction = db.transaction().execute(async (transaction) => {
      await sleep(10)
      await insertItem(transaction, 1)
    })
    const fastInsert = insertItem(db, 2)
    await Promise.resolve()
    await new Promise(setImmediate)
    await Promise.all([db.destroy(), slowTransaction, fastInsert])
    assert.deepEqual(keysSeenByOthers(), [1, 2])
    await assert.rejects(insertItem(db, 3), /destroyed/)
  })

  test('waits for a writing process without blocking its own event loop', async (t) => {
    const { db, other } = await openItems(t)
    other.exec('begin immediate; insert into item values (1, 0)')
    let isInserted = false
    const waitingInsert = insertItem(db, 2).then(() => (isInserted = true))
    for (let waitCount = 0; waitCount < 20; waitCount++) await sleep(5)
    assert.equal(isInserted, false)
    other.exec('commit')
    await waitingInsert
    assert.deepEqual(await readKeys(db), [1, 2])
  })
})

type Step =
  | { do: 'insert' | 'delete'; key: number }
  | { do: 'add'; key: number; by: number }
  | { do: 'wait a microtask' | 'wait a turn' | 'throw' }
interface TransactionPlan {
  steps: Step[]
}

const anyKey = fc.integer({ min: 0, max: 3 })
const anyChange = fc.constantFrom(-1, 1, 2)
const anyTransaction: fc.Arbitrary<TransactionPlan> = fc.record({
  steps: fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.record({ do: fc.constant('insert' as const), key: anyKey }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), key: anyKey }) },
      { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), key: anyKey, by: anyChange }) },
      { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('wait a microtask' as const, 'wait a turn' as const) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('throw' as const) }) },
    ),
    { maxLength: 5 },
  ),
})

async function perform({ steps }: TransactionPlan, db: Transaction<Items>): Promise<void> {
  for (const step of steps) {
    if (step.do === 'insert') await insertItem(db, step.key)
    if (step.do === 'delete') await db.deleteFrom('item').where('key', '=', step.key).execute()
    if (step.do === 'add') {
      await db
        .updateTable('item')
        .set({ n: sql`n + ${step.by}` })
        .where('key', '=', step.key)
        .execute()
    }
    if (step.do === 'wait a microtask') await Promise.resolve()
    if (step.do === 'wait a turn') await new Promise(setImmediate)
    if (step.do === 'throw') throw new Error('second thoughts')
  }
}

/** Returns whether the transaction succeeds. The model changes only then. */
function performOnModel({ steps }: TransactionPlan, model: Map<number, number>): boolean {
  const draftModel = new Map(model)
  for (const step of steps) {
    if (step.do === 'insert' && draftModel.has(step.key)) return false
    if (step.do === 'insert') draftModel.set(step.key, 0)
    if (step.do === 'delete') draftModel.delete(step.key)
    if (step.do === 'add' && draftModel.has(step.key)) {
      const newValue = draftModel.get(step.key)! + step.by
      if (newValue < 0 || newValue > 3) return false
      draftModel.set(step.key, newValue)
    }
    if (step.do === 'throw') return false
  }
  model.clear()
  for (const [itemKey, n] of draftModel) model.set(itemKey, n)
  return true
}
