import type { Selectable } from 'kysely'
import type { Context } from '#platform/context.ts'
import { hashToken } from '#platform/codes.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import type { Tables } from '#schema/tables.ts'
import type { PaymentGateway } from './gateway.ts'

/** The dependencies of payment operations. */
export interface PaymentDeps {
  context: Pick<Context, 'clock' | 'publicUrl'>
  gateways: Gateways
}
/** The configured gateways. The first takes new payments; the others still settle theirs. */
export type Gateways = readonly PaymentGateway[]

/** Returns undefined if the gateway is no longer configured. */
export const findGateway = (gateways: Gateways, name: string): PaymentGateway | undefined =>
  gateways.find((gateway) => gateway.name === name)

export type Attempt = Selectable<Tables['payment_attempt']>
export type Receipt = Selectable<Tables['payment_receipt']>
export type Refund = Selectable<Tables['refund']>

export const findAttempt = async (db: Database, tranId: string): Promise<Attempt | undefined> =>
  (await selectAttempt(db, { tranId })).rows[0]

const selectAttempt = statement((db, { tranId }: { tranId: string }) =>
  db.selectFrom('payment_attempt').selectAll().where('tran_id', '=', tranId).compile(),
)

/** Finds the attempt of a browser that returns from the gateway. */
export const findAttemptByToken = (db: Database, token: string): Promise<Attempt | undefined> =>
  db.selectFrom('payment_attempt').selectAll().where('token_hash', '=', hashToken(token)).executeTakeFirst()

/** Locks an attempt until the end of the transaction. The caller must have locked its stay. */
export const lockAttempt = async (db: Transaction, id: number): Promise<Attempt> =>
  (await lockAttemptStatement(db, { id })).rows[0]!

const lockAttemptStatement = statement((db, { id }: { id: number }) =>
  db
    .updateTable('payment_attempt')
    .set(({ ref }) => ({ state: ref('state') }))
    .where('id', '=', id)
    .returningAll()
    .compile(),
)

export const lockRefund = (db: Transaction, id: number): Promise<Refund> =>
  db
    .updateTable('refund')
    .set(({ ref }) => ({ state: ref('state') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const readReceipt = (db: Database, id: number): Promise<Receipt> =>
  db.selectFrom('payment_receipt').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Lists the receipts of a stay in the order of arrival. */
export const listReceipts = (db: Database, code: string): Promise<Receipt[]> =>
  db
    .selectFrom('payment_receipt')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'payment_receipt.attempt_id')
    .selectAll('payment_receipt')
    .where('stay_code', '=', code)
    .orderBy('payment_receipt.id')
    .execute()

export const lockReceipt = (db: Transaction, id: number): Promise<Receipt> =>
  db
    .updateTable('payment_receipt')
    .set(({ ref }) => ({ state: ref('state') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
