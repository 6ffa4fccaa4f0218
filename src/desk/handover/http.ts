import { colleagues, handOver, moveTill, tillNow } from '../../bills/till.ts'
import type { Asker } from '../../platform/contract.ts'
import type { Database } from '../../platform/database/database.ts'
import { isoInstant } from '../../platform/day.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { bdtOf, poishaOf } from '../../platform/money.ts'
import { openNotes } from '../notes.ts'
import { presentNote } from '../today/http.ts'
import type { Drawer, handoverContract } from './contract.ts'

export const handoverHandlers = {
  getHandover: (db, asker) => drawerOf(db, asker),
  async moveTill(db, asker, { way, amount, why }) {
    await moveTill(db, asker, { amountPoisha: poishaOf(way === 'in' ? amount : -amount), why })
    return drawerOf(db, asker)
  },
  async handOver(db, asker, { counted, expected, to, note }) {
    const sums = { countedPoisha: poishaOf(counted), expectedPoisha: poishaOf(expected) }
    await handOver(db, asker, { ...sums, toId: to, note })
    return drawerOf(db, asker)
  },
} satisfies Handlers<typeof handoverContract>

async function drawerOf(db: Database, { account, now }: Asker): Promise<Drawer> {
  const { last, cashPoisha, takings, moves, earlier } = await tillNow(db, now)
  const cash = takings.find(({ method }) => method === 'cash')
  const moved = (isIn: boolean) =>
    moves.reduce((sum, { amount_poisha }) => sum + (amount_poisha > 0 === isIn ? Math.abs(amount_poisha) : 0), 0)
  return {
    counted: bdtOf(last?.counted_poisha ?? 0),
    received: bdtOf(cash?.receivedPoisha ?? 0),
    given_back: bdtOf(cash?.backPoisha ?? 0),
    put_in: bdtOf(moved(true)),
    taken_out: bdtOf(moved(false)),
    expected: bdtOf(cashPoisha),
    takings: takings.map(({ method, receivedPoisha, backPoisha, times }) => ({
      method,
      amount: bdtOf(receivedPoisha - backPoisha),
      times,
    })),
    moves: moves.map(({ id, at, by, amount_poisha, why }) => ({
      id,
      at: isoInstant(at),
      by,
      amount: bdtOf(amount_poisha),
      why,
    })),
    notes: (await openNotes(db, now)).map(presentNote),
    people: (await colleagues(db)).filter(({ id }) => id !== account!.id),
    earlier: earlier.map(({ id, at, by, to, counted_poisha, expected_poisha, note }) => ({
      id,
      at: isoInstant(at),
      by,
      to,
      counted: bdtOf(counted_poisha),
      difference: bdtOf(counted_poisha - expected_poisha),
      note,
    })),
  }
}
