import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { readStays, type DeskStay } from '#front-desk/desk/stays.ts'
import { assertDailyReportsMatchLedger } from './assert-daily-reports.ts'
import { refreshAllDailyFigures } from '#insight/figures/daily-figures.ts'
import { assertFiguresMatchBookings } from './assert-figures.ts'
import { assertBooksConsistent } from './assert-books.ts'
import { createBilledCustomer } from './customers.ts'
import type { TestEngine } from './engines.ts'
import { MONDAY_MORNING_IN_DHAKA, startTestApp, type ApiResponse, type TestApp } from './test-app.ts'
import { assertMoneyConsistent } from './assert-money.ts'
import { createRandom, type Random } from './random.ts'
import { keepSignedIn } from './keep-signed-in.ts'
import { type Operation, RandomOperations } from './random-operations.ts'
import { DAY_MS } from '#platform/durations.ts'

const TIME_ZONE = 'Asia/Dhaka'
/** Guests were notified of these statuses. Undoing another operation must not change them. */
const finalStatuses = ['cancelled', 'declined', 'expired']

/** How the operations of a turn run: concurrently, or one after the other. Without an order they run as chosen. */
export type Schedule = 'at once' | { order: readonly string[] }

/** The history of a round: for each turn its operations with their statuses, in the order of their responses. */
export interface History {
  turns: string[]
  /** For each turn, the indexes of its operations in the order of their responses: `021`. */
  order: string[]
}

/** The error of a failed round, with the operations of the round. */
export class RandomDeskError extends Error {
  readonly history: History
  constructor(cause: unknown, history: History) {
    super((cause as Error).message, { cause })
    this.history = history
  }
}

/**
 * Runs random desk operations and site bookings on a test server. The seed and the current data determine each choice,
 * so a sequential round is reproducible, including its ids.
 */
export async function openRandomDesk(engine: TestEngine) {
  const app = await startTestApp(engine)
  const [ownerToken, staffToken] = [await app.signIn('owner'), await app.signIn('staff')]
  await keepSignedIn(app.db)
  const randomOperations = await RandomOperations.open(
    app,
    { owner: ownerToken, staff: staffToken },
    (await createBilledCustomer(app)).id,
  )
  return {
    app,
    /** Throws a Fault if the books are wrong after a turn. */
    async round(seed: number, schedule: Schedule): Promise<History> {
      const random = createRandom(seed)
      const history: History = { turns: [], order: [] }
      try {
        await clearBooks(app, engine)
        await runTurns(random, schedule, history)
      } catch (error) {
        throw new RandomDeskError(error, history)
      }
      return history
    },
    close: () => app.close(),
  }

  async function runTurns(random: Random, schedule: Schedule, history: History): Promise<void> {
    app.clock.now = MONDAY_MORNING_IN_DHAKA
    const operationIds: number[] = []
    for (let remainingTurns = random.between(5, 12); remainingTurns > 0; remainingTurns--) {
      if (random.isTrue(0.15)) app.clock.advance(DAY_MS)
      const stays = await readAllStays(app)
      const operations = Array.from({ length: random.between(1, 3) }, () =>
        randomOperations.choose(random, stays, operationIds),
      )
      // The schedule 'at once' also refreshes the daily figures during the operations.
      const refreshPromise = schedule === 'at once' ? refreshAllDailyFigures(app.db, TIME_ZONE) : null
      const responses = await carryOut(operations, schedule, history)
      await refreshPromise
      for (const { status, body } of responses) {
        assert.ok([200, 409, 422].includes(status), `${status} ${JSON.stringify(body)}`)
        if (body.operation_id) operationIds.push(body.operation_id)
      }
      await assertBooksConsistent(app.db)
      await assertMoneyConsistent(app.db)
      await assertFiguresMatchBookings(app.db, TIME_ZONE)
      await assertDailyReportsMatchLedger(app.db)
      await assertNothingRevived(app, stays)
    }
  }
}

/**
 * Asserts that a stay does not become active again after its guest was notified that the stay has ended, unless the
 * cancellation itself was undone.
 */
async function assertNothingRevived(app: TestApp, stays: readonly DeskStay[]): Promise<void> {
  const restoredCancellations = await findUndoneCancellations(app)
  for (const { id, status } of stays.filter(
    (stay) => finalStatuses.includes(stay.status) && !restoredCancellations.has(stay.id),
  ))
    assert.equal(
      (await readAllStays(app)).find((stay) => stay.id === id)?.status,
      status,
      'a cancelled stay does not come back',
    )
}

/** Returns the responses in the order of the operations. */
async function carryOut(
  operations: readonly Operation[],
  schedule: Schedule,
  history: History,
): Promise<ApiResponse[]> {
  const responses: ApiResponse[] = []
  const finishedIndexes: number[] = []
  const runOperation = async (index: number) => {
    responses[index] = await operations[index]!.carryOut()
    finishedIndexes.push(index)
  }
  if (schedule === 'at once') await Promise.all(operations.keys().map(runOperation))
  else for (const index of schedule.order[history.order.length] ?? operations.keys()) await runOperation(Number(index))
  history.order.push(finishedIndexes.join(''))
  history.turns.push(finishedIndexes.map((at) => `${operations[at]!.name} ${responses[at]!.status}`).join(', '))
  return responses
}

async function readAllStays({ db }: TestApp): Promise<DeskStay[]> {
  const rows = await db.selectFrom('booking').select('id').orderBy('id').execute()
  return readStays(
    db,
    rows.map(({ id }) => id),
  )
}

/** Returns the bookings whose own cancellation was undone, which notifies the guest. */
async function findUndoneCancellations({ db }: TestApp): Promise<ReadonlySet<number>> {
  const undoneOperations = await db
    .selectFrom('desk_operation')
    .select('before')
    .where('action', 'in', ['booking cancelled', 'room of a stay cancelled'])
    .where('undone_at', 'is not', null)
    .execute()
  return new Set(undoneOperations.flatMap(({ before }) => (JSON.parse(before) as { id: number }[]).map(({ id }) => id)))
}

const clearedTables = [
  'open_request',
  'request_key',
  'closed_day',
  'reopened_day',
  'unit_state',
  'unit_night',
  'unit_closure',
  'booking_search_word',
  'ledger_entry',
  'customer_payment',
  'stay_customer',
  'refund',
  'payment',
  'charge',
  'booking_night',
  'booking',
  'inventory',
  'desk_operation',
  'mail',
  'job',
]
const tablesWithIds = [
  'reopened_day',
  'unit_closure',
  'ledger_entry',
  'customer_payment',
  'refund',
  'payment',
  'charge',
  'booking',
  'desk_operation',
]

/** Deletes all bookings and restarts their ids. */
async function clearBooks({ db }: TestApp, { name }: TestEngine): Promise<void> {
  await db.updateTable('business_day').set({ last_closed: null }).execute()
  await db.updateTable('till').set({ cash_poisha: 0, moves: 0 }).execute()
  for (const table of clearedTables) await sql`delete from ${sql.table(table)}`.execute(db)
  // SQLite restarts ids automatically when a table is empty.
  if (name === 'postgres')
    for (const table of tablesWithIds) await sql`alter table ${sql.table(table)} alter column id restart`.execute(db)
}
