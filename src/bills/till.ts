import type { Transaction } from '../platform/database/database.ts'

/** The last thing of a transaction that takes or gives cash: from here on others who do so wait. */
export async function moveCash(db: Transaction, byPoisha: number): Promise<void> {
  await db
    .updateTable('till')
    .set(({ eb }) => ({ cash_poisha: eb('cash_poisha', '+', byPoisha) }))
    .execute()
}
